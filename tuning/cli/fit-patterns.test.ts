import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { games } from '../../engine/games/index.ts';
import type { Game } from '../../engine/game.ts';
import { MoversView } from '../../engine/models/patterns/pattern-places.ts';
import { combinationName, tablesOf } from '../../engine/models/patterns/pattern-tables.ts';
import type { PatternsWeights } from '../../engine/models/patterns/patterns-weights.ts';
import { sha256 } from '../../engine/node/sha256.ts';
import { evaluatorOf, readWeights } from '../../engine/weights.ts';
import { readManifest } from '../dataset/manifest.ts';
import { visitSamples } from '../dataset/samples.ts';
import { fitSettings, needSuited } from '../fit/data/fit-kind.ts';
import { readPatternsData, visitBoards } from '../fit/patterns/patterns-data.ts';
import { patternsKind } from '../fit/patterns/patterns-kind.ts';
import { patternsFitResultSchema } from '../fit/patterns/patterns-result.ts';
import { packageFolder } from '../store/identity.ts';
import { readResult, readRun } from '../store/run-folder.ts';
import { evalsmith as runCommand } from '../testing/run-command.ts';

const evalsmith = (command: string) => runCommand(command.split(' '));

const root = mkdtempSync(join(tmpdir(), 'evalsmith-fit-patterns-'));
const at = (...names: string[]) => join(root, ...names);
const weightsAt = (out: string) => readFileSync(at(out, 'weights.json'));

const SETTINGS = '--lambda 0.5 --least 5';

