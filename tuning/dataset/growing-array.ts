/** A typed array that grows as numbers are added. */
export class GrowingArray<Numbers extends Float32Array | Int32Array | Int16Array | Uint16Array> {
  length = 0;
  private numbers: Numbers;
  private readonly Kind: new (length: number) => Numbers;

  constructor(Kind: new (length: number) => Numbers) {
    this.Kind = Kind;
    this.numbers = new Kind(1 << 12);
  }

  push(number: number): void {
    if (this.length === this.numbers.length) this.grow(this.length + 1);
    this.numbers[this.length++] = number;
  }

  pushAll(numbers: ArrayLike<number>): void {
    if (this.length + numbers.length > this.numbers.length) this.grow(this.length + numbers.length);
    this.numbers.set(numbers, this.length);
    this.length += numbers.length;
  }

  trimmed(): Numbers {
    return this.numbers.slice(0, this.length) as Numbers;
  }

  private grow(least: number): void {
    const larger = new this.Kind(Math.max(least, this.numbers.length * 2));
    larger.set(this.numbers);
    this.numbers = larger;
  }
}
