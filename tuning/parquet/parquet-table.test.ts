import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, describe, expect, test } from 'vitest';
import { readManifest } from '../dataset/manifest.ts';
import { writeParquet } from '../dataset/parquet.ts';
import { gameRows } from '../dataset/rows.ts';
import { readShard } from '../dataset/shards.ts';
import { packageFolder } from '../store/identity.ts';
import { ParquetError } from './byte-reader.ts';
import { readParquet } from './parquet-table.ts';

const room = mkdtempSync(join(tmpdir(), 'evalsmith-parquet-'));
afterAll(() => rmSync(room, { recursive: true, force: true }));

const sourceOf = (bytes: Uint8Array) => ({
  size: bytes.length,
  read: (start: number, end: number) => Promise.resolve(bytes.subarray(start, end)),
});
const read = (file: string) => readParquet(sourceOf(readFileSync(file)));

let files = 0;
/** What DuckDB writes of a query, and what it says is in it. */
async function written(query: string, options: string) {
  const file = join(room, `${files++}.parquet`);
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`COPY (${query}) TO '${file}' (FORMAT parquet, ${options})`);
  const rows = (await connection.runAndReadAll(query)).getRowsJson();
  connection.closeSync();
  instance.closeSync();
  return { file, rows };
}

async function rowsIn(file: string) {
  const { rows, columns } = await read(file);
  const values = [...columns.values()];
  return Array.from({ length: rows }, (_, i) => values.map((column) => column[i]));
}

test.each(['betsy-sample', 'raichu-sample', 'conga-sample'])('%s comes back row by row', async (name) => {
  const folder = join(packageFolder(), 'datasets', name);
  const manifest = readManifest(folder);
  const file = join(room, `${name}.parquet`);
  expect(await writeParquet(folder, file)).toBe(manifest.positions);
  const { rows, columns, notes } = await read(file);
  expect(rows).toBe(manifest.positions);
  expect(Object.fromEntries(notes)).toEqual({
    game: manifest.game,
    size: String(manifest.size),
    kind: 'games',
  });
  const expected = manifest.shards.flatMap((shard) => [...gameRows(readShard(folder, shard))]);
  for (const column of columns.keys())
    expect(columns.get(column), column).toEqual(
      expected.map((row) => (row as unknown as Record<string, unknown>)[column] ?? null),
    );
});

// Numbers of both signs, gaps, words of every length, columns of one value and of none.
const MIXED = `SELECT i::INTEGER AS whole, i::BIGINT * i * 1000003 - 40000 AS large, i / 7::DOUBLE AS share, (i / 3)::FLOAT AS part,
  CASE WHEN i % 3 = 0 THEN NULL ELSE repeat(chr(97 + i % 26), i % 40) || 'é' END AS word, i % 5 = 0 AS sign, NULL::INTEGER AS none,
  'one' AS same, CASE WHEN i % 100 < 97 THEN NULL ELSE i END AS seldom FROM (SELECT unnest(range(CAST(5000 AS BIGINT)))::INTEGER - 2000 AS i)`;

test.each([
  ['COMPRESSION gzip'],
  ['COMPRESSION snappy'],
  ['COMPRESSION uncompressed'],
  ['COMPRESSION snappy, ROW_GROUP_SIZE 2048'],
  ['COMPRESSION gzip, DICTIONARY_SIZE_LIMIT 1'],
])('what DuckDB writes with %s is read as DuckDB reads it', async (options) => {
  const { file, rows } = await written(MIXED, options);
  const expected = rows.map((row) => row.map((cell, i) => (i === 1 ? Number(cell) : cell)));
  expect(await rowsIn(file)).toEqual(expected);
});

test('a table without rows has its columns', async () => {
  const { file } = await written('SELECT 1 AS one WHERE false', 'COMPRESSION gzip');
  const { rows, columns } = await read(file);
  expect([rows, [...columns]]).toEqual([0, [['one', []]]]);
});

test.each([
  ['SELECT 1 AS one', 'COMPRESSION zstd', 'the file is packed with ZSTD; expected GZIP'],
  ['SELECT [1, 2] AS list', 'COMPRESSION gzip', 'columns inside columns'],
  ['SELECT unnest(range(9999)) AS i', 'COMPRESSION gzip, PARQUET_VERSION V2', 'DELTA_BINARY_PACKED values'],
  ['SELECT uuid() AS id', 'COMPRESSION gzip', 'a column of FIXED'],
])('%s with %s is refused by what is not read', async (query, options, reason) => {
  const { file } = await written(query, options);
  await expect(read(file)).rejects.toThrow(reason);
});

describe('a damaged file', () => {
  test.each([
    ['', 'this is no Parquet file'],
    ['a,b\n1,2\nthe rest of it', 'this is no Parquet file'],
    ['PAR1\x00\x00\x00\x7fPAR1', 'its footer is cut off'],
    ['PAR1\x00\x01\x00\x00\x00PAR1', 'the file is damaged'],
  ])('%j is refused', async (text, reason) => {
    const refused = readParquet(sourceOf(new TextEncoder().encode(text)));
    await expect(refused).rejects.toThrow(reason);
    await expect(refused).rejects.toBeInstanceOf(ParquetError);
  });

  test.each(['gzip', 'snappy', 'uncompressed'])(
    'by any byte, packed with %s, is refused or read',
    async (packing) => {
      const { file } = await written(
        `SELECT i AS whole, CASE WHEN i % 2 = 0 THEN 'word' || i % 9 END AS word FROM (SELECT unnest(range(60)) AS i)`,
        `COMPRESSION ${packing}`,
      );
      const bytes = readFileSync(file);
      let refused = 0;
      for (let i = 0; i < bytes.length; i++)
        for (const change of [1, 128, 255]) {
          const damaged = Uint8Array.from(bytes);
          damaged[i] ^= change;
          try {
            await readParquet(sourceOf(damaged));
          } catch (error) {
            expect(error, `byte ${i}`).toBeInstanceOf(ParquetError);
            refused++;
          }
        }
      expect(refused).toBeGreaterThan(0);
      for (let i = 0; i < bytes.length; i++)
        await expect(readParquet(sourceOf(bytes.subarray(0, i)))).rejects.toBeInstanceOf(ParquetError);
    },
  );
});
