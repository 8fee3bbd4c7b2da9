import { bitCount } from '../../bits.ts';
import { BetsyPosition, pebblesOwned, rowsOf } from './position.ts';
import { BetsyHalves } from './halves.ts';
import type { Numbering, SolvableBoards } from '../../numbering.ts';
import { betsy } from './game.ts';

/**
 * The mirror exchanges the two halves of a board, so its number is that of their unordered pair, then of the
 * middle column if there is one.
 */
export class BetsyNumbering implements Numbering {
  readonly count: number;
  readonly position: BetsyPosition;
  private readonly halves: BetsyHalves;
  /** Ways to fill the middle column; 1 where there is none. */
  private readonly middles: number;
  private readonly owned: number;
  private readonly columns: Int32Array;
  private readonly seen: Int32Array;

  constructor(size: number) {
    this.halves = new BetsyHalves(size);
    this.middles = size % 2 === 1 ? 2 ** (rowsOf(size) + 1) - 1 : 1;
    this.owned = pebblesOwned(size);
    this.columns = new Int32Array(size + 1).fill(1);
    this.seen = new Int32Array(size + 1);
    this.position = new BetsyPosition(size, 0, this.columns);
    this.count = pairs(this.halves.count) * this.middles;
  }

  place(number: number): number {
    const { columns, middles, halves } = this;
    const pair = Math.floor(number / middles);
    const larger = largerOfPair(pair);
    const smaller = pair - pairs(larger);
    const last = columns.length - 1;
    for (let i = 0; i < halves.width; i++) {
      columns[1 + i] = halves.columns[smaller * halves.width + i];
      columns[last - i] = halves.columns[larger * halves.width + i];
    }
    if (middles > 1) columns[halves.width + 1] = (number % middles) + 1;
    if (!this.isSupplied()) return 0;
    this.position.place(columns);
    return this.position.winner !== -1 ? 0 : smaller === larger ? 1 : 2;
  }

  boardsOf(number: number): number {
    const pair = Math.floor(number / this.middles);
    const larger = largerOfPair(pair);
    return pair === pairs(larger) + larger ? 1 : 2;
  }

  numberOf(position: BetsyPosition): number {
    const { halves, middles, seen } = this;
    const { columns, turn } = position;
    for (let i = 1; i < columns.length; i++) seen[i] = forMover(columns[i], turn);
    const left = halves.numberOf(seen, 1, 1);
    const right = halves.numberOf(seen, seen.length - 1, -1);
    const pair = left < right ? pairs(right) + left : pairs(left) + right;
    return middles === 1 ? pair : pair * middles + seen[halves.width + 1] - 1;
  }

  /** Whether neither side has more pebbles on the board than it owns. */
  private isSupplied(): boolean {
    const { columns, owned } = this;
    let first = 0;
    let all = 0;
    for (let i = 1; i < columns.length; i++) {
      first += bitCount(columns[i]) - 1;
      all += 31 - Math.clz32(columns[i]);
    }
    return first <= owned && all - first <= owned;
  }
}

/** How many unordered pairs there are of numbers below this; those of this number with another up to it come next. */
export function pairs(bound: number): number {
  return (bound * (bound + 1)) / 2;
}

function largerOfPair(pair: number): number {
  const near = Math.floor((Math.sqrt(8 * pair + 1) - 1) / 2);
  // The root is rounded.
  if (pairs(near) > pair) return near - 1;
  return pairs(near + 1) <= pair ? near + 1 : near;
}

/** A column as the player to move sees it: their own pebbles are ones. */
export function forMover(column: number, turn: number): number {
  return turn === 0 ? column : 3 * (1 << (31 - Math.clz32(column))) - 1 - column;
}

export const solvable: SolvableBoards = {
  boards: '2, 3, 4',
  open: (size, scope) =>
    [2, 3, 4].includes(size) && Object.keys(scope).length === 0
      ? { game: betsy, numbering: new BetsyNumbering(size) }
      : undefined,
};
