import { ByteReader, ParquetError } from './byte-reader.ts';

const CODECS = ['none', 'SNAPPY', 'GZIP', 'LZO', 'BROTLI', 'LZ4', 'ZSTD', 'LZ4_RAW'];

/** A page as it was before it was packed; `length` is what its header says of that. */
export async function unpacked(bytes: Uint8Array, codec: number, length: number): Promise<Uint8Array> {
  switch (CODECS[codec]) {
    case 'none':
      return bytes;
    case 'SNAPPY':
      return unsnapped(bytes, length);
    case 'GZIP':
      return ungzipped(bytes, length);
    default:
      throw new ParquetError(
        `the file is packed with ${CODECS[codec] ?? `codec ${codec}`}; expected GZIP, SNAPPY or nothing, as evalsmith dataset parquet writes`,
      );
  }
}

const damaged = () => new ParquetError('the file is damaged: a page of it cannot be unpacked');

async function ungzipped(bytes: Uint8Array, length: number): Promise<Uint8Array> {
  const out = new Uint8Array(length);
  let filled = 0;
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream('gzip'));
  try {
    const reader = stream.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      // No more is kept than was announced.
      if (filled + value.length > length) throw damaged();
      out.set(value, filled);
      filled += value.length;
    }
  } catch (error) {
    throw error instanceof ParquetError ? error : damaged();
  }
  if (filled !== length) throw damaged();
  return out;
}

function unsnapped(bytes: Uint8Array, length: number): Uint8Array {
  const reader = new ByteReader(bytes);
  if (reader.varint() !== length) throw damaged();
  const out = new Uint8Array(length);
  let filled = 0;
  const little = (count: number) => {
    let value = 0;
    for (let i = 0; i < count; i++) value += reader.byte() * 256 ** i;
    return value;
  };
  while (reader.left > 0) {
    const tag = reader.byte();
    const kind = tag & 3;
    if (kind === 0) {
      const short = tag >> 2;
      const literal = reader.take((short < 60 ? short : little(short - 59)) + 1);
      if (filled + literal.length > length) throw damaged();
      out.set(literal, filled);
      filled += literal.length;
      continue;
    }
    const count = kind === 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1;
    const distance = kind === 1 ? (tag >> 5) * 256 + reader.byte() : little(kind === 2 ? 2 : 4);
    if (distance === 0 || distance > filled || filled + count > length) throw damaged();
    // Byte by byte: a copy may reach into what it writes.
    for (let i = 0; i < count; i++, filled++) out[filled] = out[filled - distance];
  }
  if (filled !== length) throw damaged();
  return out;
}
