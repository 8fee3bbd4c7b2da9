import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { canonicalBoard } from '../../engine/game.ts';
import { games } from '../../engine/games/index.ts';
import { evalsmith } from '../testing/run-command.ts';
import { packageFolder } from '../store/identity.ts';
import { readColumns } from './columns.ts';
import { describeDataset } from './dataset-writer.ts';
import { gameOf } from './dataset-game.ts';
import { readManifest, withShards, writeManifest } from './manifest.ts';
import { gameRows, positionRows } from './rows.ts';
import { readShard, shardTexts, writeShard } from './shards.ts';

const folder = mkdtempSync(join(tmpdir(), 'evalsmith-dataset-'));
const source = join(folder, 'source');
let copies = 0;

beforeAll(async () => {
  const options = ['--games', '40', '--nodes', '60', '--games-per-shard', '15', '--random-rate', '0.1'];
  expect((await evalsmith(['selfplay', 'raichu', '--out', source, ...options])).code).toBe(0);
});

function copy(): string {
  const path = join(folder, `copy-${copies++}`);
  cpSync(source, path, { recursive: true });
  return path;
}

/** Rewrites a row of a shard, hashes and all, as somebody would who wants to deceive. */
function editRow(
  dataset: string,
  shardNumber: number,
  row: number,
  change: (fields: string[]) => string[],
): void {
  const manifest = readManifest(dataset);
  const shard = manifest.shards[shardNumber];
  const lines = readShard(dataset, shard).split('\n');
  lines[row] = change(lines[row].split(',')).join(',');
  const edited = writeShard(dataset, shardNumber, lines.join('\n'), shard);
  writeManifest(
    dataset,
    withShards(
      manifest,
      manifest.shards.map((other) => (other === shard ? edited : other)),
    ),
  );
}

const field = (index: number, value: string) => (fields: string[]) => fields.with(index, value);

describe('verify names', () => {
  const shard = 'shard-00001.csv.gz';
  test.each<[string, (dataset: string) => void, RegExp]>([
    [
      'a flipped byte',
      (dataset) => {
        const bytes = readFileSync(join(dataset, shard));
        bytes[bytes.length >> 1] ^= 1;
        writeFileSync(join(dataset, shard), bytes);
      },
      /^shard-00001\.csv\.gz: (the file is damaged|its contents are not)/,
    ],
    [
      'a missing shard',
      (dataset) => rmSync(join(dataset, shard)),
      /^shard-00001\.csv\.gz: the file is missing$/,
    ],
    [
      'a truncated shard',
      (dataset) => truncateSync(join(dataset, shard), 100),
      /^shard-00001\.csv\.gz: the file is damaged: it has 100 bytes of \d+$/,
    ],
    [
      'a shard of another run',
      (dataset) => cpSync(join(dataset, 'shard-00000.csv.gz'), join(dataset, shard)),
      /^shard-00001\.csv\.gz: the file is damaged: /,
    ],
    [
      'an edited result',
      (dataset) => editRow(dataset, 1, 12, (fields) => fields.with(8, fields[8] === '1' ? '0' : '1')),
      /^shard-00001\.csv\.gz row 12: the result is/,
    ],
    ['an edited end', (dataset) => editRow(dataset, 1, 9, field(9, 'line')), /row 9: the end is line/],
    [
      'an illegal move',
      (dataset) => editRow(dataset, 1, 7, field(4, '1.1-9.9')),
      /row 7: the move 1.1-9.9 is not legal$/,
    ],
    [
      'another board',
      (dataset) => editRow(dataset, 1, 5, (fields) => fields.with(3, fields[3].replace('w', '.'))),
      /row 5: the board is /,
    ],
    [
      'rows out of order',
      (dataset) => {
        editRow(dataset, 1, 3, (fields) => fields.with(1, '7'));
      },
      /row 3: the ply is 7; expected 2$/,
    ],
    [
      'a score that nobody searched',
      (dataset) => editRow(dataset, 1, 2, field(6, '5')),
      /row 2: a move by opening has a score/,
    ],
    [
      'another player',
      (dataset) => editRow(dataset, 1, 2, field(2, 'w')),
      /row 2: the player is w; expected b$/,
    ],
    [
      'a wrong count',
      (dataset) => {
        const manifest = readManifest(dataset);
        writeManifest(dataset, { ...manifest, games: 41 });
      },
      /^manifest\.json: 41 games/,
    ],
  ])('%s', async (_, spoil, reason) => {
    const dataset = copy();
    spoil(dataset);
    const { code, out } = await evalsmith(['dataset', 'verify', dataset]);
    expect([code, out[0]]).toEqual([1, expect.stringMatching(reason)]);
  });

  test('a result that was turned round in every row of a game', async () => {
    const dataset = copy();
    const manifest = readManifest(dataset);
    const rows = [...gameRows(readShard(dataset, manifest.shards[0]))];
    const decided = rows.find(({ result }) => result !== 0.5)!.game;
    rows.forEach((row, i) => {
      if (row.game === decided)
        editRow(dataset, 0, i + 1, (fields) => fields.with(8, String(1 - row.result)));
    });
    const { code, out } = await evalsmith(['dataset', 'verify', dataset]);
    expect([code, out[0]]).toEqual([1, expect.stringContaining(`game ${decided} ended`)]);
  });
});

