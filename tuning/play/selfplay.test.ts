import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadWeights } from '../../engine/node/named-weights.ts';
import { canonicalBoard, type Game } from '../../engine/game.ts';
import { games } from '../../engine/games/index.ts';
import { evalsmith } from '../testing/run-command.ts';
import { readManifest } from '../dataset/manifest.ts';
import { gameRows } from '../dataset/rows.ts';
import { shardTexts } from '../dataset/shards.ts';
import { randomFrom } from '../statistics/random.ts';
import { packageFolder } from '../store/identity.ts';
import { Openings } from './openings.ts';
import { selfplayJobSettings } from './selfplay-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'evalsmith-selfplay-'));
const SMALL = [
  '--games',
  '23',
  '--nodes',
  '40',
  '--games-per-shard',
  '5',
  '--seed',
  '3',
  '--random-rate',
  '0.05',
  '--cap',
  '60',
];

/** The files of a dataset by name. */
function filesOf(dataset: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(dataset)
      .toSorted()
      .map((name) => [name, readFileSync(join(dataset, name)).toString('base64')]),
  );
}

async function selfplay(game: string, out: string, ...options: string[]): Promise<string> {
  const path = join(folder, out);
  const { code, notes } = await evalsmith(['selfplay', game, '--out', path, ...options]);
  expect(code, notes.join('\n')).toBe(0);
  return path;
}

describe.each(games.map(({ name }) => name))('self-play of %s', (game) => {
  let reference: string;
  beforeAll(async () => {
    reference = await selfplay(game, `${game}-reference`, ...SMALL, '--workers', '1');
  });

  test('gives the same bytes with two workers as with one', async () => {
    const other = await selfplay(game, `${game}-two`, ...SMALL, '--workers', '2');
    expect(filesOf(other)).toEqual(filesOf(reference));
    expect(Object.keys(filesOf(other))).toHaveLength(6);
  });

  test('passes verify', async () => {
    const { code, out } = await evalsmith(['dataset', 'verify', reference]);
    expect([code, out]).toEqual([0, [expect.stringMatching(/^good: 23 games, \d+ positions, 5 shards$/)]]);
  });

  test('goes on from fewer games to the same bytes', async () => {
    const grown = await selfplay(game, `${game}-grown`, ...SMALL, '--games', '7');
    expect(readManifest(grown).games).toBe(7);
    await selfplay(game, `${game}-grown`, ...SMALL);
    expect(filesOf(grown)).toEqual(filesOf(reference));
  });

  test('made in shares and merged is what one machine makes', async () => {
    const parts = [
      await selfplay(game, `${game}-part-0`, ...SMALL, '--shard', '0/2'),
      await selfplay(game, `${game}-part-1`, ...SMALL, '--shard', '1/2'),
    ];
    const merged = join(folder, `${game}-merged`);
    expect((await evalsmith(['dataset', 'merge', ...parts, '--out', merged])).code).toBe(0);
    expect(filesOf(merged)).toEqual(filesOf(reference));
  });

  test('begins every game with another opening, up to symmetry', () => {
    const { size } = readManifest(reference);
    const rules = games.find(({ name }) => name === game)!;
    const boards: string[] = [];
    for (const text of shardTexts(reference, readManifest(reference))) {
      let last = 'opening';
      for (const row of gameRows(text)) {
        if (last === 'opening' && row.source !== 'opening')
          boards.push(canonicalBoard(rules, size, row.board));
        last = row.source;
      }
    }
    expect(boards).toHaveLength(23);
    expect(new Set(boards).size).toBe(23);
  });

  test('can be replayed game by game from the seed', async () => {
    const { code, out } = await evalsmith(['dataset', 'replay', reference, '--game', '17']);
    expect([code, out.at(-1)]).toEqual([0, 'played again from its seed: the same']);
  });
});

const main = fileURLToPath(new URL('../../dist/tuning/cli/main.js', import.meta.url));

test('a run killed at twenty random instants and resumed each time ends in the same bytes', async () => {
  const options = [
    '--games',
    '60',
    '--nodes',
    '300',
    '--cap',
    '40',
    '--games-per-shard',
    '7',
    '--seed',
    '5',
    '--workers',
    '2',
  ];
  const reference = await selfplay('conga', 'kill-reference', ...options);
  const out = join(folder, 'killed');
  const random = randomFrom('kills');
  for (let kill = 0; kill < 20; kill++) {
    const child = spawn(process.execPath, [main, 'selfplay', 'conga', '--out', out, ...options], {
      stdio: 'ignore',
    });
    setTimeout(() => child.kill('SIGKILL'), 80 + random.below(500));
    await once(child, 'exit');
  }
  await selfplay('conga', 'killed', ...options);
  expect(filesOf(out)).toEqual(filesOf(reference));
}, 120_000);

