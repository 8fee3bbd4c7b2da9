import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readManifest } from '../dataset/manifest.ts';
import { readResult, readRun } from '../store/run-folder.ts';
import { evalsmith } from '../testing/run-command.ts';

const room = mkdtempSync(join(tmpdir(), 'evalsmith-parameters-'));
const at = (name: string) => join(room, name);
const BOARD = ['--size', '3', '--nodes', '60'];

async function done(...args: string[]): Promise<void> {
  const { code, notes } = await evalsmith(args);
  expect(code, notes.join('\n')).toBe(0);
}

function filed(name: string, parameters: object, game = 'betsy'): string {
  writeFileSync(at(name), JSON.stringify({ format: 'evalsmith-parameters-1', game, parameters }));
  return at(name);
}

describe('self-play', () => {
  const selfplay = (out: string, ...more: string[]) =>
    evalsmith(['selfplay', 'betsy', ...BOARD, '--games', '4', '--workers', '1', '--out', at(out), ...more]);
  const shardOf = (out: string) =>
    readFileSync(
      at(
        join(
          out,
          readdirSync(at(out)).find((name) => name.endsWith('.gz'))!,
        ),
      ),
    ).toString('base64');

  test('records the parameters that are not the default, and plays with them', async () => {
    await selfplay('usual');
    await selfplay('named', '--parameters', 'lateMoveBase=1,lateMoveGrowth=0,quiescencePlies=6');
    await selfplay('filed', '--parameters', filed('late.json', { lateMoveGrowth: 0, lateMoveBase: 1 }));
    expect(readManifest(at('usual')).settings).not.toHaveProperty('parameters');
    const { parameters } = readManifest(at('named')).settings;
    expect(JSON.stringify(parameters)).toBe('{"lateMoveBase":1,"lateMoveGrowth":0}');
    expect(shardOf('named')).not.toBe(shardOf('usual'));
    expect(shardOf('filed')).toBe(shardOf('named'));
  });

  test('is resumed only with the same, and its games are played again with them', async () => {
    const { code, notes } = await selfplay('named');
    expect([code, notes.length]).toEqual([2, 1]);
    expect(notes[0]).toContain('parameters');
    expect((await evalsmith(['dataset', 'replay', at('named'), '--game', '2'])).notes).toEqual([]);
  });
});

test('a match records those of the run and those of a player of its own', async () => {
  const players = ['baseline:hand,futilityDepth=0,lateMoveDepth=0', 'baseline:hand'];
  const options = ['--game', 'betsy', ...BOARD, '--games', '4', '--workers', '1'];
  await done('match', ...players, ...options, '--parameters', 'reductionMoves=5', '--out', at('match'));
  const { settings, command, inputs } = readRun(at('match'));
  expect(settings).toMatchObject({ first: players[0], parameters: 'reductionMoves=5' });
  expect(command).toContain('--parameters reductionMoves=5');
  expect(inputs.map(({ path }) => path)).toEqual(['baseline:hand', 'baseline:hand']);
  const { first, second } = readManifest(at('match/games')).settings as Record<string, string>;
  expect(first).toBe(`${inputs[0].sha256},futilityDepth=0,lateMoveDepth=0`);
  expect(second).toBe(`${inputs[1].sha256},reductionMoves=5`);
  // Not the same player twice.
  expect(readResult(at('match'), 'match').identicalPairs).toBeLessThan(2);
});

test('a ladder rates the same weights with other parameters as another player', async () => {
  const players = ['baseline:hand', `baseline:hand,${filed('shallow.json', { quiescencePlies: 0 })}`];
  const options = ['--game', 'betsy', ...BOARD, '--games', '4', '--workers', '1'];
  await done('ladder', ...players, ...options, '--out', at('ladder'));
  const identities = readResult(at('ladder'), 'ladder').players.map(({ identity }) => identity);
  expect(new Set(identities).size).toBe(2);
  expect(identities.some((identity) => identity.endsWith(',quiescencePlies=0'))).toBe(true);
  expect(readRun(at('ladder')).settings['parameters']).toBeNull();
});

test.each([
  [['--parameters', 'futility=1'], '--parameters: "futility" is no search parameter; expected one of'],
  [
    ['--parameters', 'futilityDepth=x'],
    '--parameters: futilityDepth is "x"; expected a whole number from 0 to 127',
  ],
  [['--parameters', at('none.json')], 'which cannot be read (ENOENT)'],
  [['--parameters', filed('conga.json', {}, 'conga')], 'it is for the game "conga"; expected "betsy"'],
  [
    ['--parameters', filed('wrong.json', { futilityBase: -1 })],
    'futilityBase is -1; expected a number from 0 to 20',
  ],
])('%j is refused on one line, and nothing is left', async (option, reason) => {
  const out = at('refused');
  for (const args of [
    ['selfplay', 'betsy', ...BOARD, '--out', out, ...option],
    ['match', 'baseline:hand', 'random', '--game', 'betsy', ...BOARD, '--out', out, ...option],
    ['ladder', 'baseline:hand', 'random', '--game', 'betsy', ...BOARD, '--out', out, ...option],
    ['gate', 'baseline:hand', '--game', 'betsy', ...BOARD, '--out', out, ...option],
    ['ship', 'betsy', '--out', out, ...option],
    ['move', 'betsy', '3', 'x', '.'.repeat(18), ...option],
    ['analyze', 'betsy', '3', 'x', '.'.repeat(18), ...option],
    ['play', 'betsy', ...option],
  ]) {
    const { code, out: lines, notes } = await evalsmith(args);
    expect([code, lines, notes.length]).toEqual([2, [], 1]);
    expect(notes[0]).toContain(reason);
  }
  expect(readdirSync(room)).not.toContain('refused');
});