test('tools refuse a damaged shard in one line', async () => {
  const dataset = copy();
  truncateSync(join(dataset, 'shard-00002.csv.gz'), 50);
  const { code, notes } = await evalsmith(['dataset', 'stats', dataset]);
  expect([code, notes]).toEqual([2, [expect.stringContaining('shard-00002.csv.gz: the file is damaged')]]);
});

test('stats count what is there', async () => {
  const { out } = await evalsmith(['dataset', 'stats', source, '--json']);
  const stats = JSON.parse(out[0]) as Record<string, number> & {
    results: Record<string, number>;
    ends: Record<string, number>;
  };
  const rows = [...shardTexts(source, readManifest(source))].flatMap((text) => [...gameRows(text)]);
  expect(stats['positions']).toBe(rows.length);
  expect(stats['searched']).toBe(rows.filter((row) => row.source === 'search').length);
  const firstWins = rows.filter((row) => row.ply === 0 && row.result === 1).length;
  expect(stats.results['first']).toBe(firstWins);
  expect(Object.values(stats.ends).reduce((sum, count) => sum + count)).toBe(40);
});

describe('dedupe', () => {
  const positionsOf = (dataset: string) =>
    [...shardTexts(dataset, readManifest(dataset))].flatMap((text) => [...positionRows(text)]);

  test.each(['none', 'first', 'merge'])('by %s keeps what it should', async (mode) => {
    const out = join(folder, `dedupe-${mode}`);
    expect((await evalsmith(['dataset', 'dedupe', source, '--out', out, '--mode', mode, '--all'])).code).toBe(
      0,
    );
    expect((await evalsmith(['dataset', 'verify', out])).code).toBe(0);
    const manifest = readManifest(source);
    const rows = [...shardTexts(source, manifest)].flatMap((text) => [...gameRows(text)]);
    const groups = new Map<string, number[]>();
    for (const row of rows) {
      const name = row.player + canonicalBoard(gameOf(manifest), 8, row.board);
      groups.set(name, [...(groups.get(name) ?? []), row.result]);
    }
    const kept = positionsOf(out);
    if (mode === 'none') return expect(kept).toHaveLength(rows.length);
    expect(kept).toHaveLength(groups.size);
    for (const { player, board, result, count } of kept) {
      const results = groups.get(player + board)!;
      if (mode === 'first') expect([result, count]).toEqual([results[0], 1]);
      else {
        expect(count).toBe(results.length);
        expect(result).toBeCloseTo(results.reduce((sum, one) => sum + one) / results.length, 5);
      }
    }
  });
});

test('split puts every game whole into one part', async () => {
  const out = join(folder, 'split');
  expect((await evalsmith(['dataset', 'split', source, '--out', out, '--held-out', '0.3'])).code).toBe(0);
  const parts = ['train', 'held-out'].map((part) => join(out, part));
  const numbers = parts.map(
    (part) =>
      new Set(
        [...shardTexts(part, readManifest(part))].flatMap((text) =>
          [...gameRows(text)].map((row) => row.game),
        ),
      ),
  );
  expect(numbers[0].size + numbers[1].size).toBe(40);
  expect(numbers[1].size).toBeGreaterThan(3);
  expect([...numbers[0]].filter((game) => numbers[1].has(game))).toEqual([]);
  for (const part of parts) expect((await evalsmith(['dataset', 'verify', part])).code).toBe(0);
});

test('sample chooses the same positions for the same seed and others for another', async () => {
  const sampled = async (name: string, seed: string) => {
    const out = join(folder, name);
    await evalsmith(['dataset', 'sample', source, '--out', out, '--positions', '30', '--seed', seed]);
    return readManifest(out);
  };
  const [once, again, other] = [await sampled('s1', '1'), await sampled('s2', '1'), await sampled('s3', '2')];
  expect(once).toEqual(again);
  expect(once.positions).toBe(30);
  expect(other.shards[0].sha256).not.toBe(once.shards[0].sha256);
});