test('a run stopped by Ctrl-C keeps whole games, says how to go on, and goes on', async () => {
  const options = ['--games', '80', '--nodes', '1000', '--cap', '30', '--seed', '6', '--workers', '2'];
  const out = join(folder, 'interrupted');
  const child = spawn(process.execPath, [main, 'selfplay', 'conga', '--out', out, ...options]);
  let notes = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (notes += text));
  // The first game is in the journal.
  while (!existsSync(join(out, 'shard-00000.journal')))
    await new Promise((resolve) => setTimeout(resolve, 20));
  child.kill('SIGINT');
  const [code] = (await once(child, 'exit')) as [number];
  const stopped = readManifest(out);
  expect([code, stopped.games > 0 && stopped.games < 80]).toEqual([130, true]);
  expect(notes).toContain('the same command resumes');
  expect((await evalsmith(['dataset', 'verify', out])).code).toBe(0);
  await selfplay('conga', 'interrupted', ...options);
  const whole = await selfplay('conga', 'uninterrupted', ...options);
  expect(filesOf(out)).toEqual(filesOf(whole));
}, 120_000);

test('--for ends a run in time with what is done', async () => {
  const out = await selfplay('conga', 'timed', '--for', '1s', '--nodes', '300');
  expect(readManifest(out).games).toBeGreaterThan(0);
  expect((await evalsmith(['dataset', 'verify', out])).code).toBe(0);
});

test('adjudication, an opponent and a low cap are recorded and pass verify', async () => {
  const options = ['--games', '30', '--nodes', '200', '--adjudicate', '12,3', '--opponent', 'baseline:lines'];
  const out = await selfplay('betsy', 'adjudicated', ...options, '--cap', '40', '--repetition', 'off');
  const ends = new Set(
    [...shardTexts(out, readManifest(out))].flatMap((text) => [...gameRows(text)].map((row) => row.end)),
  );
  expect([...ends].toSorted()).toEqual(expect.arrayContaining(['adjudicated', 'cap']));
  expect(ends).not.toContain('repetition');
  expect((await evalsmith(['dataset', 'verify', out])).code).toBe(0);
});

describe('a run is refused, and what is there stays,', () => {
  test.each([
    ['with another seed', ['--seed', '4'], 'seed is 3 there and 4 here'],
    ['with other nodes', ['--nodes', '41'], 'nodes is 40 there and 41 here'],
    ['with other weights', ['--weights', 'baseline:lines'], 'weights is '],
  ])('%s', async (_, change, reason) => {
    const out = await selfplay('betsy', 'identity', ...SMALL, '--games', '2');
    const before = filesOf(out);
    const { code, notes } = await evalsmith(['selfplay', 'betsy', '--out', out, ...SMALL, ...change]);
    expect([code, notes]).toEqual([2, [expect.stringContaining(reason)]]);
    expect(filesOf(out)).toEqual(before);
  });

  test('in a folder of other files', async () => {
    const out = join(folder, 'mine');
    mkdirSync(out);
    writeFileSync(join(out, 'thesis.txt'), 'years of work');
    const { code, notes } = await evalsmith(['selfplay', 'betsy', '--out', out, ...SMALL]);
    expect([code, notes]).toEqual([2, [expect.stringContaining('holds other files')]]);
    expect(readdirSync(out)).toEqual(['thesis.txt']);
  });

  test('while another process is at work there', async () => {
    const out = await selfplay('betsy', 'locked', ...SMALL, '--games', '2');
    writeFileSync(join(out, 'lock'), '1');
    const { code, notes } = await evalsmith(['selfplay', 'betsy', '--out', out, ...SMALL]);
    expect([code, notes]).toEqual([2, [expect.stringContaining('process 1 is at work')]]);
  });

  test('of a newer format', async () => {
    const out = await selfplay('betsy', 'newer', ...SMALL, '--games', '2');
    const manifest = { ...readManifest(out), format: 'evalsmith-dataset-9' };
    writeFileSync(join(out, 'manifest.json'), JSON.stringify(manifest));
    const { code, notes } = await evalsmith(['selfplay', 'betsy', '--out', out, ...SMALL]);
    expect([code, notes]).toEqual([
      2,
      [expect.stringContaining('"evalsmith-dataset-9"; this version reads')],
    ]);
  });

  test.each([
    ['--games', '0'],
    ['--nodes', 'many'],
    ['--random-rate', '1.5'],
    ['--repetition', 'maybe'],
    ['--adjudicate', '100'],
    ['--shard', '2/2'],
    ['--for', '8 hours'],
    ['--openings', '-1'],
    ['--workers', '0'],
    ['--size', '1'],
    ['--opponent', 'nowhere.json'],
  ])('with %s %s', async (option, value) => {
    const out = join(folder, 'never');
    const { code, out: lines, notes } = await evalsmith(['selfplay', 'betsy', '--out', out, option, value]);
    expect([code, lines, notes.length]).toEqual([2, [], 1]);
    expect(existsSync(out)).toBe(false);
  });
});

