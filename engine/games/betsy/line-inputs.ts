import { Inputs } from '../../inputs.ts';
import { BetsyInputs } from './inputs.ts';
import { type BetsyPosition, topSquares } from './position.ts';

// The inputs of columns, and for each line of the top square, which are its rows, its columns and the two diagonals, how many pebbles
// either side has on it. A line has one of its inputs on, for each pair of numbers that it has room for.

export const LINE_INPUTS = 'betsy-lines-1';

export class BetsyLineInputs extends Inputs<BetsyPosition> {
  private readonly size: number;
  private readonly columns: BetsyInputs;
  /** Inputs of a line, which are as many parts. */
  private readonly pairs: number;
  // Pebbles by line: rows from the bottom, columns, the rising and the falling diagonal.
  private readonly first: Int32Array;
  private readonly second: Int32Array;

  constructor(size: number) {
    const columns = new BetsyInputs(size);
    const lines = 2 * size + 2;
    const pairs = ((size + 1) * (size + 2)) / 2;
    super(
      LINE_INPUTS,
      columns.count + lines * pairs,
      columns.mostActive + lines,
      columns.partCount + lines * pairs,
      columns.places + lines,
    );
    this.size = size;
    this.columns = columns;
    this.pairs = pairs;
    this.first = new Int32Array(lines);
    this.second = new Int32Array(lines);
  }

  partsOf(position: BetsyPosition, parts: Int32Array): number {
    const { columns, first, second, pairs } = this;
    this.countPebbles(position);
    let end = columns.placedParts(position, parts);
    for (let line = 0; line < first.length; line++) {
      const all = first[line] + second[line];
      const part = columns.partCount + line * pairs + (all * (all + 1)) / 2;
      parts[end++] = part + first[line];
      parts[end++] = part + second[line];
    }
    return end;
  }

  inputsOf(part: number, active: Int32Array | Uint16Array, start: number): number {
    const { columns } = this;
    if (part < columns.partCount) return columns.inputsOf(part, active, start);
    active[start] = columns.count + part - columns.partCount;
    return start + 1;
  }

  override exclusive(): Uint16Array {
    const { columns, pairs } = this;
    const own = columns.exclusive();
    const groups = own.reduce((most, group) => Math.max(most, group + 1), 0);
    return Uint16Array.from({ length: this.count }, (_, input) =>
      input < columns.count ? own[input] : groups + Math.floor((input - columns.count) / pairs),
    );
  }

  symmetries(): Uint16Array[] {
    const { columns, pairs, size } = this;
    return columns.symmetries().map((image, symmetry) =>
      Uint16Array.from({ length: this.count }, (_, input) => {
        if (input < columns.count) return image[input];
        const line = Math.floor((input - columns.count) / pairs);
        if (symmetry === 0 || line < size) return input;
        const other = line < 2 * size ? 3 * size - 1 - line : 4 * size + 1 - line;
        return input + (other - line) * pairs;
      }),
    );
  }

  private countPebbles({ columns }: BetsyPosition): void {
    const { size, first, second } = this;
    first.fill(0);
    second.fill(0);
    for (let column = 1; column <= size; column++) {
      this.countColumn(column, topSquares(columns[column], 0), first);
      this.countColumn(column, topSquares(columns[column], 1), second);
    }
  }

  private countColumn(column: number, squares: number, counts: Int32Array): void {
    const size = this.size;
    for (let rest = squares; rest !== 0; rest &= rest - 1) {
      const row = 31 - Math.clz32(rest & -rest);
      counts[row]++;
      counts[size + column - 1]++;
      if (row === column - 1) counts[2 * size]++;
      if (row === size - column) counts[2 * size + 1]++;
    }
  }
}