test('merge of different runs numbers games anew', async () => {
  const other = join(folder, 'other');
  await evalsmith(['selfplay', 'raichu', '--out', other, '--games', '5', '--nodes', '30', '--seed', '9']);
  const out = join(folder, 'merged');
  expect((await evalsmith(['dataset', 'merge', source, other, '--out', out])).code).toBe(0);
  expect(readManifest(out).games).toBe(45);
  expect((await evalsmith(['dataset', 'verify', out])).code).toBe(0);
});

test('a dataset made from others tells how they were made, and what they were made from', async () => {
  const [once, twice] = [join(folder, 'once'), join(folder, 'twice')];
  await evalsmith(['dataset', 'dedupe', source, '--out', once]);
  await evalsmith(['dataset', 'sample', once, '--positions', '10', '--out', twice]);
  const { sources } = readManifest(twice);
  expect(sources).toEqual([describeDataset(readManifest(once))]);
  expect(sources?.[0].sources).toEqual([describeDataset(readManifest(source))]);
  expect(sources?.[0].sources?.[0]).toMatchObject({
    kind: 'games',
    size: 8,
    games: 40,
    settings: { by: 'selfplay' },
  });
});

test('merge refuses datasets of different games', async () => {
  const betsy = join(folder, 'betsy');
  await evalsmith(['selfplay', 'betsy', '--out', betsy, '--games', '2', '--nodes', '30']);
  const { code, notes } = await evalsmith(['dataset', 'merge', source, betsy, '--out', join(folder, 'no')]);
  expect([code, notes]).toEqual([2, [expect.stringContaining('betsy 5')]]);
});

test('features writes the values that the columns hold', async () => {
  const file = join(folder, 'features.csv');
  expect((await evalsmith(['dataset', 'features', source, '--out', file])).code).toBe(0);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(1);
  const columns = readColumns(gameOf(readManifest(source)), [source]);
  expect(lines).toHaveLength(columns.rows);
  for (const row of [0, 100, columns.rows - 1]) {
    const values = lines[row].split(',').slice(-columns.names.length).map(Number);
    const start = row * columns.names.length;
    expect(values).toEqual(Array.from(columns.features.subarray(start, start + columns.names.length)));
  }
});

test('columns of two datasets keep their games apart', () => {
  const columns = readColumns(gameOf(readManifest(source)), [source, source]);
  expect(columns.rows).toBe(2 * readManifest(source).positions);
  expect(new Set(columns.games).size).toBe(80);
});

test('parquet holds every row', async () => {
  const file = join(folder, 'rows.parquet');
  expect((await evalsmith(['dataset', 'parquet', source, '--out', file])).code).toBe(0);
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const reader = await connection.runAndReadAll(
    `SELECT count(*)::INTEGER, sum(result)::DOUBLE FROM '${file}'`,
  );
  const rows = [...shardTexts(source, readManifest(source))].flatMap((text) => [...gameRows(text)]);
  expect(reader.getRows()).toEqual([[rows.length, rows.reduce((sum, row) => sum + row.result, 0)]]);
  connection.closeSync();
});

test('a shard is plain gzip of plain CSV', () => {
  const text = gunzipSync(readFileSync(join(source, 'shard-00000.csv.gz'))).toString('utf8');
  expect(text.split('\n')[0]).toBe('game,ply,player,board,move,source,score,nodes,result,end');
  expect(text.split('\n')[1]).toMatch(
    /^0,0,w,[.wWbB@$]{64},\d\.\d-\d\.\d,opening,,,(1|0\.5|0),(capture|blocked|repetition|quiet|cap)$/,
  );
});

test.each([
  [['dataset'], 'expected a command after dataset'],
  [['dataset', 'verify', '/nowhere'], '/nowhere is no dataset'],
  [['dataset', 'split', '/nowhere', '--out', 'x', '--held-out', '2'], '--held-out is "2"'],
  [['dataset', 'sample', '/nowhere', '--out', 'x'], '--positions'],
  [['dataset', 'dedupe', '/nowhere', '--out', 'x', '--mode', 'all'], '--mode is "all"'],
  [['dataset', 'replay', '/nowhere', '--game', 'x'], '--game is "x"'],
])('%j is refused in a line', async (args, reason) => {
  const { code, out, notes } = await evalsmith(args);
  expect([code, out, notes]).toEqual([2, [], [expect.stringContaining(reason)]]);
});

test.each(games.map(({ name }) => name))('the committed sample of %s passes verify', async (game) => {
  const sample = join(packageFolder(), 'datasets', `${game}-sample`);
  expect((await evalsmith(['dataset', 'verify', sample])).out).toEqual([
    expect.stringMatching(/^good: 60 games/),
  ]);
});
