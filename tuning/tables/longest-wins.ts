import { storedValue, type StoredValues } from './exact-values.ts';

/** A position by its number, and its value. */
export interface NumberedValue {
  number: number;
  value: number;
}

/** The longest wins among values that go by, the longest first; of equal ones those of the lowest numbers. */
export class LongestWins {
  private readonly most: number;
  private readonly kept: NumberedValue[] = [];
  // What a value must exceed to be kept.
  private bar = 0;

  constructor(most: number) {
    this.most = most;
  }

  get found(): readonly NumberedValue[] {
    return this.kept;
  }

  /** Looks through stored values, the first of which is that of this number. */
  look({ bytes, bits, palette }: StoredValues, first = 0): void {
    const count = Math.floor((8 * bytes.length) / bits);
    for (let i = 0; i < count; i++) {
      const value = storedValue(bytes, bits, i, palette);
      if (value > this.bar) this.keep({ number: first + i, value });
    }
  }

  private keep(found: NumberedValue): void {
    const { kept, most } = this;
    const after = kept.findIndex(({ value }) => value < found.value);
    kept.splice(after === -1 ? kept.length : after, 0, found);
    if (kept.length > most) kept.pop();
    if (kept.length === most) this.bar = kept[most - 1].value;
  }
}
