/** A file that is no Parquet file, is damaged, or has something that is not read here. */
export class ParquetError extends Error {}

const decoder = new TextDecoder();

/** Bytes read one thing after the other; every read past their end is refused. */
export class ByteReader {
  readonly bytes: Uint8Array;
  at: number;
  private readonly view: DataView;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  byte(): number {
    return this.bytes[this.step(1)];
  }

  int32(): number {
    return this.view.getInt32(this.step(4), true);
  }

  int64(): number {
    return Number(this.view.getBigInt64(this.step(8), true));
  }

  float(): number {
    return this.view.getFloat32(this.step(4), true);
  }

  double(): number {
    return this.view.getFloat64(this.step(8), true);
  }

  take(length: number): Uint8Array {
    const start = this.step(length);
    return this.bytes.subarray(start, start + length);
  }

  text(length: number): string {
    return decoder.decode(this.take(length));
  }

  /** A whole number without a sign, seven bits a byte, the lowest first; exact up to 2^53. */
  varint(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      if (scale > 2 ** 63) throw new ParquetError('the file is damaged: a number in it does not end');
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  private step(length: number): number {
    if (!(length >= 0 && length <= this.left))
      throw new ParquetError('the file is damaged: something in it ends too early');
    const start = this.at;
    this.at += length;
    return start;
  }
}
