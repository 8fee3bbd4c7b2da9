// What is expected is what a manifest says, which may be anything.
const MOST_EXPECTED = 1 << 26;

/** A typed array that grows as numbers are added. */
export class GrowingArray<
  Numbers extends Float32Array | Float64Array | Int32Array | Int16Array | Uint16Array | Uint8Array,
> {
  length = 0;
  private numbers: Numbers;
  private readonly Kind: new (length: number) => Numbers;

  /** With room for as many numbers as are expected; room that is not filled takes no memory. */
  constructor(Kind: new (length: number) => Numbers, expected = 1 << 12) {
    this.Kind = Kind;
    this.numbers = new Kind(Math.min(Math.max(expected, 1), MOST_EXPECTED));
  }

  push(number: number): void {
    if (this.length === this.numbers.length) this.grow(this.length + 1);
    this.numbers[this.length++] = number;
  }

  pushAll(numbers: ArrayLike<number>): void {
    const room = this.room(numbers.length);
    for (let i = 0, at = this.length; i < numbers.length; i++) room[at++] = numbers[i];
    this.length += numbers.length;
  }

  /** Adds the numbers from `start` up to `end`: for many at a time. */
  pushPart(numbers: Int8Array | Int16Array | Uint8Array | Numbers, start: number, end: number): void {
    this.room(end - start).set(numbers.subarray(start, end), this.length);
    this.length += end - start;
  }

  /** All numbers with room for so many more, to be written from `length` on by who then adds to it. */
  room(more: number): Numbers {
    if (this.length + more > this.numbers.length) this.grow(this.length + more);
    return this.numbers;
  }

  /** The numbers so far; what is added later may or may not be among them. */
  trimmed(): Numbers {
    return this.numbers.subarray(0, this.length) as Numbers;
  }

  private grow(least: number): void {
    const larger = new this.Kind(Math.max(least, this.numbers.length * 2));
    larger.set(this.numbers);
    this.numbers = larger;
  }
}
