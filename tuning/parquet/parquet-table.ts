import { ByteReader, ParquetError } from './byte-reader.ts';
import { unpacked } from './packing.ts';
import { type Cell, pageValues, plainValues, runs } from './page-values.ts';
import { numberIn, readStruct, structIn, structsIn, textIn, type ThriftStruct } from './thrift.ts';

/** Where the bytes of a file are: on a disk, in memory, or with a browser. */
export interface ByteSource {
  size: number;
  read(start: number, end: number): Promise<Uint8Array>;
}

export interface ParquetTable {
  rows: number;
  /** By their names, in the order of the file. */
  columns: ReadonlyMap<string, readonly Cell[]>;
  /** What whoever made the file wrote into its footer. */
  notes: ReadonlyMap<string, string>;
}

const MAGIC = 'PAR1';
const TAIL = 8;
const [REQUIRED, OPTIONAL] = [0, 1];
const [DATA, , DICTIONARY, DATA_2] = [0, 1, 2, 3];

/** The whole table of a Parquet file whose columns are flat; throws ParquetError for any other file. */
export async function readParquet(source: ByteSource): Promise<ParquetTable> {
  const footer = await footerOf(source);
  const [root, ...schema] = structsIn(footer, 2);
  if (root === undefined) throw new ParquetError('the file is damaged: its footer names no columns');
  if (schema.some((element) => numberIn(element, 5, 0) > 0))
    throw new ParquetError('the file has columns inside columns; expected a flat table');
  const rows = numberIn(footer, 3);
  const columns = new Map<string, readonly Cell[]>();
  const groups = structsIn(footer, 4);
  for (const [i, element] of schema.entries()) {
    const cells: Cell[] = [];
    for (const group of groups) {
      const chunk = structsIn(group, 1)[i];
      if (chunk === undefined) throw new ParquetError('the file is damaged: a column is missing');
      for (const page of await chunkCells(source, structIn(chunk, 3), element, numberIn(group, 3)))
        for (const cell of page) cells.push(cell);
    }
    if (cells.length !== rows)
      throw new ParquetError(
        `the file is damaged: ${textIn(element, 4)} has ${cells.length} of ${rows} values`,
      );
    columns.set(textIn(element, 4), cells);
  }
  const notes = new Map(structsIn(footer, 5).map((note) => [textIn(note, 1), textIn(note, 2)]));
  return { rows, columns, notes };
}

async function footerOf(source: ByteSource): Promise<ThriftStruct> {
  const noParquet = new ParquetError('this is no Parquet file');
  if (source.size < TAIL + MAGIC.length) throw noParquet;
  const tail = new ByteReader(await source.read(source.size - TAIL, source.size));
  const length = tail.int32();
  if (tail.text(MAGIC.length) !== MAGIC) throw noParquet;
  const start = source.size - TAIL - length;
  if (length < 0 || start < MAGIC.length)
    throw new ParquetError('the file is damaged: its footer is cut off');
  return readStruct(new ByteReader(await source.read(start, start + length)));
}

/** The cells of a column in a group of rows, page by page. */
async function chunkCells(
  source: ByteSource,
  chunk: ThriftStruct,
  element: ThriftStruct,
  rows: number,
): Promise<Cell[][]> {
  const [type, codec] = [numberIn(chunk, 1), numberIn(chunk, 4)];
  const repetition = numberIn(element, 3, REQUIRED);
  if (repetition > OPTIONAL)
    throw new ParquetError('the file has columns inside columns; expected a flat table');
  const data = numberIn(chunk, 9);
  const first = numberIn(chunk, 11, 0);
  // A file of a few writers has a place of a dictionary that is not there.
  const start = first > 0 ? Math.min(first, data) : data;
  const end = start + numberIn(chunk, 7);
  if (!(start >= 0 && end <= source.size && start <= end))
    throw new ParquetError('the file is damaged: a column is outside it');
  const reader = new ByteReader(await source.read(start, end));
  let dictionary: readonly Cell[] | undefined;
  const pages: Cell[][] = [];
  let there = 0;
  while (there < rows) {
    const head = readStruct(reader);
    const size = numberIn(head, 2);
    if (size < 0 || size > MOST_PAGE)
      throw new ParquetError('the file is damaged: a page of it is too large');
    const bytes = reader.take(numberIn(head, 3));
    const kind = numberIn(head, 1);
    if (kind === DICTIONARY) {
      const words = new ByteReader(await unpacked(bytes, codec, size));
      dictionary = plainValues(words, numberIn(structIn(head, 7), 1), type);
      continue;
    }
    if (kind !== DATA && kind !== DATA_2) continue;
    const cells =
      kind === DATA
        ? firstPage(await unpacked(bytes, codec, size), structIn(head, 5))
        : await secondPage(bytes, structIn(head, 8), size);
    if (cells.length === 0) throw new ParquetError('the file is damaged: a page of it is empty');
    there += cells.length;
    pages.push(cells);
  }
  return pages;

  function firstPage(page: Uint8Array, head: ThriftStruct): Cell[] {
    const count = countIn(head);
    const values = new ByteReader(page);
    let levels: Uint32Array | undefined;
    if (repetition === OPTIONAL) levels = runs(new ByteReader(values.take(values.int32())), 1, count);
    return withGaps(values, count, levels, numberIn(head, 2));
  }

  async function secondPage(bytes: Uint8Array, head: ThriftStruct, size: number): Promise<Cell[]> {
    const count = countIn(head);
    const packed = new ByteReader(bytes);
    const levelBytes = numberIn(head, 5);
    packed.take(numberIn(head, 6));
    const ofLevels = packed.take(levelBytes);
    const levels = repetition === OPTIONAL ? runs(new ByteReader(ofLevels), 1, count) : undefined;
    const isPacked = head.get(7) !== false;
    const rest = packed.take(packed.left);
    const values = isPacked ? await unpacked(rest, codec, size - (bytes.length - rest.length)) : rest;
    return withGaps(new ByteReader(values), count, levels, numberIn(head, 4));
  }

  /** Values where the levels have a one, and nothing where they have none. */
  function withGaps(
    values: ByteReader,
    count: number,
    levels: Uint32Array | undefined,
    encoding: number,
  ): Cell[] {
    const present = levels === undefined ? count : levels.reduce((sum, level) => sum + level, 0);
    const found = pageValues(values, present, type, encoding, dictionary);
    if (levels === undefined || present === count) return found;
    let next = 0;
    return Array.from(levels, (level) => (level === 1 ? found[next++] : null));
  }

  function countIn(head: ThriftStruct): number {
    const count = numberIn(head, 1);
    if (!(count >= 0 && there + count <= rows))
      throw new ParquetError('the file is damaged: a column has more values than there are rows');
    return count;
  }
}

// Writers make pages of a megabyte or so.
const MOST_PAGE = 1 << 30;
