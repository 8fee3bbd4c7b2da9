import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { games } from '../../engine/games/index.ts';
import { evalsmith } from '../testing/run-command.ts';
import { readResult } from '../store/run-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'evalsmith-build-'));
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Another checkout, as far as a match needs one; it has no tuned weights and plays with those made by hand. */
function checkout(name: string): string {
  const copy = join(folder, name);
  for (const part of ['package.json', 'dist/engine', 'engine/weights/baselines'])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  return copy;
}

async function match(out: string, ...args: string[]) {
  const path = join(folder, out);
  const { code, notes } = await evalsmith(['match', ...args, '--out', path]);
  expect(code, notes.join('\n')).toBe(0);
  return readResult(path, 'match');
}

const shardOf = (out: string) => readFileSync(join(folder, out, 'games', 'shard-00000.csv.gz'), 'base64');

describe.each(games.map(({ name }) => name))('in %s', (game) => {
  const options = ['--game', game, '--games', '12', '--nodes', '200', '--cap', '80'];
  const other = checkout(`other-${game}`);

  test('a build scores exactly half against the same code, pair by pair', async () => {
    const against = `build:${other},baseline:hand`;
    const result = await match(`even-${game}`, 'baseline:hand', against, ...options);
    expect([result.won, result.estimate!.score, result.identicalPairs]).toEqual([result.lost, 0.5, 6]);
    // It plays as the heuristic itself does, move for move, and by default with the weights that it has.
    await match(`self-${game}`, 'baseline:hand', 'baseline:hand', ...options);
    expect(shardOf(`even-${game}`)).toBe(shardOf(`self-${game}`));
    await match(`both-${game}`, `build:${other}`, against, ...options);
    expect(shardOf(`both-${game}`)).toBe(shardOf(`self-${game}`));
  });
});

test.each(games.map(({ name }) => name))(
  'a build of version 0.1 plays %s, and better than chance',
  async (game) => {
    const first = fileURLToPath(new URL('fixtures/build-0.1', import.meta.url));
    const options = ['--game', game, '--games', '2', '--nodes', '500'];
    const result = await match(`first-${game}`, `build:${first}`, 'random', ...options);
    expect([result.games, result.lost]).toEqual([2, 0]);
    expect(Object.keys(result.ends)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/illegal|crashed|silent/)]),
    );
  },
);

test('any number of workers gives the same games', async () => {
  const other = checkout('workers');
  const args = ['baseline:hand', `build:${other},baseline:moves`, '--game', 'conga', '--games', '24'];
  const limits = ['--nodes', '60', '--cap', '40'];
  const one = await match('one', ...args, ...limits, '--workers', '1');
  expect(await match('two', ...args, ...limits, '--workers', '2')).toEqual(one);
  expect(shardOf('two')).toBe(shardOf('one'));
});

test('a build plays by the clock and to a depth', async () => {
  const args = [`build:${checkout('limits')}`, 'random', '--game', 'betsy', '--games', '2'];
  expect((await match('clock', ...args, '--seconds', '0.01')).lost).toBe(0);
  expect((await match('depth', ...args, '--depth', '3')).lost).toBe(0);
});

test.each([
  ['illegal', '({ move: 99, score: 0, nodes: 0 })'],
  ['crashed', '{ throw new Error("no idea"); }'],
])('a build whose answer is %s loses that game, and the match goes on', async (reason, answer) => {
  const other = checkout(reason);
  appendFileSync(join(other, 'dist', 'engine', 'player.js'), `Player.prototype.choose = () => ${answer};\n`);
  const options = ['--game', 'betsy', '--games', '2', '--nodes', '20', '--workers', '1'];
  const result = await match(`bad-${reason}`, `build:${other}`, 'random', ...options);
  expect([result.won, result.lost, result.ends]).toEqual([0, 2, { [reason]: 2 }]);
});

test('a match is not gone on with against another build', async () => {
  const other = checkout('changed');
  const args = ['baseline:hand', `build:${other}`, '--game', 'betsy', '--games', '2', '--nodes', '20'];
  await match('changed-match', ...args);
  appendFileSync(join(other, 'dist', 'engine', 'search.js'), 'globalThis.isBetter = true;\n');
  const { code, notes } = await evalsmith(['match', ...args, '--out', join(folder, 'changed-match')]);
  expect([code, notes]).toEqual([2, [expect.stringMatching(/second is "?build:\w+,\w+"? there and/)]]);
});

test.each([
  [['random', 'build:'], 'B is "build:"; expected build:DIR or build:DIR,WEIGHTS'],
  [['build:nowhere', 'random'], 'A is "build:nowhere"; expected build:DIR'],
  [['random', `build:${root},baseline:none`], 'WEIGHTS is "baseline:none"'],
  [['random', `build:${root}`, '--queue', 'redis://localhost:1'], '--queue plays no build:DIR'],
])('match %j is refused in a line', async (args, reason) => {
  const out = join(folder, 'never');
  const { code, notes } = await evalsmith(['match', ...args, '--game', 'betsy', '--out', out]);
  expect([code, notes]).toEqual([2, [expect.stringContaining(reason)]]);
  expect(existsSync(out)).toBe(false);
});
