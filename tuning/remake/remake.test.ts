import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256 } from '../../engine/node/sha256.ts';
import { weightsText } from '../../engine/seal.ts';
import { games } from '../../engine/games/index.ts';
import { hashedText, type Weights } from '../../engine/weights.ts';
import { chosenBackend } from '../fit/backend/backend.ts';
import { evalsmith } from '../testing/run-command.ts';
import { firstGames } from '../dataset/transformations.ts';
import { packageFolder } from '../store/identity.ts';
import { SHIP_FORMAT, writeManifest } from '../ship/ship-manifest.ts';
import { withEvidence } from '../store/read-weights.ts';

const root = mkdtempSync(join(tmpdir(), 'evalsmith-remake-'));
const at = (...path: string[]) => join(root, ...path);
afterAll(() => rmSync(root, { recursive: true, force: true }));

const weightsAt = (...path: string[]) => JSON.parse(readFileSync(at(...path), 'utf8')) as Weights;
const run = (text: string) => evalsmith(text.split(' '));
const must = async (text: string) => expect(await run(text)).toMatchObject({ code: 0 });
const remake = (text: string) => run(`remake ${text} --workers 1`);
const EVIDENCE = { champion: 'another', matches: [] };

// Two generations: linear weights from games of the baseline, and a network from games of these.
beforeAll(async () => {
  const played = 'selfplay conga --size 3 --games 20 --nodes 50 --workers 1';
  await must(`${played} --weights baseline:hand --out ${at('runs', 'first-games')}`);
  await must(`fit linear ${at('runs', 'first-games')} --lambda 0.7 --out ${at('runs', 'first')}`);
  const first = at('runs', 'first', 'weights.json');
  await must(
    `${played} --weights ${first} --opponent baseline:moves --random-rate 0.05 --adjudicate 900,4 --seed 2 --out ${at('runs', 'second-games')}`,
  );
  await must(
    `fit network ${at('runs', 'second-games')} --hidden 8 --epochs 60 --patience 60 --batch 32 --out ${at('runs', 'second')}`,
  );
  mkdirSync(at('champions'));
  copyFileSync(first, at('champions', 'champion-0001.json'));
  const champion = withEvidence(weightsAt('runs', 'second', 'weights.json'), EVIDENCE);
  writeFileSync(at('champions', 'champion-0002.json'), weightsText(champion));
}, 60_000);

test.each(games)(
  'the weights of $name that are played can be made again, back to those made by hand',
  async ({ name }) => {
    const { code, out } = await evalsmith(['remake', name, '--all', '--plan', '--out', at('no')]);
    expect(code).toBe(0);
    expect(out[0]).toMatch(new RegExp(`^evalsmith selfplay ${name} .*--weights baseline:hand`));
    expect(existsSync(at('no'))).toBe(false);
  },
);

/** Weights as if this had been their provenance from the beginning. */
function resealed(file: string, name: string, change: (provenance: Record<string, any>) => void): string {
  const { sha256: _, ...weights } = weightsAt('runs', file, 'weights.json');
  change(weights.provenance);
  mkdirSync(at('runs', name));
  const out = at('runs', name, 'weights.json');
  writeFileSync(out, weightsText({ ...weights, sha256: sha256(hashedText(weights)) }));
  return out;
}

test('linear weights are made again byte for byte, with a plan of what is played and no note of other code', async () => {
  const { code, out, notes } = await remake(`${at('runs', 'first')} --out ${at('linear')}`);
  expect([code, out]).toEqual([
    0,
    [expect.stringMatching(/^the same, byte for byte: .*conga\.json, sha256/)],
  ]);
  expect(readFileSync(at('linear', 'conga.json'))).toEqual(readFileSync(at('runs', 'first', 'weights.json')));
  expect(notes[0]).toContain('play 20 games of conga 3 at 50 nodes a move with baseline:hand');
  expect(notes.join('\n')).not.toContain('may differ');
});

test('a network is made again with the weights that played as they are, and its evidence goes with it', async () => {
  const file = at('champions', 'champion-0002.json');
  const { code, notes } = await remake(`${file} --out ${at('network')}`);
  expect(code).toBe(0);
  expect(readFileSync(at('network', 'conga-3.json'))).toEqual(readFileSync(file));
  expect(weightsAt('network', 'conga-3.json').evidence).toEqual(EVIDENCE);
  expect(notes[0]).toMatch(/with .*champion-0001\.json against baseline:moves$/);
  expect(readdirSync(at('network', 'fits'))).toHaveLength(1);
});

test('--all goes back over both generations to the weights made by hand', async () => {
  const file = at('champions', 'champion-0002.json');
  const { code, notes } = await remake(`${file} --all --out ${at('all')}`);
  expect(code).toBe(0);
  expect(readFileSync(at('all', 'conga-3.json'))).toEqual(readFileSync(file));
  const first = weightsAt('runs', 'first', 'weights.json').sha256.slice(0, 12);
  expect(readFileSync(at('all', 'fits', first, 'weights.json'))).toEqual(
    readFileSync(at('runs', 'first', 'weights.json')),
  );
  expect(notes.filter((note) => note.startsWith('step') && note.includes('play 20 games'))).toHaveLength(2);
  const again = await remake(`${file} --all --out ${at('all')}`);
  expect([again.code, again.notes.filter((note) => note.endsWith('is there already')).length]).toEqual([
    0, 4,
  ]);
});

