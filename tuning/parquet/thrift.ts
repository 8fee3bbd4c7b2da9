import { type ByteReader, ParquetError } from './byte-reader.ts';

/** A value of the compact protocol; a struct has its fields by their numbers. */
export type ThriftValue = number | boolean | Uint8Array | ThriftValue[] | ThriftStruct;
export type ThriftStruct = ReadonlyMap<number, ThriftValue>;

// The kinds of values, as the compact protocol numbers them.
const [STOP, TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, SET, , STRUCT] = Array(13).keys();

// No header of a Parquet file is as deep as that.
const DEEPEST = 16;

export function readStruct(reader: ByteReader, depth = 0): ThriftStruct {
  if (depth > DEEPEST) throw new ParquetError('the file is damaged: its footer is nested too deep');
  const fields = new Map<number, ThriftValue>();
  for (let field = 0; ;) {
    const head = reader.byte();
    const kind = head & 15;
    if (kind === STOP) return fields;
    const step = head >> 4;
    field = step === 0 ? unzigzag(reader.varint()) : field + step;
    fields.set(field, kind === TRUE || kind === FALSE ? kind === TRUE : readValue(reader, kind, depth));
  }
}

function readValue(reader: ByteReader, kind: number, depth: number): ThriftValue {
  switch (kind) {
    case TRUE:
    case FALSE:
      return reader.byte() === TRUE;
    case BYTE:
      return (reader.byte() << 24) >> 24;
    case I16:
    case I32:
    case I64:
      return unzigzag(reader.varint());
    case DOUBLE:
      return reader.double();
    case BINARY:
      return reader.take(reader.varint());
    case LIST:
    case SET: {
      const head = reader.byte();
      const length = head >> 4 === 15 ? reader.varint() : head >> 4;
      // Each takes a byte at least, so a length that is not true is found before room is made for it.
      if (length > reader.left) throw new ParquetError('the file is damaged: a list in it is cut off');
      return Array.from({ length }, () => readValue(reader, head & 15, depth));
    }
    case STRUCT:
      return readStruct(reader, depth + 1);
    default:
      throw new ParquetError('the file is damaged: its footer cannot be read');
  }
}

const unzigzag = (value: number) => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

/** The number of a field; refused where it is missing, unless there is another for that. */
export function numberIn(struct: ThriftStruct, field: number, otherwise?: number): number {
  const value = struct.get(field) ?? otherwise;
  if (typeof value !== 'number') throw new ParquetError('the file is damaged: its footer lacks a number');
  return value;
}

export function textIn(struct: ThriftStruct, field: number): string {
  const value = struct.get(field);
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : '';
}

export function structIn(struct: ThriftStruct, field: number): ThriftStruct {
  const value = struct.get(field);
  if (!(value instanceof Map)) throw new ParquetError('the file is damaged: its footer lacks a part');
  return value as ThriftStruct;
}

export function structsIn(struct: ThriftStruct, field: number): ThriftStruct[] {
  const value = struct.get(field) ?? [];
  if (!Array.isArray(value) || !value.every((one) => one instanceof Map))
    throw new ParquetError('the file is damaged: its footer lacks a list');
  return value;
}
