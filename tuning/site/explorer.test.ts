import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readPuzzles } from '../puzzles/puzzle-file.ts';
import type { Puzzle } from '../puzzles/puzzle.ts';
import { launchBrowser, seriousFaults, watchFaults } from '../testing/browser.ts';
import { needs } from '../testing/installed-program.ts';
import { evalsmith } from '../testing/run-command.ts';
import { openedOracles } from './offered-oracles.ts';
import { answersOf } from './served-oracles.ts';
import { type SiteServer, startServer } from './server.ts';
import { makeSite } from './site.ts';

const chromium = needs('chromium');
// For what the page does in its own time.
const PATIENCE = { timeout: 30_000, interval: 20 };

const CONGA = 'conga-3-with-4-stones';

interface Query {
  value: string;
  plies: number | null;
  moves: { move: string; value: string; plies: number | null }[];
  line: string[];
}

describe.skipIf(chromium.isMissing)(`the Explorer${chromium.note}`, () => {
  let room: string;
  let server: SiteServer;
  let browser: Browser;
  let page: Page;
  let faults: string[];
  let puzzles: Puzzle[];
  const at = (name: string) => join(room, name);

  // Betsy 3 is inside the site, Conga with four stones and Betsy 2 are asked of the server, and of Betsy 5 there are puzzles alone.
  beforeAll(async () => {
    room = mkdtempSync(join(tmpdir(), 'evalsmith-explorer-'));
    const made = [
      ['oracle', 'build', 'betsy', '--size', '3', '--out', at('betsy-3')],
      ['oracle', 'build', 'betsy', '--size', '2', '--out', at('betsy-2')],
      ['oracle', 'build', 'conga', '--size', '3', '--stones', '4', '--workers', '1', '--out', at(CONGA)],
      ['selfplay', 'betsy', '--nodes', '100', '--games', '10', '--workers', '1', '--out', at('games')],
      [
        'puzzles',
        'betsy',
        '--oracle',
        at('betsy-3'),
        '--count',
        '6',
        '--nodes',
        '1000',
        '--out',
        at('three.csv'),
      ],
      [
        'puzzles',
        'betsy',
        at('games'),
        '--count',
        '2',
        '--nodes',
        '300',
        '--gap',
        '0.01',
        '--out',
        at('five.csv'),
      ],
    ];
    for (const words of made) expect(await evalsmith(words)).toMatchObject({ code: 0 });
    puzzles = readPuzzles(at('three.csv'));
    const files = { oracles: [at('betsy-3')], puzzles: [at('three.csv'), at('five.csv')] };
    await makeSite([], at('site'), () => {}, files);
    const opened = openedOracles([at('betsy-2'), at(CONGA)]);
    server = await startServer(at('site'), 0, answersOf(opened));
    browser = await launchBrowser(chromium.path);
  }, 240_000);

  afterAll(async () => {
    await browser?.close();
    await server?.close();
    rmSync(room, { recursive: true, force: true });
  });

  beforeEach(async () => {
    page = await browser.newPage();
    faults = watchFaults(page, server.address);
    await open();
  });

  afterEach(async () => {
    expect(faults).toEqual([]);
    await page.close();
  });

  async function open(): Promise<void> {
    await page.goto(`${server.address}explorer.html`);
    await isKnown();
  }

  const textOf = async (selector: string) => (await page.textContent(selector))!.trim();
  async function isKnown(): Promise<void> {
    await expect.poll(() => textOf('#value'), PATIENCE).toMatch(/won|drawn|lost|over|puzzle|No oracle/);
  }

  async function choose(board: string): Promise<void> {
    await page.selectOption('#place', board);
    await isKnown();
  }

  async function load(text: string): Promise<void> {
    await page.fill('#text', text);
    await page.click('#load-position');
    await isKnown();
  }

  /** What `oracle query` says of a position, named as on the command line. */
  async function queryOf(oracle: string, position: string): Promise<Query> {
    const words = ['oracle', 'query', ...position.split(' ').slice(0, 4), '--oracle', at(oracle), '--json'];
    const { out } = await evalsmith(words);
    return JSON.parse(out[0]) as Query;
  }

  const inWords = (value: string, plies: number | null) =>
    value === 'drawn' || plies === null ? value : `${value} in ${plies} ${plies === 1 ? 'ply' : 'plies'}`;

  test.each([
    ['betsy-3', 'betsy 3 o ...x..o.ox.oxxxoxo'],
    ['betsy-3', 'betsy 3 x ..................'],
    ['betsy-2', 'betsy 2 x ..........'],
    [CONGA, 'conga 3 a ...a..aDb'],
  ])('shows by %s what is true of %s and of every move, as oracle query does', async (oracle, position) => {
    await choose(oracle);
    await load(position);
    const { value, plies, moves, line } = await queryOf(oracle, position);
    await expect.poll(() => textOf('#value'), PATIENCE).toContain(inWords(value, plies));
    const rows = page.locator('#values tbody tr');
    await expect.poll(() => rows.count(), PATIENCE).toBe(moves.length);
    const shown = await rows.evaluateAll((all) =>
      all.map((row) => [row.children[0].textContent, row.children[1].textContent!.replace(/^\S+ /, '')]),
    );
    expect(shown).toEqual(moves.map((move) => [move.move, inWords(move.value, move.plies)]));
    expect(await page.locator('#line li').allTextContents()).toEqual(line);
  });

  test('marks moves on the board by sign and words, and plays best moves to the end of the game', async () => {
    await load('betsy 3 o ...x..o.ox.oxxxoxo');
    const drop = page.locator('.above >> nth=1');
    await expect.poll(() => drop.getAttribute('data-value'), PATIENCE).toBe('+7');
    expect(await drop.getAttribute('class')).toContain('won');
    expect(await drop.getAttribute('aria-label')).toBe('column 2, drop, won in 7 plies');
    const rotate = page.locator('.below >> nth=0');
    expect(await rotate.getAttribute('aria-label')).toMatch(/^column 1, rotate, lost in \d+ pl/);
    expect(await rotate.getAttribute('data-value')).toMatch(/^−\d+$/);
    for (let plies = 7; plies > 0; plies--) {
      await expect.poll(() => textOf('#value'), PATIENCE).toContain(`in ${plies} pl`);
      await page.click('#go:not([disabled])');
    }
    expect(await textOf('#status')).toBe('Red has won by a line.');
    expect(await textOf('#value')).toBe('The game is over.');
    expect(await page.locator('#moves button.move').count()).toBe(7);
    await page.click('#first');
    await expect.poll(() => textOf('#value'), PATIENCE).toContain('won in 7 plies');
    await page.click('#values button.move >> nth=0');
    await expect.poll(() => textOf('#value'), PATIENCE).toContain('lost in 6 plies');
    await page.click('#undo');
    await expect.poll(() => textOf('#value'), PATIENCE).toContain('won in 7 plies');
  });

  test('marks squares with the best that they lead to, and is played by keyboard', async () => {
    await choose(CONGA);
    await load('conga 3 a ...a..aDb');
    const square = page.locator('.square >> nth=3');
    await expect.poll(() => square.getAttribute('data-value'), PATIENCE).toBe('+');
    await square.focus();
    const focused = () => page.getAttribute(':focus', 'aria-label');
    expect(await focused()).toBe('row 2 column 1, 1 stone of player a, won');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    expect(await focused()).toBe('row 1 column 1, empty, sow north, drawn');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('row 2 column 2, empty, sow east, won');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('#moves button.move').count(), PATIENCE).toBe(1);
    // In the table the next move is under the finger.
    await isKnown();
    await page.focus('#values button.move >> nth=0');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('#moves button.move').count(), PATIENCE).toBe(2);
    await expect
      .poll(() => page.evaluate('document.activeElement.closest("#values") !== null'), PATIENCE)
      .toBe(true);
  });

  test.each(['3', '2'])('goes to the longest wins of Betsy %s, wherever its table is', async (size) => {
    await choose(`betsy-${size}`);
    await page.click('#longest-find');
    const jumps = page.locator('#longest button');
    await expect.poll(() => jumps.count(), PATIENCE).toBe(24);
    const { counts } = JSON.parse(readFileSync(at(`betsy-${size}/manifest.json`), 'utf8')) as {
      counts: { longestWin: number };
    };
    await jumps.first().click();
    await expect.poll(() => textOf('#value'), PATIENCE).toContain(`won in ${counts.longestWin} plies`);
    const position = await page.inputValue('#command');
    expect(await queryOf(`betsy-${size}`, position)).toMatchObject({
      value: 'won',
      plies: counts.longestWin,
    });
    expect(await page.evaluate('document.activeElement.closest("#board") !== null')).toBe(true);
  });

  test('says where the evaluation errs, and goes where it errs most', async () => {
    await page.selectOption('#nodes', '0');
    await page.click('#errors-find');
    const jumps = page.locator('#errors button');
    await expect.poll(() => jumps.count(), PATIENCE).toBe(12);
    const [, wrong, all] = /errs in (\d+) of (\d+) positions/.exec(await textOf('#errors-note'))!;
    expect([Number(wrong) > 0, all]).toEqual([true, '500']);
    const seen = /seen as (\d+)/.exec((await jumps.first().textContent())!)![1];
    await jumps.first().click();
    await isKnown();
    await expect.poll(() => textOf('#judged'), PATIENCE).toContain(`${seen} %`.replace(' ', '\u00A0'));
    expect(await textOf('#judged')).toMatch(/It errs: it leans to a (win|loss)\.$/);
    const truth = await textOf('#value');
    expect(truth.includes('won')).toBe((await textOf('#judged')).includes('a loss'));
    // With other weights it errs elsewhere.
    await page.selectOption('#weights', 'baseline:hand');
    expect(await jumps.count()).toBe(0);
  });

  test('asks the engine about positions of a variant too', async () => {
    await choose(CONGA);
    await load('conga 3 a ...a..aDb');
    await expect
      .poll(() => textOf('#searched'), PATIENCE)
      .toMatch(/the engine plays \S+: .*✓ This keeps the value\.$/);
  });

  test('tells whether the engine keeps the value after so many nodes', async () => {
    await page.selectOption('#nodes', '100');
    for (const { player, board } of puzzles.filter(
      ({ nodes }) => nodes === null || nodes > 100 || nodes < 20,
    )) {
      await load(`betsy 3 ${player} ${board}`);
      const words = ['move', 'betsy', '3', player, board, '--nodes', '100', '--json'];
      const { move } = JSON.parse((await evalsmith(words)).out[0]) as { move: string };
      await expect.poll(() => textOf('#searched'), PATIENCE).toContain(`the engine plays ${move}:`);
      const { best } = puzzles.find((puzzle) => puzzle.board === board)!;
      const verdict = move === best ? /✓ This keeps the value\.$/ : /✗ It errs: this move is (lost|drawn)/;
      expect(await textOf('#searched')).toMatch(verdict);
    }
  });

  test('poses puzzles, hides what is true until they are solved, and comments on other moves', async () => {
    const [{ player, board, best, nodes }, second] = puzzles;
    expect(await page.locator('#puzzles button').count()).toBe(puzzles.length);
    await page.click('#puzzles button >> nth=0');
    await expect.poll(() => textOf('#value'), PATIENCE).toBe('A puzzle');
    expect(await page.inputValue('#command')).toContain(` ${player} ${board} `);
    expect(await textOf('#puzzle-note')).toContain(`after ${nodes} node`);
    expect(await page.locator('#board .marked').count()).toBe(0);
    expect(await page.isVisible('#known')).toBe(false);
    const press = (move: string) =>
      page.click(`${move.startsWith('-') ? '.below' : '.above'} >> nth=${Math.abs(Number(move)) - 1}`);
    const { moves } = await queryOf('betsy-3', `betsy 3 ${player} ${board}`);
    const wrong = moves.at(-1)!;
    await press(wrong.move);
    const comment = `${wrong.move} is ${inWords(wrong.value, wrong.plies)}. Try again.`;
    await expect.poll(() => textOf('#puzzle-note'), PATIENCE).toBe(comment);
    expect(await textOf('#said')).toContain('Try again.');
    expect(await page.locator('#moves button.move').count()).toBe(0);
    await press(best);
    await expect.poll(() => textOf('#value'), PATIENCE).toContain('lost in');
    expect(await textOf('#said')).toBe(`${best} is the move.`);
    expect(await page.isVisible('#puzzle')).toBe(false);

    await page.click('#puzzles button >> nth=0');
    await page.click('#next-puzzle');
    expect(await page.inputValue('#command')).toContain(` ${second.board} `);
    await page.click('#answer');
    await expect.poll(() => textOf('#value'), PATIENCE).toContain(`won in ${second.plies} plies`);
    expect(await page.textContent('#values button.move >> nth=0')).toBe(second.best);
  });

  test('shows puzzles from games, of a board that no oracle knows', async () => {
    await choose('betsy-5');
    expect(await textOf('#value')).toBe('No oracle here knows this position.');
    expect(await page.locator('#values tbody tr').count()).toBeGreaterThan(2);
    const [puzzle] = readPuzzles(at('five.csv'));
    await page.click('#puzzles button >> nth=0');
    await expect.poll(() => textOf('#value'), PATIENCE).toBe('A puzzle');
    expect(await textOf('#puzzle-note')).toContain(`one of ${puzzle.moves} moves is best`);
    await page.click('#answer');
    await expect.poll(() => textOf('#searched'), PATIENCE).toContain('the engine plays');
  });

  test('refuses positions of other boards, and takes games', async () => {
    await page.fill('#text', 'conga 3 a j.......J');
    await page.click('#load-position');
    expect(await textOf('#load-trouble')).toBe('this is of conga 3; expected betsy 3');
    await choose(CONGA);
    expect(await textOf('#longest-note')).toBe('This table knows who wins, and not in how many plies.');
    await page.fill('#text', 'conga 3 a j.......J');
    await page.click('#load-position');
    expect(await textOf('#load-trouble')).toContain('BOARD');
    await choose('betsy-3');
    await page.fill('#text', 'betsy 3 x ..................\n1 1 -1 2 3');
    await page.click('#load-game');
    expect(await page.locator('#moves button.move').count()).toBe(5);
    await page.click('#random');
    await expect.poll(() => page.locator('#moves button.move').count(), PATIENCE).toBe(0);
    await isKnown();
  });

  test.each(['light', 'dark'] as const)(
    'has no serious fault of accessibility in %s',
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.click('#longest-find');
      await page.click('#errors-find');
      await expect.poll(() => page.locator('#errors button').count(), PATIENCE).toBe(12);
      await load('betsy 3 o ...x..o.ox.oxxxoxo');
      expect(await seriousFaults(page)).toEqual([]);
      await choose(CONGA);
      await load('conga 3 a ...a..aDb');
      await page.click('.own');
      expect(await seriousFaults(page)).toEqual([]);
    },
  );

  test('fits a telephone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const board of ['betsy-3', CONGA, 'betsy-5']) {
      await choose(board);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    }
  });
});

describe.skipIf(chromium.isMissing)(`the Explorer of a site without oracles${chromium.note}`, () => {
  test('says how to get one, and asks nothing elsewhere', async () => {
    const room = mkdtempSync(join(tmpdir(), 'evalsmith-explorer-'));
    await makeSite([], join(room, 'site'), () => {});
    const server = await startServer(join(room, 'site'), 0);
    const browser = await launchBrowser(chromium.path);
    const page = await browser.newPage();
    const faults = watchFaults(page, server.address);
    await page.goto(`${server.address}explorer.html`);
    await expect.poll(() => page.isVisible('#none'), PATIENCE).toBe(true);
    expect(await page.isVisible('#board')).toBe(false);
    expect(await seriousFaults(page)).toEqual([]);
    expect(faults).toEqual([]);
    await browser.close();
    await server.close();
    rmSync(room, { recursive: true });
  });
});