test('--plan prints commands that come to the same weights, and does nothing', async () => {
  const { code, out } = await remake(`${at('runs', 'second')} --all --plan --out ${at('planned')}`);
  expect([code, out.length, existsSync(at('planned'))]).toEqual([0, 4, false]);
  for (const command of out) await must(command.replace(/^evalsmith /, ''));
  const { sha256: hash } = weightsAt('runs', 'second', 'weights.json');
  expect(weightsAt('planned', 'fits', hash.slice(0, 12), 'weights.json').sha256).toBe(hash);
});

test('weights of a dataset that was cut, merged, deduplicated and sampled are made again', async () => {
  const [cut, merged, once, some] = ['cut', 'merged', 'once', 'some'].map((name) => at('runs', name));
  firstGames(at('runs', 'first-games'), cut, 900);
  await must(`dataset merge ${cut} ${at('runs', 'second-games')} --out ${merged}`);
  await must(`dataset dedupe ${merged} --out ${once}`);
  await must(`dataset sample ${once} --positions 500 --seed 3 --out ${some}`);
  await must(`fit linear ${some} --out ${at('runs', 'derived')}`);
  for (const folder of [cut, merged, once, some]) rmSync(folder, { recursive: true });
  const { code, notes } = await remake(`${at('runs', 'derived')} --out ${at('derived')}`);
  expect([code, notes.at(-1)]).toEqual([0, expect.anything()]);
  expect(readFileSync(at('derived', 'conga.json'))).toEqual(
    readFileSync(at('runs', 'derived', 'weights.json')),
  );
});

test('a shipped player is made again from its folder, as long as its weights are known', async () => {
  const { sha256: hash, size, kind } = weightsAt('runs', 'first', 'weights.json');
  const ship = (name: string, shipped: string) => {
    mkdirSync(at('runs', name));
    const trial = { sha256: shipped, vectors: 1, bench: { size: 3, depth: 1, nodes: 1 } };
    writeManifest(at('runs', name), {
      format: SHIP_FORMAT,
      game: 'conga',
      codeVersion: '',
      bench: 1,
      weights: [{ size, kind, evidence: EVIDENCE, ...trial }],
      files: {},
    });
    return at('runs', name);
  };
  expect((await remake(`${ship('shipped', hash)} --out ${at('linear')}`)).code).toBe(0);
  expect(weightsAt('linear', 'conga.json')).toMatchObject({ evidence: EVIDENCE, sha256: hash });
  const { code, notes } = await remake(`${ship('unknown', '0'.repeat(64))} --out ${at('no')}`);
  expect([code, notes]).toEqual([2, [expect.stringContaining('was shipped with the weights 000')]]);
});

test('killed again and again it goes on, and ends with the same bytes', async () => {
  const out = at('killed');
  const weights = at('runs', 'second', 'weights.json');
  const program = join(packageFolder(), 'dist', 'tuning', 'cli', 'main.js');
  const isAt = [
    () => listed(join(out, 'datasets')).some((name) => name.endsWith('.journal')),
    () => listed(join(out, 'fits')).some((name) => name.endsWith('weights.json')),
    () => listed(join(out, 'fits')).some((name) => name.endsWith('.checkpoint')),
  ];
  for (const isThere of isAt) {
    const args = [program, 'remake', weights, '--all', '--workers', '1', '--out', out];
    const child = spawn(process.execPath, args, { stdio: 'ignore' });
    const exit = once(child, 'exit');
    while (child.exitCode === null && !isThere()) await setTimeout(3);
    child.kill('SIGKILL');
    expect(await exit).toEqual([null, 'SIGKILL']);
  }
  const { code, notes } = await remake(`${weights} --all --out ${out}`);
  expect(code).toBe(0);
  expect(notes.some((note) => note.startsWith('resuming after epoch'))).toBe(true);
  expect(readFileSync(join(out, 'conga-3.json'))).toEqual(readFileSync(weights));
  expect(readdirSync(out).toSorted()).toEqual(['conga-3.json', 'datasets', 'fits']);
}, 120_000);

/** What is in a folder, unless that changes at this very moment. */
function listed(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}

