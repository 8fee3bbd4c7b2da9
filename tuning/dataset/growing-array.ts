/** A typed array that grows as numbers are added. */
export class GrowingArray<Numbers extends Float32Array | Int32Array | Int16Array | Uint16Array> {
  length = 0;
  private numbers: Numbers;
  private readonly Kind: new (length: number) => Numbers;

  /** With room for as many numbers as are expected; room that is not filled takes no memory. */
  constructor(Kind: new (length: number) => Numbers, expected = 1 << 12) {
    this.Kind = Kind;
    this.numbers = new Kind(expected);
  }

  push(number: number): void {
    if (this.length === this.numbers.length) this.grow(this.length + 1);
    this.numbers[this.length++] = number;
  }

  /** Adds the numbers from `start` up to `end`. */
  pushAll(numbers: ArrayLike<number>, start = 0, end = numbers.length): void {
    const length = this.length + end - start;
    if (length > this.numbers.length) this.grow(length);
    for (let i = start, at = this.length; i < end; i++) this.numbers[at++] = numbers[i];
    this.length = length;
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
