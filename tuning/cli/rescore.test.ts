import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentsHash } from '../dataset/dataset-writer.ts';
import { gamesOf } from '../dataset/games.ts';
import { readManifest } from '../dataset/manifest.ts';
import { evalsmith as runCommand } from '../testing/run-command.ts';

const evalsmith = (command: string) => runCommand(command.split(' '));

const root = mkdtempSync(join(tmpdir(), 'evalsmith-rescore-'));
const main = fileURLToPath(new URL('../../dist/tuning/cli/main.js', import.meta.url));
const at = (...names: string[]) => join(root, ...names);
const rowsOf = (folder: string) => [...gamesOf(folder, readManifest(folder))].flat();
const bytesOf = (folder: string) =>
  readdirSync(folder)
    .toSorted()
    .map((file) => [file, readFileSync(join(folder, file)).toString('base64')]);

const NEW = `dataset relabel ${at('games')} --weights baseline:moves --nodes 300`;

beforeAll(async () => {
  const settings = '--nodes 30 --random-rate 0.1 --cap 60 --workers 1';
  await evalsmith(`selfplay conga --games 30 ${settings} --out ${at('games')}`);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

test('games are written again with other scores and nodes, and the same moves and results', async () => {
  const { code, out } = await evalsmith(`${NEW} --workers 1 --out ${at('one')}`);
  expect([code, out]).toEqual([0, [expect.stringMatching(/one: 30 games, \d+ positions$/)]]);
  const [old, scored] = [rowsOf(at('games')), rowsOf(at('one'))];
  const rest = (rows: typeof old) => rows.map((row) => ({ ...row, score: 0, nodes: 0 }));
  expect(rest(scored)).toEqual(rest(old));
  const searched = scored.filter(({ source }) => source === 'search');
  expect(searched.length).toBeGreaterThan(500);
  for (const { source, score, nodes } of scored) {
    if (source === 'search') expect(nodes).toBeGreaterThanOrEqual(0);
    else expect([score, nodes]).toEqual([undefined, undefined]);
  }
  expect(searched.map(({ score }) => score)).not.toEqual(
    old.filter(({ source }) => source === 'search').map(({ score }) => score),
  );
  const { settings, sources } = readManifest(at('one'));
  expect(settings).toMatchObject({ by: 'rescore', nodes: 300, cap: 60 });
  expect(sources![0].sha256).toBe(contentsHash(readManifest(at('games'))));
  expect((await evalsmith(`dataset verify ${at('one')}`)).code).toBe(0);
});

test('any number of workers, and a run that was killed and resumed, gives the same bytes', async () => {
  expect((await evalsmith(`${NEW} --workers 3 --out ${at('three')}`)).code).toBe(0);
  expect(bytesOf(at('three'))).toEqual(bytesOf(at('one')));
  const args = `${NEW} --workers 1 --out ${at('killed')}`.split(' ');
  const child = spawn(process.execPath, [main, ...args], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const journal = at('killed', 'shard-00000.journal');
  while (child.exitCode === null && !(existsSync(journal) && readFileSync(journal).length > 5000))
    await new Promise((resolve) => setTimeout(resolve, 5));
  child.kill('SIGKILL');
  await ended;
  expect((await evalsmith(args.join(' '))).code).toBe(0);
  expect(bytesOf(at('killed'))).toEqual(bytesOf(at('one')));
}, 60_000);

test.each([
  ['neither an oracle nor weights', '', 'expected --oracle or --weights, one of them'],
  ['both', ' --oracle here --weights default', 'expected --oracle or --weights, one of them'],
  ['no such weights', ' --weights nowhere.json', 'nowhere.json'],
])('%s are refused in a line', async (_, options, reason) => {
  const command = `dataset relabel ${at('games')}${options} --out ${at('never')}`;
  const { code, notes } = await evalsmith(command);
  expect([code, notes]).toEqual([2, [expect.stringContaining(reason)]]);
  expect(existsSync(at('never'))).toBe(false);
});
