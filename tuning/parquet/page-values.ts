import { ByteReader, ParquetError } from './byte-reader.ts';

export type Cell = number | string | boolean | null;

export const TYPES = [
  'BOOLEAN',
  'INT32',
  'INT64',
  'INT96',
  'FLOAT',
  'DOUBLE',
  'BYTE_ARRAY',
  'FIXED',
] as const;
const ENCODINGS = [
  'PLAIN',
  'GROUP_VAR_INT',
  'PLAIN_DICTIONARY',
  'RLE',
  'BIT_PACKED',
  'DELTA_BINARY_PACKED',
  'DELTA_LENGTH_BYTE_ARRAY',
  'DELTA_BYTE_ARRAY',
  'RLE_DICTIONARY',
  'BYTE_STREAM_SPLIT',
];

/** So many values of a page, without those that are missing; of a dictionary, where they stand in it. */
export function pageValues(
  reader: ByteReader,
  count: number,
  type: number,
  encoding: number,
  dictionary: readonly Cell[] | undefined,
): Cell[] {
  switch (ENCODINGS[encoding]) {
    case 'PLAIN':
      return plainValues(reader, count, type);
    case 'RLE':
      if (TYPES[type] !== 'BOOLEAN') break;
      reader.int32();
      return Array.from(runs(reader, 1, count), (bit) => bit === 1);
    case 'PLAIN_DICTIONARY':
    case 'RLE_DICTIONARY': {
      if (dictionary === undefined) throw new ParquetError('the file is damaged: a dictionary is missing');
      const places = count === 0 ? [] : runs(reader, reader.byte(), count);
      return Array.from(places, (place) => {
        if (place >= dictionary.length)
          throw new ParquetError('the file is damaged: a value is not in its dictionary');
        return dictionary[place];
      });
    }
  }
  throw new ParquetError(
    `the file has ${ENCODINGS[encoding] ?? `encoding ${encoding}`} values; expected PLAIN or a dictionary`,
  );
}

export function plainValues(reader: ByteReader, count: number, type: number): Cell[] {
  switch (TYPES[type]) {
    case 'BOOLEAN': {
      const bits = reader.take(Math.ceil(count / 8));
      return Array.from({ length: count }, (_, i) => ((bits[i >> 3] >> (i & 7)) & 1) === 1);
    }
    case 'INT32':
      return many(reader, count, 4, () => reader.int32());
    case 'INT64':
      return many(reader, count, 8, () => reader.int64());
    case 'FLOAT':
      return many(reader, count, 4, () => reader.float());
    case 'DOUBLE':
      return many(reader, count, 8, () => reader.double());
    case 'BYTE_ARRAY':
      return many(reader, count, 4, () => reader.text(reader.int32()));
    default:
      throw new ParquetError(
        `the file has a column of ${TYPES[type] ?? `type ${type}`}, which is not read here`,
      );
  }
}

function many(reader: ByteReader, count: number, least: number, read: () => Cell): Cell[] {
  if (count * least > reader.left) throw new ParquetError('the file is damaged: a page of it is cut off');
  return Array.from({ length: count }, read);
}

/** Small whole numbers of a width in bits: runs of one of them, and groups of eight that are packed. */
export function runs(reader: ByteReader, width: number, count: number): Uint32Array {
  if (width > 32) throw new ParquetError('the file is damaged: a number in it is too wide');
  const values = new Uint32Array(count);
  for (let filled = 0; filled < count;) {
    const head = reader.varint();
    if (head % 2 === 0) {
      let value = 0;
      for (let i = 0; i < Math.ceil(width / 8); i++) value += reader.byte() * 256 ** i;
      const end = Math.min(count, filled + head / 2);
      if (end === filled) throw new ParquetError('the file is damaged: a run in it is empty');
      values.fill(value, filled, end);
      filled = end;
      continue;
    }
    const length = (head - 1) * 4;
    if (length === 0) throw new ParquetError('the file is damaged: a run in it is empty');
    // The last group may be cut off where no value of it counts.
    const packed = reader.take(Math.min((length * width) / 8, reader.left));
    const end = Math.min(count, filled + length);
    if ((end - filled) * width > packed.length * 8)
      throw new ParquetError('the file is damaged: a run in it is cut off');
    for (let bit = 0; filled < end; filled++, bit += width) values[filled] = bitsAt(packed, bit, width);
  }
  return values;
}

function bitsAt(bytes: Uint8Array, start: number, width: number): number {
  let value = 0;
  for (let taken = 0; taken < width;) {
    const at = start + taken;
    const some = Math.min(width - taken, 8 - (at & 7));
    value += ((bytes[at >> 3] >> (at & 7)) & ((1 << some) - 1)) * 2 ** taken;
    taken += some;
  }
  return value;
}
