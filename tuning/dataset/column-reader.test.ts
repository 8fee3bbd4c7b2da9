import { appendFileSync, chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { evalsmith } from '../testing/run-command.ts';
import { columnsFolder, pruneCache, readArrays, writeArrays } from './column-cache.ts';
import { type ReadingWay, readShards } from './column-reader.ts';
import { gameOf } from './dataset-game.ts';
import { DatasetWriter } from './dataset-writer.ts';
import { readManifest } from './manifest.ts';
import { GAME_COLUMNS } from './rows.ts';
import { visitSamples } from './samples.ts';
import type { DecodedShard } from './shard-columns.ts';

const root = mkdtempSync(join(tmpdir(), 'evalsmith-reading-'));
const at = (...parts: string[]) => join(root, ...parts);
const cached = { workers: 1, isCached: true };
const plain = { workers: 1, isCached: false };
const before = process.env['XDG_CACHE_HOME'];

beforeAll(async () => {
  const settings = '--nodes 40 --random-rate 0.1 --cap 40 --workers 1 --games-per-shard 4';
  for (const game of ['betsy', 'raichu', 'conga'])
    await evalsmith(`selfplay ${game} --games 12 ${settings} --out ${at(game)}`.split(' '));
  await evalsmith(`dataset dedupe ${at('conga')} --out ${at('positions')}`.split(' '));
}, 60_000);

beforeEach(() => {
  process.env['XDG_CACHE_HOME'] = mkdtempSync(at('cache-'));
});

afterAll(() => {
  if (before === undefined) delete process.env['XDG_CACHE_HOME'];
  else process.env['XDG_CACHE_HOME'] = before;
  rmSync(root, { recursive: true, force: true });
});

/** All numbers of a dataset, however many bytes each takes. */
async function read(folder: string, way: ReadingWay): Promise<unknown> {
  const manifest = readManifest(folder);
  const shards: DecodedShard[] = [];
  const game = gameOf(manifest);
  const { id } = game.inputs(manifest.size);
  for await (const shard of readShards(game, folder, manifest, id, way)) shards.push(shard);
  return shards.map(({ columns, lists }) =>
    Object.entries({ ...columns, ...lists }).map(([name, numbers]) => [name, [numbers].flat().join()]),
  );
}

function cacheFiles(): string[] {
  const folder = join(process.env['XDG_CACHE_HOME']!, 'evalsmith', 'columns');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) =>
    readdirSync(join(folder, name)).map((file) => join(folder, name, file)),
  );
}

test.each(['betsy', 'raichu', 'conga', 'positions'])(
  'the numbers of %s are the same in threads, when they are kept and when they are read again',
  async (name) => {
    const expected = await read(at(name), plain);
    expect(JSON.stringify(expected).length).toBeGreaterThan(1000);
    expect(cacheFiles()).toEqual([]);
    expect(await read(at(name), { workers: 3, isCached: false })).toEqual(expected);
    expect(await read(at(name), { workers: 2, isCached: true })).toEqual(expected);
    expect(cacheFiles().length).toBe(2 * readManifest(at(name)).shards.length);
    expect(await read(at(name), cached)).toEqual(expected);
  },
);

test('a kept file with a byte changed, cut off or added to is made again', async () => {
  const expected = await read(at('betsy'), cached);
  const [file] = cacheFiles();
  const whole = readFileSync(file);
  const damages: (() => void)[] = [
    ...[0, 40, 64, 65, 80, 200, whole.length >> 1, whole.length - 1].map((place) => () => {
      const bytes = Buffer.from(whole);
      bytes[place] ^= 4;
      writeFileSync(file, bytes);
    }),
    () => writeFileSync(file, whole.subarray(0, -8)),
    () => writeFileSync(file, ''),
    () => appendFileSync(file, '12345678'),
    () => rmSync(file),
  ];
  for (const damage of damages) {
    damage();
    expect(await read(at('betsy'), cached)).toEqual(expected);
    expect(readFileSync(file).equals(whole)).toBe(true);
  }
});

test('a kept file of another shard is not taken for this one', async () => {
  const expected = await read(at('betsy'), cached);
  const [first, , second] = cacheFiles();
  cpSync(second, first);
  expect(await read(at('betsy'), cached)).toEqual(expected);
});

test('a damaged shard is refused, in a thread and though its numbers are kept', async () => {
  const folder = at('damaged');
  cpSync(at('betsy'), folder, { recursive: true });
  await read(folder, cached);
  const file = join(folder, 'shard-00001.csv.gz');
  const bytes = readFileSync(file);
  bytes[bytes.length >> 1] ^= 1;
  writeFileSync(file, bytes);
  const problem = `${file}: the file is damaged`;
  for (const way of [plain, cached, { workers: 2, isCached: false }])
    await expect(read(folder, way)).rejects.toThrow(problem);
});

test('where the cache cannot be written nothing is kept, and nothing is written through a link', async () => {
  const expected = await read(at('betsy'), plain);
  writeFileSync(at('file'), '');
  process.env['XDG_CACHE_HOME'] = at('file');
  expect(await read(at('betsy'), cached)).toEqual(expected);
  const readOnly = mkdtempSync(at('read-only-'));
  chmodSync(readOnly, 0o500);
  process.env['XDG_CACHE_HOME'] = readOnly;
  expect(await read(at('betsy'), cached)).toEqual(expected);
  process.env['XDG_CACHE_HOME'] = mkdtempSync(at('cache-'));
  const elsewhere = mkdtempSync(at('elsewhere-'));
  await read(at('betsy'), cached);
  const [file] = cacheFiles();
  const own = join(file, '..');
  rmSync(own, { recursive: true });
  symlinkSync(elsewhere, own);
  expect(await read(at('betsy'), cached)).toEqual(expected);
  expect(readdirSync(elsewhere)).toEqual([]);
});

test('the datasets used longest ago go where all take too much, and nothing else does', () => {
  const folders = ['a', 'b', 'c'].map((letter) => columnsFolder(letter.repeat(64), '0123456789ab'));
  folders.forEach((folder, i) => {
    writeArrays(join(folder, 'shard'), 'name', { numbers: new Float32Array(1000) });
    utimesSync(folder, 1000 + i, 1000 + i);
  });
  const other = join(folders[0], '..', 'other');
  mkdirSync(other);
  const { size } = statSync(join(folders[0], 'shard'));
  pruneCache(folders[0], 2 * size);
  expect(folders.map((folder) => existsSync(folder))).toEqual([true, false, true]);
  expect(existsSync(other)).toBe(true);
  expect(readArrays(join(folders[0], 'shard'), 'name')).toEqual({ numbers: new Float32Array(1000) });
});

test.each([
  ['1,2,x,....\n', 'row 1 has 4 fields; expected 10'],
  ['1,2,x,....,1,search,0,1,0,cap,more\n', 'row 1 has 11 fields; expected 10'],
  ['1,2,x,....,1,search,0', 'row 1 is cut off'],
  [`1,2,x,${'?'.repeat(40)},1,search,0,1,0,cap\n`, 'BOARD has "?" at character 1'],
])('a row like %j is refused', (text, problem) => {
  const folder = mkdtempSync(at('rows-'));
  const writer = new DatasetWriter(folder, { kind: 'games', game: 'betsy', size: 5, settings: {} });
  writer.add(text, 1);
  const manifest = writer.finish();
  expect(GAME_COLUMNS.length).toBe(10);
  expect(() => visitSamples(gameOf(manifest), folder, manifest, () => {})).toThrow(problem);
});