describe('what does not come out the same is told, exit code 1:', () => {
  test.each<[string, (provenance: Record<string, any>) => void, string]>([
    [
      'games of another seed',
      ({ datasets }) => (datasets[0].settings.seed = 3),
      'not the same: the dataset that was learned from has the sha256',
    ],
    ['another setting of the fit', ({ settings }) => (settings.ridge = 50), 'they differ first in weights.'],
    [
      'another measure',
      ({ metrics }) => (metrics.trainRows = 1),
      'they differ first in provenance.metrics.trainRows, which was 1 and is',
    ],
  ])('%s', async (name, change, reason) => {
    const file = resealed('first', `tampered ${name}`.replaceAll(' ', '-'), change);
    const { code, out } = await remake(`${file} --out ${at(name.replaceAll(' ', '-'))}`);
    expect([code, out]).toEqual([1, [expect.stringContaining(reason)]]);
    expect(existsSync(at(name.replaceAll(' ', '-'), 'conga.json'))).toBe(false);
  });

  test('another version of the backend, which is noted at once in a line', async () => {
    const older = { wasm: 'wasm 3.0.0', native: 'tfjs-node 3.0.0' }[chosenBackend('auto')];
    const file = resealed('first', 'older-backend', (provenance) => (provenance['backend'] = older));
    const { code, out, notes } = await remake(`${file} --out ${at('older-backend')}`);
    expect(notes[0]).toMatch(
      new RegExp(`^made by backend ${older}, and this is \\S+ 4.*: the bytes may differ$`),
    );
    expect([code, out]).toEqual([1, [expect.stringContaining('differ first in provenance.backend')]]);
  });
});

test('weights of an older version with the same numbers are no failure: both versions are named', async () => {
  const old = '0.1.0+0123456789ab';
  const first = resealed('first', 'older', (provenance) => {
    provenance['codeVersion'] = old;
    provenance['datasets'][0].codeVersion = old;
    delete provenance['settings'].ridge;
    // Before the backend was a setting its name alone was recorded.
    delete provenance['settings'].backend;
  });
  const older = weightsAt('runs', 'older', 'weights.json');
  const second = resealed('second', 'older-network', (provenance) => {
    provenance['codeVersion'] = old;
    provenance['datasets'][0].codeVersion = old;
    provenance['datasets'][0].settings.weights = older.sha256;
  });
  const { code, out, notes } = await remake(`${second} ${first} --all --out ${at('older')}`);
  expect(notes[0]).toMatch(/^made by code 0\.1\.0\+0123456789ab, and this is [^:]*: the bytes may differ$/);
  const said = (name: string) =>
    `^same numbers, other code: .* was made by ${old}, and .*${name} by \\w{12}, sha256`;
  expect([code, out]).toEqual([
    0,
    ['conga-3.json', 'conga.json'].map((name) =>
      expect.stringMatching(new RegExp(said(name).replaceAll(/[+.](?=\d)/g, '\\$&'))),
    ),
  ]);
  expect(weightsAt('older', 'conga.json').weights).toEqual(older.weights);
});

describe('refused in a line, before anything is done:', () => {
  const baseline = join(packageFolder(), 'engine', 'weights', 'baselines', 'conga', 'hand.json');
  test.each<[string, () => string, string]>([
    ['a file that is not there', () => at('none.json'), 'WEIGHTS is'],
    ['a folder of something else', () => root, 'a folder with neither weights.json nor'],
    ['a game whose weights are not there', () => 'betsy-99', 'engine/weights has no betsy-99.json'],
    ['weights made by hand', () => baseline, 'came of no fit'],
    [
      'weights of a backend that there is not',
      () => resealed('first', 'abacus', (provenance) => (provenance['backend'] = 'abacus')),
      'was made with the backend "abacus"; expected wasm or tfjs-node',
    ],
    [
      'weights that name their datasets by hash alone',
      () =>
        resealed('first', 'terse', (provenance) => {
          const [{ sha256: hash, positions, size }] = provenance['datasets'];
          provenance['datasets'] = [{ sha256: hash, positions, size }];
        }),
      'does not tell all of how it was made: provenance.datasets.0',
    ],
    [
      'a dataset of a tool that is not run again',
      () => resealed('first', 'split', ({ datasets }) => (datasets[0].settings = { by: 'split', of: [] })),
      'made by "split"',
    ],
    [
      'a dataset whose sources are not described',
      () =>
        resealed('first', 'merged', ({ datasets }) => (datasets[0].settings = { by: 'merge', of: ['1'] })),
      'does not tell how what that was made from was made',
    ],
    [
      'games of weights that are not there',
      () => resealed('first', 'orphan', ({ datasets }) => (datasets[0].settings.weights = 'a'.repeat(64))),
      `learned from games of the weights ${'a'.repeat(64)}, which are not there`,
    ],
    [
      'weights that were changed after they were made',
      () => {
        const file = resealed('first', 'changed', () => {});
        writeFileSync(file, readFileSync(file, 'utf8').replace('"lambda": 0.7', '"lambda": 0.8'));
        return file;
      },
      'its sha256 does not match its contents',
    ],
    [
      'two files of one name',
      () => `${at('runs', 'first')} ${at('champions', 'champion-0001.json')}`,
      'would both be conga.json',
    ],
  ])('%s', async (_, make, reason) => {
    const { code, out, notes } = await remake(`${make()} --out ${at('refused')}`);
    expect([code, out, notes]).toEqual([2, [], [expect.stringContaining(reason)]]);
    expect(existsSync(at('refused'))).toBe(false);
  });

  test('a folder that holds other files', async () => {
    const { code, notes } = await remake(`${at('runs', 'first')} --out ${at('runs')}`);
    expect([code, notes.at(-1)]).toEqual([2, expect.stringContaining('holds other files, such as')]);
  });
});
