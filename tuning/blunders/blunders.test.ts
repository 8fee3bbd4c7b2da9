import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { positionsOf } from '../dataset/games.ts';
import { readManifest } from '../dataset/manifest.ts';
import { launchBrowser, seriousFaults, watchFaults } from '../testing/browser.ts';
import { needs } from '../testing/installed-program.ts';
import { evalsmith } from '../testing/run-command.ts';
import { type Blunders, blundersSchema, chanceLost, heuristicGap, staticGap } from './blunders.ts';

const room = mkdtempSync(join(tmpdir(), 'evalsmith-blunders-'));
const at = (name: string) => join(room, name);
afterAll(() => rmSync(room, { recursive: true, force: true }));

async function run(text: string) {
  const { code, out, notes } = await evalsmith(text.replaceAll('ROOM', room).split(' '));
  expect(code, notes.join('\n')).toBe(0);
  return out;
}

beforeAll(async () => {
  // Moves by chance now and then, so that there is something to find.
  await run('selfplay betsy --size 3 --nodes 40 --games 60 --random-rate 0.3 --workers 2 --out ROOM/games');
  await run('oracle build betsy --size 3 --out ROOM/oracle');
  await run('fit linear ROOM/games --out ROOM/fit');
}, 60_000);

const found = async (name: string, more: string): Promise<Blunders> => {
  const out = await run(`blunders ROOM/games --positions 150 --worst 5 --out ROOM/${name} --json ${more}`);
  return blundersSchema.parse(JSON.parse(out[0]));
};

describe('where a heuristic errs', () => {
  test('is told by an oracle as the rules have it: what a move lost is the difference of exact values', async () => {
    const { moves, looked, judge } = await found('exact', '--oracle ROOM/oracle --weights hand');
    expect([looked, judge]).toEqual([150, 'exact values']);
    expect(chanceLost(moves[0])).toBe(1);
    for (const { player, board, played, best, bestChance, playedChance } of moves) {
      const query = await run(`oracle query betsy 3 ${player} ${board} --oracle ROOM/oracle --json`);
      const { value, moves: valued } = JSON.parse(query[0]) as {
        value: string;
        moves: { move: string; value: string }[];
      };
      const chance = (word: string) => ({ won: 1, drawn: 0.5, lost: 0 })[word];
      expect(chance(value)).toBe(bestChance);
      expect(chance(valued.find(({ move }) => move === played)!.value)).toBe(playedChance);
      expect(valued[0].move).toBe(best);
    }
    // To learn from: each with its true result.
    const positions = [...positionsOf(at('exact/positions'), readManifest(at('exact/positions')), true)];
    const worst = positions.find(
      ({ board, player }) => board === moves[0].board && player === moves[0].player,
    )!;
    expect(worst.result).toBe(1);
    expect((await evalsmith(['dataset', 'verify', at('exact/positions')])).code).toBe(0);
  });

  test('is told by a deeper search in the same way every time, largest first, and is a dataset to fit to', async () => {
    const one = await found('one', '--nodes 400 --weights hand --against baseline:lines');
    const two = await found('two', '--nodes 400 --weights hand --against baseline:lines');
    expect(one).toEqual(two);
    for (const [list, gap] of [
      [one.moves, chanceLost],
      [one.statics, staticGap],
      [one.heuristics, heuristicGap],
    ] as const) {
      expect(list.length).toBe(5);
      expect(list.map(gap)).toEqual(list.map(gap).toSorted((a, b) => b - a));
    }
    // What the features say adds up to the static score.
    for (const { features, static: score } of one.statics)
      expect(features.reduce((sum, { contribution }) => sum + contribution, 0)).toBe(score);
    await run('fit linear ROOM/one/positions --held-out 0.3 --keep-decided --out ROOM/fitted');
  });

  test('takes the weights and the games of a fit, and refuses a folder without games', async () => {
    const out = await run('blunders ROOM/fit --positions 20 --nodes 100 --out ROOM/of-fit');
    expect(out.join('\n')).toContain(`static scores of ${at('fit/weights.json')}`);
    const refused = await evalsmith(['blunders', at('oracle'), '--out', at('never')]);
    expect([refused.code, refused.out, existsSync(at('never'))]).toEqual([2, [], false]);
    expect((await evalsmith(['blunders', at('games'), '--out', at('fit')])).code).toBe(2);
  });
});

const chromium = needs('chromium');
test.skipIf(chromium.isMissing)(`the page is sound and fits every screen${chromium.note}`, async () => {
  await found('page', '--nodes 200 --weights hand');
  const browser = await launchBrowser(chromium.path);
  const address = pathToFileURL(at('page/index.html')).href;
  for (const width of [390, 768, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
      const faults = watchFaults(page, address);
      await page.goto(address);
      expect(await seriousFaults(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(faults).toEqual([]);
      await page.close();
    }
  await browser.close();
  expect(readFileSync(at('page/index.html'), 'utf8')).toContain('What each feature said');
});