test('a folder that cannot be made is one clear line and exit 1', async () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  const { code, notes } = await evalsmith(['selfplay', 'betsy', '--out', join(file, 'dataset'), ...SMALL]);
  expect([code, notes]).toEqual([1, [expect.stringContaining('a part of the path is no folder')]]);
});

test('settings that were recorded before one of them existed are read with its default', () => {
  const { randomRate: _, ...older } = readManifest(
    join(packageFolder(), 'datasets', 'betsy-sample'),
  ).settings;
  expect(selfplayJobSettings.parse(older).randomRate).toBe(0);
  const { openings: __, ...broken } = older;
  expect(selfplayJobSettings.safeParse(broken).success).toBe(false);
});

describe('openings', () => {
  const betsy = games.find(({ name }) => name === 'betsy')!;
  const openingsOf = (game: Game, size: number, openings: number, openingBound = 30_000) => {
    return new Openings(game, size, { seed: 1, openings, openingBound }, loadWeights(game, size));
  };

  test('of a longer list begin with those of a shorter one', () => {
    const long = openingsOf(betsy, 5, 6);
    long.provide(50);
    const short = openingsOf(betsy, 5, 6);
    expect(short.at(30)).toEqual(long.at(30));
  });

  test('are all found where there are few, and the lack of more is explained', () => {
    // Two plies of Betsy 2: by exhaustion, counted by hand below.
    const few = openingsOf(betsy, 2, 2);
    const boards = new Set<string>();
    for (let i = 0; few.at(i) !== undefined; i++) {
      const position = betsy.start(2);
      for (const move of few.at(i)!) position.make(move);
      boards.add(canonicalBoard(betsy, 2, betsy.formatBoard(position)));
    }
    // x drops (up to the mirror in one column); then o on top of it, beside it, or turning the lone pebble.
    expect(boards).toEqual(
      new Set(['......o.x.', '........ox', '........x.'].map((board) => canonicalBoard(betsy, 2, board))),
    );
    expect(() => few.provide(4)).toThrow(
      /gives 3 different openings .*, too few for 4 games; --openings 3 suffices/,
    );
  });

  test('are of every length up to the spread, each as often, and all are found where there are few', () => {
    const settings = { seed: 1, openings: 4, openingSpread: 20, openingBound: 30_000 };
    const spread = new Openings(betsy, 5, settings, loadWeights(betsy, 5));
    const lengths = Array.from({ length: 420 }, (_, i) => spread.at(i)!.length);
    expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([4, 24]);
    const long = lengths.filter((length) => length > 14).length;
    expect(long / lengths.length).toBeGreaterThan(0.3);
    expect(long / lengths.length).toBeLessThan(0.7);
    const few = { seed: 1, openings: 1, openingSpread: 1, openingBound: 30_000 };
    const all = new Openings(betsy, 2, few, loadWeights(betsy, 2));
    // One after one ply, up to the mirror; after two the others of those above, for one is the first with its pebble turned.
    const ofFew = Array.from({ length: 5 }, (_, i) => all.at(i)?.length).filter(
      (length) => length !== undefined,
    );
    expect(ofFew.toSorted((a, b) => a - b)).toEqual([1, 2, 2]);
  });

  test('stay within the bound', () => {
    const narrow = openingsOf(betsy, 3, 4, 1);
    expect(() => narrow.provide(5000)).toThrow(/too few for 5000 games/);
  });
});
