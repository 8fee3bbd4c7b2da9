import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReadingWay } from '../../dataset/column-reader.ts';
import { gameOf } from '../../dataset/dataset-game.ts';
import { readManifest } from '../../dataset/manifest.ts';
import { evalsmith as runCommand } from '../../testing/run-command.ts';
import { countGames, type FitData, readFitData } from './fit-data.ts';
import { fitSettings } from './fit-kind.ts';
import { linearKind } from '../linear/linear-kind.ts';
import type { LinearSettings } from '../linear/linear-settings.ts';

const evalsmith = (...args: string[]) => runCommand(args);

const root = mkdtempSync(join(tmpdir(), 'evalsmith-rows-'));
const [longer, shorter, raichu] = ['longer', 'shorter', 'raichu'].map((name) => join(root, name));

beforeAll(async () => {
  const play = (game: string, games: number, out: string) => {
    const settings = '--nodes 40 --random-rate 0.1 --cap 60 --workers 1';
    return evalsmith(...`selfplay ${game} --games ${games} ${settings} --out ${out}`.split(' '));
  };
  await play('betsy', 120, longer);
  await play('betsy', 60, shorter);
  await play('raichu', 10, raichu);
}, 60_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

function read(
  folder: string | string[],
  given: Partial<LinearSettings> = {},
  way?: ReadingWay,
): Promise<FitData> {
  const settings = fitSettings(linearKind, { heldOut: 0.3, ...given }, 'test');
  const folders = [folder].flat();
  return readFitData(gameOf(readManifest(folders[0])), folders, settings, undefined, undefined, way);
}

describe('the split', () => {
  const gamesOf = (data: FitData) => [new Set(data.train.games), new Set(data.heldOut.games)];

  test('puts every game into one part alone, and about as many apart as asked for', async () => {
    const [train, heldOut] = gamesOf(await read(longer, { keepOpenings: true }));
    expect([...train].filter((game) => heldOut.has(game))).toEqual([]);
    expect(train.size + heldOut.size).toBe(120);
    expect(Math.abs(heldOut.size - 36)).toBeLessThan(15);
  });

  test('puts a game where it was in a shorter run, so that nothing leaks when data grow', async () => {
    const [train, heldOut] = gamesOf(await read(longer));
    const [earlierTrain, earlierHeldOut] = gamesOf(await read(shorter));
    for (const game of earlierTrain) expect(train.has(game)).toBe(true);
    for (const game of earlierHeldOut) expect(heldOut.has(game)).toBe(true);
    // The same games twice: as many apart as twice the parts of each.
    const both = await read([shorter, shorter]);
    expect(both.heldOut.rows).toBe(2 * (await read(shorter)).heldOut.rows);
  });

  test('another seed holds out others', async () => {
    expect([...gamesOf(await read(longer, { seed: 2 }))[1]]).not.toEqual([...gamesOf(await read(longer))[1]]);
  });

  test('a fraction learns from a part of the games and is measured by the same', async () => {
    const [whole, half, less] = await Promise.all(
      [1, 0.5, 0.2].map((fraction) => read(longer, { fraction })),
    );
    expect(half.heldOut).toEqual(whole.heldOut);
    expect(countGames(less.train)).toBeLessThan(countGames(half.train));
    const [ofHalf] = gamesOf(half);
    for (const game of gamesOf(less)[0]) expect(ofHalf.has(game)).toBe(true);
  });
});

describe('rows that count', () => {
  const rows = ({ train, heldOut }: FitData) => train.rows + heldOut.rows;

  test('are the searched, undecided and quiet ones, and each other kind by its setting', async () => {
    const usual = await read(raichu);
    const { opening, random, decided, noisy, early } = usual.leftOut;
    expect(early).toBe(0);
    for (const count of [opening, random, noisy]) expect(count).toBeGreaterThan(0);
    expect(rows(usual) + opening + random + decided + noisy).toBe(usual.read);
    expect(usual.train.scores.some((score) => Number.isNaN(score))).toBe(false);
    expect(rows(await read(raichu, { keepNoisy: true }))).toBe(rows(usual) + noisy);
    const all = { keepNoisy: true, keepRandom: true, keepOpenings: true, keepDecided: true };
    expect(rows(await read(raichu, all))).toBe(usual.read);
  });

  test('begin at a ply', async () => {
    const late = await read(longer, { firstPly: 20 });
    expect(Math.min(...late.train.plies)).toBeGreaterThanOrEqual(20);
    expect(late.leftOut.early).toBeGreaterThan(0);
  });
});