beforeAll(async () => {
  for (const { name } of games)
    await evalsmith(
      `selfplay ${name} --games 40 --nodes 40 --random-rate 0.05 --cap 80 --workers 1 --out ${at(name)}`,
    );
}, 120_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe.each(games.map((game) => ({ name: game.name, game })))('fit patterns on $name', ({ name, game }) => {
  const out = `fit-${name}`;

  test('writes a whole run folder and tells what it found', async () => {
    const { code, out: lines } = await evalsmith(`fit patterns ${at(name)} ${SETTINGS} --out ${at(out)}`);
    expect(code).toBe(0);
    expect(readdirSync(at(out)).toSorted()).toEqual([
      'metrics.csv',
      'result.json',
      'run.json',
      'weights.json',
    ]);
    expect(existsSync(at(`${out}.checkpoint`))).toBe(false);
    expect(lines.join('\n')).toMatch(/solved in \d+ iterations/);
    expect(readRun(at(out)).settings).toMatchObject({ least: 5, ridge: 200, without: [] });
    const { losses, tables, largest } = patternsFitResultSchema.parse(readResult(at(out), 'fit'));
    expect(losses.map((entry) => entry.name)).toEqual([
      'zero',
      'hand',
      'hand rescaled',
      'linear',
      'fit',
      'exported',
    ]);
    const trainLoss = (wanted: string) => losses.find((entry) => entry.name === wanted)!.train.loss;
    expect(trainLoss('fit')).toBeLessThan(trainLoss('linear'));
    expect(Math.abs(trainLoss('exported') - trainLoss('fit'))).toBeLessThan(1e-3);
    expect(tables.map((table) => table.name)).toEqual(tablesOf(game)!.list.map((table) => table.name));
    expect(largest.length).toBeGreaterThan(10);
  });

  test('exports weights that every size takes, of the published form', async () => {
    const text = weightsAt(out).toString();
    const weights = readWeights(text, game, game.sizes.at(-1)!, sha256) as PatternsWeights;
    expect(weights.size).toBe('any');
    expect(Object.values(weights.weights.patterns).flatMap((table) => Object.values(table))).not.toContain(0);
    const schema = JSON.parse(readFileSync(join(packageFolder(), 'engine/weights/schema.json'), 'utf8'));
    expect(z.fromJSONSchema(schema).safeParse(weights).error?.issues ?? []).toEqual([]);
    expect((await evalsmith(`weights check ${at(out, 'weights.json')}`)).code).toBe(0);
    const shown = await evalsmith(`weights show ${at(out, 'weights.json')}`);
    expect(shown.out.join('\n')).toMatch(/and \d+ smaller ones; --json has all/);
    const diff = await evalsmith(`weights diff ${at(out, 'weights.json')} hand`);
    expect([diff.code, diff.out.join('\n')]).toEqual([0, expect.stringContaining('in logits')]);
  });

  test('plays as it was fitted: scores are the sums of what the file has for the rows that it learned from', async () => {
    const settings = {
      keepDecided: true,
      keepRandom: true,
      keepOpenings: true,
      keepNoisy: true,
      heldOut: 0.01,
    };
    const data = await readPatternsData(game, [at(name)], fitSettings(patternsKind, settings, 'test'));
    const weights = JSON.parse(weightsAt(out).toString()) as PatternsWeights;
    const sums: number[] = [];
    const note = (combinations: Int32Array) => sums.push(sumOf(game, weights, combinations));
    const [train, heldOut] = [data.trainSquares, data.heldOutSquares].map((squares) => {
      sums.length = 0;
      visitBoards(data, squares, note);
      return [...sums];
    });
    const alone = { ...weights, weights: { ...weights.weights, features: {} } };
    const evaluator = evaluatorOf(alone, game);
    const view = new MoversView(game, game.usualSize);
    const pieces = new Uint8Array(view.squares);
    const boards = new Map<string, number[]>();
    for (const [squares, found] of [
      [data.trainSquares, train],
      [data.heldOutSquares, heldOut],
    ] as const)
      found.forEach((sum, row) => {
        const board = squares.subarray(row * view.squares, (row + 1) * view.squares).join();
        boards.set(board, [...(boards.get(board) ?? []), sum]);
      });
    let seen = 0;
    visitSamples(game, at(name), readManifest(at(name)), (_sample, position) => {
      if (position.winner !== -1) return;
      view.write(position, pieces, 0);
      const score = evaluator.evaluate(position);
      expect(boards.get(pieces.join())).toContain(score);
      seen++;
    });
    expect(seen).toBe(train.length + heldOut.length);
  });

  test('gives the same bytes again, on any number of threads', async () => {
    const again = await evalsmith(
      `fit patterns ${at(name)} ${SETTINGS} --threads 3 --out ${at(`${out}-again`)}`,
    );
    expect(again.code).toBe(0);
    expect(weightsAt(`${out}-again`)).toEqual(weightsAt(out));
  });

  test('is explained pattern by pattern, and played', async () => {
    const { vectors } = JSON.parse(weightsAt(out).toString()) as PatternsWeights;
    const { player, board, score, size } = vectors[0];
    const command = `analyze ${name} ${size} ${player} ${board} --nodes 200 --weights ${at(out, 'weights.json')}`;
    const { code, out: lines } = await evalsmith(`${command} --json`);
    expect(code).toBe(0);
    const { features, pieces } = JSON.parse(lines[0]) as {
      features: { feature: string; contribution: number }[];
      pieces: unknown[];
    };
    expect(features.reduce((sum, { contribution }) => sum + contribution, 0)).toBe(score);
    const ofPatterns = features.slice(game.features.names.length);
    const names = tablesOf(game)!.list.map((table) => table.name);
    expect(ofPatterns.length).toBeGreaterThan(0);
    expect(ofPatterns.filter(({ feature }) => !names.includes(feature.replace(/: .*$/, '')))).toEqual([]);
    expect(pieces).toEqual([]);
    const { out: text } = await evalsmith(command);
    expect(text.join('\n')).toMatch(/\d+ others/);
    expect(text.at(-1)).toMatch(new RegExp(`^sum .* ${score}\\b`));
  });
});

function sumOf(game: Game, { weights }: PatternsWeights, combinations: Int32Array): number {
  const tables = tablesOf(game)!;
  let sum = 0;
  for (const combination of combinations) {
    const table = tables.tableOf(combination);
    const shared = table.shared[combination - table.start];
    if (shared !== -1) sum += weights.patterns[table.name]?.[combinationName(table, shared)] ?? 0;
  }
  return sum;
}

test('a fit that is killed resumes from its checkpoint and ends with the same bytes', async () => {
  const command = `fit patterns ${at('betsy')} --least 1 --ridge 0.5 --out`;
  const program = join(packageFolder(), 'dist', 'tuning', 'cli', 'main.js');
  const child = spawn(process.execPath, [program, ...command.split(' '), at('killed')]);
  child.stderr.on('data', (bytes: Buffer) => {
    if (bytes.toString().includes('iteration 1:')) child.kill('SIGKILL');
  });
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(null);
  expect([existsSync(at('killed')), existsSync(at('killed.checkpoint'))]).toEqual([false, true]);
  const { code, notes } = await evalsmith(`${command} ${at('killed')}`);
  expect([code, notes.some((note) => /^resuming after iteration \d/.test(note))]).toEqual([0, true]);
  expect(existsSync(at('killed.checkpoint'))).toBe(false);
  await evalsmith(`${command} ${at('whole')}`);
  expect(weightsAt('killed')).toEqual(weightsAt('whole'));
});

test('a sweep varies its settings, and its page has the largest combinations as little boards', async () => {
  const { code } = await evalsmith(`report ${at('fit-conga')}`);
  expect(code).toBe(0);
  const page = readFileSync(at('fit-conga', 'index.html'), 'utf8');
  expect(page).toContain('Largest weights');
  expect(page.match(/class="patch"/g)?.length).toBeGreaterThan(10);
});

test('patterns and features are left out by name', async () => {
  const name = 'square of 3';
  const { code } = await runCommand([
    'fit',
    'patterns',
    at('betsy'),
    '--without',
    `${name},tempo`,
    '--out',
    at('without'),
  ]);
  expect(code).toBe(0);
  const { weights } = JSON.parse(weightsAt('without').toString()) as PatternsWeights;
  expect([Object.hasOwn(weights.patterns, name), Object.hasOwn(weights.features, 'tempo')]).toEqual([
    false,
    false,
  ]);
});

test.each([
  ['--ridge 0', '--ridge is "0"'],
  ['--least 0', '--least is "0"'],
  ['--without star', '--without names "star"; patterns and features are row of 5, '],
  ['--hidden 8', "unknown option '--hidden'"],
])('%s is refused in one line with exit code 2', async (options, reason) => {
  const { code, out, notes } = await evalsmith(`fit patterns ${at('betsy')} ${options} --out ${at('never')}`);
  expect([code, out, notes.length]).toEqual([2, [], 1]);
  expect(notes[0]).toContain(reason);
  expect(existsSync(at('never'))).toBe(false);
});

test('a game that declares no patterns is refused by name', () => {
  const { patterns: _, ...plain } = games[0];
  const settings = fitSettings(patternsKind, {}, 'test');
  expect(() => needSuited(patternsKind, settings, plain)).toThrow(
    'fit patterns needs patterns, and betsy declares none',
  );
});
