import { LONGEST } from '../../numbering.ts';

/** The code of a board on which the game is over; those of values follow, in the order in which they were found. */
export const DECIDED = 0;
const MOST_CODES = 256;
const FREE = 0x7fff_ffff;

/**
 * What positions are worth as a byte each: few of the values that there could be occur on a board, but which do is known only once
 * it is solved. The table may be memory that threads share.
 */
export class ValueCodes {
  readonly table: Int32Array;
  // Of each value by itself, from the least.
  private readonly codes = new Uint8Array(2 * LONGEST + 1);

  constructor(table: Int32Array = ValueCodes.newTable(false)) {
    this.table = table;
  }

  static newTable(isShared: boolean): Int32Array {
    const bytes = 4 * (MOST_CODES - 1);
    return new Int32Array(isShared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes)).fill(FREE);
  }

  /** The values found so far, in the order of their codes, which begin with 1. */
  get values(): number[] {
    const end = this.table.indexOf(FREE);
    return Array.from(end < 0 ? this.table : this.table.subarray(0, end));
  }

  codeOf(value: number): number {
    return this.codes[value + LONGEST] || this.learn(value);
  }

  private learn(value: number): number {
    if (Math.abs(value) > LONGEST) throw new RangeError(`a game takes more than ${LONGEST} plies`);
    const { table } = this;
    for (let i = 0; i < table.length; i++) {
      const found = Atomics.compareExchange(table, i, FREE, value);
      if (found === FREE || found === value) return (this.codes[value + LONGEST] = i + 1);
    }
    throw new RangeError(`the board has more than ${table.length} values`);
  }
}
