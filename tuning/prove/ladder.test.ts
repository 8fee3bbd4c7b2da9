import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { evalsmith } from '../testing/run-command.ts';
import { readResult } from '../store/run-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'evalsmith-ladder-'));
const options = ['--game', 'betsy', '--size', '4', '--games', '16', '--nodes', '60'];
const ladder = (out: string, ...players: string[]) =>
  evalsmith(['ladder', ...players, ...options, '--out', join(folder, out)]);
const resultOf = (out: string) => readResult(join(folder, out), 'ladder');

test('a ladder ranks random, a weak and a strong heuristic in that order, and players can be added', async () => {
  expect((await ladder('grown', 'random', 'baseline:lines')).code).toBe(0);
  const match = readdirSync(join(folder, 'grown')).find((name) => !name.endsWith('.json'))!;
  const before = statSync(join(folder, 'grown', match, 'games', 'shard-00000.csv.gz')).mtimeMs;
  const { code, out } = await ladder('grown', 'random', 'baseline:lines', 'baseline:hand');
  expect(code).toBe(0);
  expect(out.at(-1)).toMatch(/^moving first is worth -?\d+ \+-\d+ Elo$/);
  const { players } = resultOf('grown');
  expect(players.map(({ name }) => name)).toEqual(['baseline:hand', 'baseline:lines', 'random']);
  expect(players.map(({ games }) => games)).toEqual([32, 32, 32]);
  // What was played before was not played again.
  expect(statSync(join(folder, 'grown', match, 'games', 'shard-00000.csv.gz')).mtimeMs).toBe(before);
  await ladder('at-once', 'random', 'baseline:lines', 'baseline:hand');
  expect(resultOf('at-once')).toEqual(resultOf('grown'));
});

test('with --newest each player meets only the last ones before it', async () => {
  const args = ['ladder', 'random', 'baseline:lines', 'baseline:hand', ...options, '--newest', '1'];
  expect((await evalsmith([...args, '--out', join(folder, 'newest')])).code).toBe(0);
  expect(resultOf('newest').players.map(({ games }) => games)).toEqual([16, 32, 16]);
});

test('a ladder of one is refused', async () => {
  const { code, notes } = await ladder('never', 'random');
  expect([code, notes]).toEqual([2, [expect.stringContaining('at least two players')]]);
});
