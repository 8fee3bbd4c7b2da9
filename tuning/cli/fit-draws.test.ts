import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { raichu } from '../../engine/games/raichu/game.ts';
import { loadWeights } from '../../engine/node/named-weights.ts';
import { winProbability } from '../../engine/score.ts';
import { evaluatorOf } from '../../engine/weights.ts';
import type { DrawsFitResult } from '../fit/draws/draws-result.ts';
import { evalsmith } from '../testing/run-command.ts';

const root = mkdtempSync(join(tmpdir(), 'evalsmith-draws-'));
const at = (...names: string[]) => join(root, ...names);
const fit = (out: string, ...more: string[]) =>
  evalsmith(['fit', 'draws', at('games'), at('endings'), '--held-out', '0.3', ...more, '--out', at(out)]);
const result = (name: string) => JSON.parse(readFileSync(at(name, 'result.json'), 'utf8')) as DrawsFitResult;

beforeAll(async () => {
  for (const words of [
    'oracle build raichu --size 8 --pieces 2 --workers 1 --out ORACLE',
    'oracle dataset --oracle ORACLE --positions 6000 --out ENDINGS',
    'selfplay raichu --games 4 --nodes 40 --workers 1 --out GAMES',
  ]) {
    const named = words.replaceAll(/ORACLE|ENDINGS|GAMES/g, (name) => at(name.toLowerCase()));
    expect(await evalsmith(named.split(' '))).toMatchObject({ code: 0 });
  }
  expect((await fit('one', '--won', '0.95')).code).toBe(0);
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

test('drawn endings are expected to be drawn, in the file and in what it says of them', () => {
  const { classes, base, won, weights } = result('one');
  expect([base.name, won]).toEqual(['default', Math.round(weights.scale * Math.log(19))]);
  const drawn = classes.filter(({ name }) => ['RRR v R', 'R v RRR', 'RR v RR'].includes(name));
  expect(drawn).toHaveLength(3);
  const file = loadWeights(raichu, 8, at('one', 'weights.json'));
  const evaluator = evaluatorOf(file, raichu);
  for (const { name, inFile, heldOut } of drawn) {
    expect(file.draws!.factors[name] ?? 64).toBe(inFile);
    expect([name, Math.abs(heldOut!.after - heldOut!.result) < 0.05]).toEqual([name, true]);
  }
  const board = '@..@...@'.padEnd(60, '.').padEnd(64, '$...');
  const score = evaluator.evaluate(raichu.parseBoard(8, 0, board));
  expect(Math.abs(winProbability(score, file.scale) - 0.5)).toBeLessThan(0.05);
});

test('the same settings give the same file, and a file with draws is a base like any other', async () => {
  expect((await fit('again', '--won', '0.95')).code).toBe(0);
  const text = (name: string) => readFileSync(at(name, 'weights.json'), 'utf8');
  expect(text('again')).toBe(text('one'));
  expect((await fit('over', '--weights', at('one', 'weights.json'), '--won', '0.95')).code).toBe(0);
  const { draws } = JSON.parse(text('one'));
  expect(JSON.parse(text('over')).draws).toEqual(draws);
});

test('the page of the fit has the calibration by class', async () => {
  expect((await evalsmith(['report', at('one')])).code).toBe(0);
  const page = readFileSync(at('one', 'index.html'), 'utf8');
  expect(page).toContain('Calibration by class');
  for (const { name } of result('one').classes) expect(page).toContain(name);
});

test('a game without classes is refused', async () => {
  const words = ['fit', 'draws', join('datasets', 'betsy-sample'), '--out', at('no')];
  const { code, out, notes } = await evalsmith(words);
  expect([code, out, notes]).toEqual([
    2,
    [],
    [expect.stringContaining('fit draws suits no weights of betsy')],
  ]);
});
