import { bitCount } from '../../engine/bits.ts';
import { BetsyPosition, pebblesOwned, rowsOf } from '../../engine/games/betsy/position.ts';
import type { Numbering } from './numbering.ts';

/**
 * A column is a number from 0, one below the integer that the position keeps. The columns of the left half
 * read inwards are a number to that base, and so are those of the right half; the mirror exchanges the two,
 * so a number is that of their unordered pair, then of the middle column if there is one.
 */
export class BetsyNumbering implements Numbering {
  readonly count: number;
  readonly position: BetsyPosition;
  private readonly fillings: number;
  private readonly half: number;
  private readonly hasMiddle: boolean;
  private readonly owned: number;
  private readonly columns: Int32Array;

  constructor(size: number) {
    this.fillings = 2 ** (rowsOf(size) + 1) - 1;
    this.half = Math.floor(size / 2);
    this.hasMiddle = size % 2 === 1;
    this.owned = pebblesOwned(size);
    this.columns = new Int32Array(size + 1).fill(1);
    this.position = new BetsyPosition(size, 0, this.columns);
    this.count = pairs(this.fillings ** this.half) * (this.hasMiddle ? this.fillings : 1);
  }

  place(number: number): number {
    const { columns, fillings, half } = this;
    let pair = number;
    if (this.hasMiddle) {
      pair = Math.floor(number / fillings);
      columns[half + 1] = (number % fillings) + 1;
    }
    const larger = largerOfPair(pair);
    const smaller = pair - pairs(larger);
    this.writeHalf(smaller, 1, 1);
    this.writeHalf(larger, columns.length - 1, -1);
    if (!this.isSupplied()) return 0;
    this.position.place(columns);
    return this.position.winner !== -1 ? 0 : smaller === larger ? 1 : 2;
  }

  numberOf(position: BetsyPosition): number {
    const { fillings, half } = this;
    const { columns, turn } = position;
    const last = columns.length - 1;
    let left = 0;
    let right = 0;
    for (let i = half; i > 0; i--) {
      left = left * fillings + forMover(columns[i], turn) - 1;
      right = right * fillings + forMover(columns[last + 1 - i], turn) - 1;
    }
    const pair = left < right ? pairs(right) + left : pairs(left) + right;
    return this.hasMiddle ? pair * fillings + forMover(columns[half + 1], turn) - 1 : pair;
  }

  private writeHalf(number: number, from: number, step: number): void {
    let rest = number;
    for (let i = 0; i < this.half; i++) {
      this.columns[from + i * step] = (rest % this.fillings) + 1;
      rest = Math.floor(rest / this.fillings);
    }
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

/** How many unordered pairs there are of numbers below this. */
function pairs(bound: number): number {
  return (bound * (bound + 1)) / 2;
}

function largerOfPair(pair: number): number {
  const near = Math.floor((Math.sqrt(8 * pair + 1) - 1) / 2);
  // The root is rounded.
  if (pairs(near) > pair) return near - 1;
  return pairs(near + 1) <= pair ? near + 1 : near;
}

/** A column as the player to move sees it: their own pebbles are ones. */
function forMover(column: number, turn: number): number {
  return turn === 0 ? column : 3 * (1 << (31 - Math.clz32(column))) - 1 - column;
}
