import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, seriousFaults, watchFaults } from '../testing/browser.ts';
import { needs } from '../testing/installed-program.ts';
import { evalsmith } from '../testing/run-command.ts';
import { comparisonOf } from './side-by-side.ts';

const room = mkdtempSync(join(tmpdir(), 'evalsmith-compare-'));
const at = (name: string) => join(room, name);
afterAll(() => rmSync(room, { recursive: true, force: true }));

beforeAll(async () => {
  const run = async (text: string) => {
    const { code, notes } = await evalsmith(text.replaceAll('ROOM', room).split(' '));
    expect(code, notes.join('\n')).toBe(0);
  };
  await run('selfplay betsy --size 3 --nodes 60 --games 120 --workers 2 --out ROOM/games');
  await run('fit linear ROOM/games --held-out 0.3 --out ROOM/one');
  await run('fit linear ROOM/games --held-out 0.3 --ridge 100000 --lambda 0.5 --out ROOM/two');
  await run('fit linear ROOM/games --held-out 0.2 --out ROOM/other');
  await run('fit network ROOM/games --held-out 0.3 --hidden 8 --epochs 2 --out ROOM/net');
  await run(
    'match ROOM/two/weights.json ROOM/one/weights.json --game betsy --size 3 --games 4 --nodes 30 --workers 2 --out ROOM/met',
  );
  writeFileSync(
    at('sweep.json'),
    JSON.stringify({ datasets: ['games'], grid: { lambda: [0.5, 1], ridge: [1, 100] } }),
  );
  await run('sweep ROOM/sweep.json --out ROOM/sweep');
}, 60_000);

describe('runs side by side', () => {
  test('show only the settings in which they differ', async () => {
    const { settings, isOneTarget } = await comparisonOf([at('one'), at('two')]);
    expect(settings).toEqual([
      { name: 'lambda', values: ['1', '0.5'] },
      { name: 'ridge', values: ['1', '100000'] },
    ]);
    expect(isOneTarget).toBe(false);
  });

  test('tell what a match came to, and nothing of held-out games where there are none', async () => {
    const { runs } = await comparisonOf([at('met'), at('one')]);
    const { played } = runs[0];
    expect(played).toEqual([{ ...played[0], stage: null, games: 4, verdict: null }]);
    expect(played[0].won + played[0].drawn + played[0].lost).toBe(4);
    const { code, out } = await evalsmith(['compare', at('met'), at('met')]);
    expect([code, out.join('\n')]).toEqual([0, expect.stringContaining('Results of matches')]);
    expect(out.join('\n')).not.toContain('game by game');
  });

  test('are two at least, or one sweep', async () => {
    const { code, notes } = await evalsmith(['compare', at('one')]);
    expect([code, notes]).toEqual([
      2,
      [expect.stringContaining('alone; expected two runs or more, or one sweep')],
    ]);
    expect((await evalsmith(['compare', at('sweep')])).code).toBe(0);
  });

  test('are compared game by game on what all of them held out, whatever kind of model they are', async () => {
    cpSync(at('one'), at('copy'), { recursive: true });
    const { paired } = await comparisonOf([at('one'), at('copy'), at('two'), at('net')]);
    if ('problem' in paired) throw new Error(paired.problem);
    const [first, copy, two, net] = paired.differences;
    expect(first.difference).toBeNull();
    expect(copy.difference).toEqual({ value: 0, low: 0, high: 0 });
    expect(two.difference!.value).toBeCloseTo(two.resultLoss - first.resultLoss, 12);
    expect(two.difference!.low).toBeLessThan(two.difference!.high);
    expect(net.resultLoss).toBeGreaterThan(0);
    // A weight of nearly 0 everywhere judges every game as even.
    expect(two.resultLoss).toBeCloseTo(Math.log(2), 1);
    expect(paired.games).toBeGreaterThan(20);
  });

  test('say why there is no such comparison', async () => {
    const problem = async (...names: string[]) => (await comparisonOf(names.map(at))).paired;
    expect(await problem('one', 'met')).toEqual({ problem: 'there are no two fits among the runs' });
    expect(await problem('one', 'other')).toMatchObject({
      problem: expect.stringContaining('held out different games'),
    });
  });

  test('have the Elo of a match that lies beside them, with who was first', async () => {
    const { matches } = await comparisonOf([at('one'), at('two')]);
    expect(matches).toMatchObject([
      { folder: at('met'), first: 1, second: 0, games: 4, by: '30 nodes a move' },
    ]);
  });

  test('are refused in a line where one is none, and a file that is there is not written over', async () => {
    expect(await evalsmith(['compare', at('games')])).toMatchObject({ code: 2, out: [] });
    writeFileSync(at('mine.html'), 'mine');
    expect((await evalsmith(['compare', at('one'), '--out', at('mine.html')])).code).toBe(2);
    expect(readFileSync(at('mine.html'), 'utf8')).toBe('mine');
  });
});

test('the headline of a sweep over lambda compares by the loss on results', async () => {
  await evalsmith(['report', at('sweep')]);
  const page = readFileSync(join(at('sweep'), 'index.html'), 'utf8');
  expect(page).toMatch(/<p class="lede">The lowest held-out loss on results of 4 fits is /);
});

const chromium = needs('chromium');
describe.skipIf(chromium.isMissing)(`the page of a comparison${chromium.note}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser(chromium.path);
    const out = at('page.html');
    expect(
      (await evalsmith(['compare', ...['one', 'two', 'net', 'sweep', 'met'].map(at), '--out', out])).code,
    ).toBe(0);
    expect(existsSync(out)).toBe(true);
  });
  afterAll(() => browser.close());

  test.each([390, 768, 1280])('is sound and fits a screen of %d', async (width) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
      const address = pathToFileURL(at('page.html')).href;
      const faults = watchFaults(page, address);
      await page.goto(address);
      expect(await seriousFaults(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(faults).toEqual([]);
      await page.close();
    }
  });
});
