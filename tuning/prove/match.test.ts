import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { games } from '../../engine/games/index.ts';
import { evalsmith } from '../testing/run-command.ts';
import { randomFrom } from '../statistics/random.ts';
import { readResult, readRun } from '../store/run-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'evalsmith-match-'));
const main = fileURLToPath(new URL('../../dist/tuning/cli/main.js', import.meta.url));

async function match(out: string, ...args: string[]) {
  const path = join(folder, out);
  const { code, notes } = await evalsmith(['match', ...args, '--out', path]);
  expect(code, notes.join('\n')).toBe(0);
  return resultOf(path);
}

const resultOf = (path: string) => readResult(path, 'match');

/** All that a match has written, but for the name of its folder in the command. */
function filesOf(path: string): Record<string, string> {
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(json|gz)$/.test(name),
  );
  return Object.fromEntries(
    names
      .toSorted()
      .filter((name) => name !== 'run.json')
      .map((name) => [name, readFileSync(join(path, name)).toString('base64')]),
  );
}

test.each(games.map(({ name }) => name))(
  'a heuristic scores exactly half against itself in %s',
  async (game) => {
    const options = ['--game', game, '--games', '12', '--nodes', '60', '--cap', '60'];
    const result = await match(`self-${game}`, 'baseline:hand', 'baseline:hand', ...options);
    expect([result.won, result.estimate!.score, result.identicalPairs]).toEqual([result.lost, 0.5, 6]);
    expect(result.effectiveGames).toBe(0);
    expect((await evalsmith(['dataset', 'verify', join(folder, `self-${game}`, 'games')])).code).toBe(0);
  },
);

test('one worker, two, and ten kills with as many resumes give the same result', async () => {
  const args = [
    'baseline:hand',
    'baseline:moves',
    '--game',
    'conga',
    '--games',
    '80',
    '--nodes',
    '60',
    '--cap',
    '40',
  ];
  const one = await match('one', ...args, '--workers', '1');
  const two = await match('two', ...args, '--workers', '2');
  expect(two).toEqual(one);
  const random = randomFrom('match kills');
  const out = join(folder, 'killed');
  for (let kill = 0; kill < 10; kill++) {
    const child = spawn(process.execPath, [main, 'match', ...args, '--out', out], { stdio: 'ignore' });
    setTimeout(() => child.kill('SIGKILL'), 100 + random.below(500));
    await once(child, 'exit');
  }
  await match('killed', ...args);
  expect(filesOf(out)).toEqual(filesOf(join(folder, 'one')));
  expect(filesOf(join(folder, 'two'))).toEqual(filesOf(join(folder, 'one')));
}, 120_000);

test('a sequential test stops at the same pair for any number of workers, and keeps no game beyond it', async () => {
  const args = ['baseline:hand', 'random', '--game', 'betsy', '--sprt', '0,40', '--nodes', '30'];
  const one = await match('sprt-one', ...args, '--workers', '1');
  const two = await match('sprt-two', ...args, '--workers', '2');
  expect([one.sprt!.decision, one.isOver]).toEqual(['H1', true]);
  expect(two).toEqual(one);
  expect(filesOf(join(folder, 'sprt-two'))).toEqual(filesOf(join(folder, 'sprt-one')));
  expect(readdirSync(join(folder, 'sprt-two', 'games')).filter((name) => name.endsWith('.journal'))).toEqual(
    [],
  );
});

test('more games go on from where the match ended', async () => {
  const args = ['baseline:hand', 'baseline:lines', '--game', 'betsy', '--nodes', '40'];
  await match('grown', ...args, '--games', '6');
  const grown = await match('grown', ...args, '--games', '14');
  expect(grown).toEqual(await match('at-once', ...args, '--games', '14'));
});

test('a match limited by depth alone, without the rule of repetition, plays to its cap or to an end', async () => {
  const args = ['baseline:moves', 'baseline:squares', '--game', 'conga', '--games', '8', '--cap', '120'];
  const shallow = await match('depth-1', ...args, '--depth', '1', '--repetition', 'off');
  expect(Object.keys(shallow.ends).filter((end) => !['blocked', 'cap'].includes(end))).toEqual([]);
  expect(shallow.ends['cap']).toBeGreaterThan(0);
  await match('depth-2', ...args, '--depth', '2', '--repetition', 'off');
  const [one, two] = ['depth-1', 'depth-2'].map((out) => filesOf(join(folder, out)));
  const shard = join('games', 'shard-00000.csv.gz');
  expect(two[shard]).not.toBe(one[shard]);
  expect((await match('repetition', ...args, '--depth', '1')).ends['repetition']).toBeGreaterThan(0);
});

test('the run folder says what was played', async () => {
  await match(
    'folder',
    'baseline:hand',
    'random',
    '--game',
    'conga',
    '--games',
    '2',
    '--nodes',
    '20',
    '--cap',
    '30',
  );
  const run = readRun(join(folder, 'folder'));
  expect([run.kind, run.status, run.inputs.length]).toEqual(['match', 'done', 1]);
});

test.each([
  [['baseline:none', 'random', '--game', 'betsy'], 'A is "baseline:none"'],
  [['random', 'nowhere.json', '--game', 'betsy'], 'B is "nowhere.json"'],
  [['random', 'cmd:', '--game', 'betsy'], 'B is "cmd:" without a program'],
  [['random', 'random', '--game', 'chess'], 'chess'],
  [['random', 'random', '--game', 'betsy', '--games', '3'], 'expected an even number'],
  [['random', 'random', '--game', 'betsy', '--sprt', '5'], '--sprt is "5"'],
  [['random', 'random', '--game', 'betsy', '--sprt', '5,0'], 'expected the first Elo to be the lower'],
  [['random', 'random', '--game', 'betsy', '--nodes', '5', '--seconds', '1'], 'exclude each other'],
  [['random', 'random', '--game', 'betsy', '--seconds', '2147484'], 'at most 86400'],
])('match %j is refused in a line', async (args, reason) => {
  const out = join(folder, 'never');
  const { code, notes } = await evalsmith(['match', ...args, '--out', out]);
  expect([code, notes]).toEqual([2, [expect.stringContaining(reason)]]);
  expect(existsSync(out)).toBe(false);
});

test('a match with other settings is refused', async () => {
  const args = ['baseline:hand', 'random', '--game', 'betsy', '--games', '2', '--nodes', '20'];
  await match('identity', ...args);
  const { code, notes } = await evalsmith([
    'match',
    ...args,
    '--seed',
    '2',
    '--out',
    join(folder, 'identity'),
  ]);
  expect([code, notes]).toEqual([2, [expect.stringContaining('seed is 1 there and 2 here')]]);
});

test('a sequential test whose openings run out is over, undecided', async () => {
  const few = [
    '--game',
    'betsy',
    '--size',
    '2',
    '--openings',
    '2',
    '--opening-bound',
    '30000',
    '--nodes',
    '20',
  ];
  const players = ['baseline:hand', 'baseline:lines'];
  const result = await match('few-openings', ...players, ...few, '--sprt', '0,1', '--games', '5000');
  expect(result.isOver).toBe(true);
  expect(result.games).toBeLessThan(5000);
  expect(result.sprt?.decision).toBe('continue');
});
