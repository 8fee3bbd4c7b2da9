import { randomWords } from '../../keys.ts';

/** Stones of each player. */
export const STONES = 10;

/** The steps of the eight directions in rows and columns: four down or right, each before its opposite. */
export const DIRECTIONS = [
  { name: 'E', down: 0, right: 1 },
  { name: 'W', down: 0, right: -1 },
  { name: 'SW', down: 1, right: -1 },
  { name: 'NE', down: -1, right: 1 },
  { name: 'S', down: 1, right: 0 },
  { name: 'N', down: -1, right: 0 },
  { name: 'SE', down: 1, right: 1 },
  { name: 'NW', down: -1, right: -1 },
] as const;

/** How many stones go into each square of a path: one, two, the rest; all that are left into the last open one. */
export function sown(stones: number, openSquares: number): number[] {
  if (openSquares === 1) return [stones];
  if (openSquares === 2) return [1, stones - 1].filter((count) => count > 0);
  return [1, Math.min(2, stones - 1), stones - 3].filter((count) => count > 0);
}

/** Squares are numbered four to a row on a board of either size. */
export function squareAt(row: number, column: number): number {
  return 4 * row + column;
}

/** The row and the column of a square, both from 0. */
export function placeOf(square: number): { row: number; column: number } {
  return { row: square >> 2, column: square & 3 };
}

// A position's key is the sum of its stones times the words of their square, side 1's stones counting as negative.
export const KEYS_LOW = randomWords(16, 0xc096a);
export const KEYS_HIGH = randomWords(16, 0xc096b);

/** The words of one row of `sowings`. */
export const SOWING_WORDS = 4;

/** The rows for one move, by the number of stones on its square. */
export const SOWING_ROWS = STONES + 1;

/**
 * For each move and number of stones on its square, at index (move * SOWING_ROWS + stones) * SOWING_WORDS:
 * what the sowing adds to the two words of its side's packed stones and to the two halves of the key.
 * A move is its square, its direction << 4 and its number of open squares << 7.
 */
export function sowings(): Int32Array {
  const table = new Int32Array(513 * SOWING_ROWS * SOWING_WORDS);
  const paths = Array.from({ length: 16 * DIRECTIONS.length }, (_, way) => pathFrom(way & 15, way >> 4));
  for (let open = 1; open <= 3; open++) {
    for (let stones = 1; stones <= STONES; stones++) {
      const counts = sown(stones, open);
      for (const [way, path] of paths.entries()) {
        if (path.length < counts.length) continue;
        const row = (((open << 7) | way) * SOWING_ROWS + stones) * SOWING_WORDS;
        addStones(table, row, way & 15, -stones);
        for (let i = 0; i < counts.length; i++) addStones(table, row, path[i], counts[i]);
      }
    }
  }
  return table;
}

function addStones(table: Int32Array, row: number, square: number, stones: number): void {
  table[row + (square >> 3)] += stones << (4 * (square & 7));
  table[row + 2] += Math.imul(stones, KEYS_LOW[square]);
  table[row + 3] += Math.imul(stones, KEYS_HIGH[square]);
}

/** The squares in a direction, at most three and no farther than the edge. */
function pathFrom(square: number, direction: number): number[] {
  const { down, right } = DIRECTIONS[direction];
  const from = placeOf(square);
  const path = [];
  for (let steps = 1; steps <= 3; steps++) {
    const row = from.row + steps * down;
    const column = from.column + steps * right;
    if (row < 0 || row > 3 || column < 0 || column > 3) break;
    path.push(squareAt(row, column));
  }
  return path;
}
