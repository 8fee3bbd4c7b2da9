import type { Boards, Ending } from '../../../engine/games/raichu/numbering.ts';
import { squareOf } from '../../../engine/games/raichu/arrangements.ts';
import type { Counts } from '../../tables/exact-values.ts';

// The least value that a position has; below are those that are none.
const LEAST = -126;
// As stored.
const NOTHING = -128;

/** How many boards and positions of an ending have each value, by value + 128. */
export interface Tally {
  boards: Float64Array;
  distinct: Float64Array;
}

export function emptyTally(): Tally {
  return { boards: new Float64Array(256), distinct: new Float64Array(256) };
}

export function addTally(sum: Tally, tally: Tally): void {
  for (let i = 0; i < 256; i++) {
    sum.boards[i] += tally.boards[i];
    sum.distinct[i] += tally.distinct[i];
  }
}

/**
 * Counts the values of some rows of an ending that is solved, and blots out what is no position of its own: an equal column that is not
 * the least, pieces that share a square, a player without a move.
 */
export function tallyEnding(
  boards: Boards,
  { own, enemy, isBare, first, columns }: Ending,
  values: Int8Array,
  firstRow: number,
  lastRow: number,
): Tally {
  const tally = emptyTally();
  const rows = boards.rows(own, isBare);
  const symmetries = boards.symmetries(isBare);
  const arrangements = boards.arrangements(enemy);
  const turned = new Int32Array(arrangements.pieces);
  for (let row = firstRow; row < lastRow; row++) {
    const start = first + row * columns;
    const turns = rows.turnsOf[rows.arrangementOf[row]];
    for (let column = 0; column < columns; column++) {
      const value = values[start + column];
      if (value < LEAST) {
        values[start + column] = NOTHING;
        continue;
      }
      let equal = 1;
      // The identity is the first symmetry.
      for (let which = 1; turns >> which !== 0; which++) {
        if ((turns & (1 << which)) === 0) continue;
        const turn = symmetries[which].enemy;
        for (let i = 0; i < turned.length; i++) turned[i] = turn[squareOf(arrangements.squares[column], i)];
        const image = arrangements.numberOf(turned);
        if (image === column) equal++;
        else if (image < column) {
          equal = 0;
          break;
        }
      }
      if (equal === 0) {
        values[start + column] = NOTHING;
        continue;
      }
      tally.boards[value + 128] += symmetries.length / equal;
      tally.distinct[value + 128]++;
    }
  }
  return tally;
}

/** The counts of tallied positions, those of both colours to move. */
export function countsOfTally({ boards, distinct }: Tally): Counts {
  const counts = { boards: 0, won: 0, lost: 0, drawn: 0, longestWin: 0, longestLoss: 0, distinct: 0 };
  for (let value = LEAST; value <= 127; value++) {
    const count = boards[value + 128];
    if (count === 0) continue;
    counts.boards += count;
    counts.distinct += distinct[value + 128];
    if (value === 0) counts.drawn += 2 * count;
    else if (value > 0) counts.won += 2 * count;
    else counts.lost += 2 * count;
    counts.longestWin = Math.max(counts.longestWin, value);
    counts.longestLoss = Math.max(counts.longestLoss, -value);
  }
  return counts;
}
