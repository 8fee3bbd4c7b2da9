import { bitCount } from '../../bits.ts';
import { rowsOf } from './position.ts';

/**
 * Every way to fill the columns on one side of the middle, which the mirror exchanges with those on the other side.
 * They are numbered in the order of their pebbles, then of the ones, then of the columns read inwards, so that those
 * with as many pebbles of each player stand together.
 */
export class BetsyHalves {
  readonly count: number;
  /** How many columns a half has. */
  readonly width: number;
  /** Of each half in turn: its columns, the outermost first, as the position keeps them. */
  readonly columns: Uint8Array;
  /** Pebbles in each half, and those of the player whose pebbles are ones. */
  readonly pebbles: Uint8Array;
  readonly ones: Uint8Array;
  /** The most pebbles that a half has room for. */
  readonly room: number;
  private readonly fillings: number;
  private readonly numbers: Uint16Array;
  private readonly firsts: Uint32Array;

  constructor(size: number) {
    const rows = rowsOf(size);
    this.width = Math.floor(size / 2);
    this.room = this.width * rows;
    this.fillings = 2 ** (rows + 1) - 1;
    this.count = this.fillings ** this.width;
    this.columns = new Uint8Array(this.count * this.width);
    this.pebbles = new Uint8Array(this.count);
    this.ones = new Uint8Array(this.count);
    this.numbers = new Uint16Array(this.count);
    this.firsts = new Uint32Array((this.room + 1) * (this.room + 1) + 1);
    this.fill();
  }

  /** The number of the half that begins at a column and goes on inwards, `step` columns at a time. */
  numberOf(columns: ArrayLike<number>, from = 0, step = 1): number {
    let word = 0;
    for (let i = this.width - 1; i >= 0; i--) word = word * this.fillings + columns[from + i * step] - 1;
    return this.numbers[word];
  }

  /** The first half with so many pebbles, so many of them ones, or the one after all that come before. */
  firstOf(pebbles: number, ones: number): number {
    return this.firsts[pebbles * (this.room + 1) + ones];
  }

  private fill(): void {
    const { count, width, fillings, room, firsts } = this;
    // A key sorts by pebbles, ones and columns, and a double holds it exactly.
    const keys = new Float64Array(count);
    for (let word = 0; word < count; word++) {
      let [rest, pebbles, ones] = [word, 0, 0];
      for (let i = 0; i < width; i++) {
        const column = (rest % fillings) + 1;
        rest = Math.floor(rest / fillings);
        pebbles += 31 - Math.clz32(column);
        ones += bitCount(column) - 1;
      }
      keys[word] = (pebbles * (room + 1) + ones) * count + word;
    }
    keys.sort();
    let next = 0;
    for (let half = 0; half < count; half++) {
      const kind = Math.floor(keys[half] / count);
      let word = keys[half] % count;
      while (next <= kind) firsts[next++] = half;
      this.numbers[word] = half;
      this.pebbles[half] = Math.floor(kind / (room + 1));
      this.ones[half] = kind % (room + 1);
      for (let i = 0; i < width; i++) {
        this.columns[half * width + i] = (word % fillings) + 1;
        word = Math.floor(word / fillings);
      }
    }
    firsts.fill(count, next);
  }
}
