import type { State } from '../../history.ts';
import { Inputs } from '../../inputs.ts';
import { type BetsyPosition, columnOf, filledAfter, rowsOf } from './position.ts';

// For each column: its pebbles, row by row from the bottom, own or enemy; and its height together with whose pebble lies at the
// bottom, for that is what a rotation would bring to the top. A column of height h has h + 1 inputs on.
// On boards of the usual sizes a part is a whole column, so a rotation replaces one part. There are too many such parts on large
// boards; there a part is one input.

const WHOLE_COLUMNS_UP_TO = 7;

export class BetsyInputs extends Inputs<BetsyPosition> {
  private readonly size: number;
  private readonly rows: number;
  /** Inputs of one column. */
  private readonly stride: number;
  /** How far the parts of two columns lie apart, and whether a part is a whole column. */
  private readonly partStride: number;
  private readonly whole: boolean;

  constructor(size: number) {
    const rows = rowsOf(size);
    const whole = size <= WHOLE_COLUMNS_UP_TO;
    const partStride = whole ? 2 << rows : 4 * rows;
    super('betsy-1', size * 4 * rows, size * (rows + 1), size * partStride + (whole ? 0 : 1));
    this.size = size;
    this.rows = rows;
    this.stride = 4 * rows;
    this.partStride = partStride;
    this.whole = whole;
  }

  partsOf(position: BetsyPosition, parts: Int32Array): number {
    let end = 0;
    for (let column = 0; column < this.size; column++) {
      const filled = position.columns[column + 1];
      if (filled === 1) continue;
      const first = column * this.partStride;
      if (this.whole) {
        parts[end++] = first + filled;
        parts[end++] = first + seenByOther(filled);
        continue;
      }
      for (let row = 0; row <= this.rows; row++) {
        const input = this.inputAt(filled, row);
        if (input === -1) continue;
        parts[end++] = first + input;
        parts[end++] = first + (input ^ 1);
      }
    }
    return end;
  }

  /** Parts at places, of which there are so many. */
  get places(): number {
    return this.whole ? this.size : this.mostActive;
  }

  /** The same as `partsOf`, with a part at every place. */
  placedParts(position: BetsyPosition, parts: Int32Array): number {
    let end = 0;
    for (let column = 0; column < this.size; column++) {
      const filled = position.columns[column + 1];
      const first = column * this.partStride;
      if (this.whole) {
        parts[end++] = first + filled;
        parts[end++] = first + seenByOther(filled);
        continue;
      }
      for (let row = 0; row <= this.rows; row++) {
        const input = this.inputAt(filled, row);
        parts[end++] = input === -1 ? this.count : first + input;
        parts[end++] = input === -1 ? this.count : first + (input ^ 1);
      }
    }
    return end;
  }

  inputsOf(part: number, active: Int32Array | Uint16Array, start: number): number {
    if (!this.whole) {
      if (part === this.count) return start;
      active[start] = part;
      return start + 1;
    }
    // A whole column's stride is a power of two.
    const first = (part >> (this.rows + 1)) * this.stride;
    const filled = part & (this.partStride - 1);
    const height = 31 - Math.clz32(filled);
    if (height <= 0) return start;
    let end = start;
    for (let row = 0; row < height; row++) active[end++] = first + 2 * row + (((filled >> row) & 1) ^ 1);
    active[end++] = first + this.inputAt(filled, this.rows);
    return end;
  }

  changesBy(_position: BetsyPosition, state: State, changes: Int32Array): number {
    const first = (columnOf(state.move) - 1) * this.partStride;
    const before = state.word1;
    const after = filledAfter(state.move, before, state.previous.turn);
    if (!this.whole) return this.inputsChanged(first, before, after, changes);
    changes[0] = first + before;
    changes[1] = first + after;
    changes[2] = first + seenByOther(before);
    changes[3] = first + seenByOther(after);
    return 4;
  }

  // A square has one pebble, and a column one height.
  override exclusive(): Uint16Array {
    const { rows, stride } = this;
    return Uint16Array.from({ length: this.count }, (_, input) => {
      const row = Math.min((input % stride) >> 1, rows);
      return Math.floor(input / stride) * (rows + 1) + row;
    });
  }

  symmetries(): Uint16Array[] {
    const { stride, size } = this;
    return [
      Uint16Array.from({ length: this.count }, (_, input) => input),
      Uint16Array.from(
        { length: this.count },
        (_, input) => input + (size - 1 - 2 * Math.floor(input / stride)) * stride,
      ),
    ];
  }

  private inputsChanged(first: number, before: number, after: number, changes: Int32Array): number {
    const nothing = this.count;
    let end = 0;
    for (let row = 0; row <= this.rows; row++) {
      const old = this.inputAt(before, row);
      const input = this.inputAt(after, row);
      if (old === input) continue;
      changes[end] = old === -1 ? nothing : first + old;
      changes[end + 1] = input === -1 ? nothing : first + input;
      changes[end + 2] = old === -1 ? nothing : first + (old ^ 1);
      changes[end + 3] = input === -1 ? nothing : first + (input ^ 1);
      end += 4;
    }
    return end;
  }

  /**
   * The input of a column, as side 0 sees it, that tells its pebble in a row, or past the last row its height; -1 where it is off.
   * The other side sees the input whose lowest bit is the other one.
   */
  private inputAt(filled: number, row: number): number {
    const height = 31 - Math.clz32(filled);
    if (row < this.rows) return row < height ? 2 * row + (((filled >> row) & 1) ^ 1) : -1;
    return height > 0 ? 2 * (this.rows + height - 1) + ((filled & 1) ^ 1) : -1;
  }
}

/** A column with the owners of its pebbles exchanged. */
function seenByOther(filled: number): number {
  return filled ^ ((1 << (31 - Math.clz32(filled))) - 1);
}
