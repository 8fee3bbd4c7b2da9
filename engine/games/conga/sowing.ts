import { randomWords } from '../../keys.ts';

/** Stones of each player. */
export const STONES = 10;

/** North, then clockwise: the steps of the eight directions in rows and columns. */
export const DIRECTIONS = [
  { name: 'N', down: -1, right: 0 },
  { name: 'NE', down: -1, right: 1 },
  { name: 'E', down: 0, right: 1 },
  { name: 'SE', down: 1, right: 1 },
  { name: 'S', down: 1, right: 0 },
  { name: 'SW', down: 1, right: -1 },
  { name: 'W', down: 0, right: -1 },
  { name: 'NW', down: -1, right: -1 },
] as const;

/** How many stones go into each square of a path: one, two, the rest; all that are left into the last open one. */
export function sown(stones: number, openSquares: number): number[] {
  if (openSquares === 1) return [stones];
  if (openSquares === 2) return [1, stones - 1].filter((count) => count > 0);
  return [1, Math.min(2, stones - 1), stones - 3].filter((count) => count > 0);
}

/** The bit of a square in a mask. An unused bit ends each row, so that no step leads from one row to another. */
export function bitOf(size: number, square: number): number {
  return 1 << (Math.floor(square / size) * (size + 1) + (square % size));
}

/** The word of a square's stones in a side's two packed words, four bits a square. */
export const PACKED_SQUARES = 8;

// A position's key is the sum of its stones times the words of their square and side.
export const KEYS_LOW = randomWords(32, 0xc096a);
export const KEYS_HIGH = randomWords(32, 0xc096b);

/** The words of one row of `sowings`: what a move changes for its side, by addition. */
export const SOWING_WORDS = 8;

/**
 * For each move and number of stones on its square, at index (move << 4 | stones) * SOWING_WORDS:
 * the mask of the square left, the mask of the squares sown, the change of the two packed words,
 * and the change of the two halves of the key for side 0 and for side 1.
 * A move is its square, its direction << 4 and its number of open squares << 7.
 */
export function sowings(size: number): Int32Array {
  const table = new Int32Array((4 << 11) * SOWING_WORDS);
  for (let square = 0; square < size * size; square++) {
    for (let direction = 0; direction < 8; direction++) {
      for (let open = 1; open <= 3; open++) {
        for (let stones = 1; stones <= STONES; stones++) {
          const counts = sown(stones, open);
          const path = pathFrom(size, square, direction, counts.length);
          if (path === undefined) continue;
          const move = square | (direction << 4) | (open << 7);
          const row = table.subarray(((move << 4) | stones) * SOWING_WORDS);
          row[0] = bitOf(size, square);
          addStones(row, square, -stones);
          path.forEach((target, i) => {
            row[1] |= bitOf(size, target);
            addStones(row, target, counts[i]);
          });
        }
      }
    }
  }
  return table;
}

function addStones(row: Int32Array, square: number, stones: number): void {
  row[2 + Math.floor(square / PACKED_SQUARES)] += stones << (4 * (square % PACKED_SQUARES));
  for (const side of [0, 1]) {
    row[4 + 2 * side] += Math.imul(stones, KEYS_LOW[16 * side + square]);
    row[5 + 2 * side] += Math.imul(stones, KEYS_HIGH[16 * side + square]);
  }
}

function pathFrom(size: number, square: number, direction: number, length: number): number[] | undefined {
  const { down, right } = DIRECTIONS[direction];
  const path = [];
  for (let steps = 1; steps <= length; steps++) {
    const row = Math.floor(square / size) + steps * down;
    const column = (square % size) + steps * right;
    if (row < 0 || row >= size || column < 0 || column >= size) return undefined;
    path.push(row * size + column);
  }
  return path;
}
