import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { namedWeightsFile } from '../../engine/node/weights-folder.ts';
import { betsy } from '../../engine/games/betsy/game.ts';
import { games } from '../../engine/games/index.ts';
import { weightsText } from '../../engine/seal.ts';
import { sealedRandomNetwork } from '../../engine/models/network/random-network.ts';
import { evalsmith } from '../testing/run-command.ts';
import { needs } from '../testing/installed-program.ts';
import { pureSha256 } from '../ship/pure-sha256.ts';
import { packageFolder } from '../store/identity.ts';
import { type Random, randomFrom } from '../statistics/random.ts';
import { type SiteServer, startServer } from './server.ts';
import { makeSite } from './site.ts';
import { launchBrowser, seriousFaults, watchFaults } from '../testing/browser.ts';

const chromium = needs('chromium');
// For what the page does in its own time.
const PATIENCE = { timeout: 30_000, interval: 20 };

describe.skipIf(chromium.isMissing)(`the Play page${chromium.note}`, () => {
  let room: string;
  let server: SiteServer;
  let browser: Browser;
  let page: Page;
  let faults: string[];

  beforeAll(async () => {
    room = mkdtempSync(join(tmpdir(), 'evalsmith-play-'));
    await makeSite([], join(room, 'site'), () => {});
    server = await startServer(join(room, 'site'), 0);
    browser = await launchBrowser(chromium.path);
  });

  afterAll(async () => {
    await browser.close();
    await server.close();
    rmSync(room, { recursive: true, force: true });
  });

  beforeEach(async () => {
    page = await browser.newPage();
    faults = watchFaults(page, server.address);
    await page.goto(`${server.address}play.html`);
  });

  afterEach(async () => {
    expect(faults).toEqual([]);
    await page.close();
  });

  const textOf = async (selector: string) => (await page.textContent(selector))!.trim();
  const chooseGame = (name: string) => page.locator(`input[value="${name}"]`).check({ force: true });
  const movesMade = () => page.locator('button.move').count();

  async function setNodes(nodes: number): Promise<void> {
    await page.selectOption('#unit', 'nodes');
    await page.fill('#strength', String(nodes));
    await page.press('#strength', 'Enter');
  }

  async function loadPosition(text: string): Promise<void> {
    await page.fill('#text', text);
    await page.click('#load-position');
  }

  /** Waits for the person's turn or the end, and tells which. */
  async function isOver(): Promise<boolean> {
    await expect.poll(() => textOf('#status'), PATIENCE).toMatch(/your move|has won|A draw/);
    return !(await textOf('#status')).includes('your move');
  }

  /** Clicks any move that the board offers, by a generator of its own. */
  async function clickSomeMove(random: Random): Promise<void> {
    const click = async (selector: string) => {
      const all = page.locator(selector);
      await all.nth(random.below(await all.count())).click();
    };
    if ((await page.locator('.by-column').count()) > 0)
      return click('.above:not([aria-disabled]), .below:not([aria-disabled])');
    await click('.own');
    await click('.target');
  }

  test.each(games.map(({ name }) => name))('plays a whole game of %s against the engine', async (name) => {
    await page.uncheck('#analyse');
    await setNodes(300);
    await chooseGame(name);
    const random = randomFrom('play', name);
    let plies = 0;
    while (!(await isOver())) {
      await clickSomeMove(random);
      const made = await movesMade();
      expect(made).toBeGreaterThan(plies);
      plies = made;
    }
    expect(await textOf('#status')).toMatch(/(has won|A draw)/);
    expect(await textOf('#said')).toContain(await textOf('#status'));
    expect(await page.locator('#board button:not([aria-disabled])').count()).toBe(0);
    expect(plies).toBeGreaterThan(5);
  });

  test('is played by keyboard alone, and says what the engine answers', async () => {
    await setNodes(300);
    await chooseGame('raichu');
    await page.waitForSelector('.raichu .own');
    // From the last control before the board, Tab leads into it once.
    await page.focus('.raichu .square[tabindex="0"]');
    const focused = () => page.getAttribute(':focus', 'aria-label');
    expect(await focused()).toBe('row 2 column 1, white Pikachu');
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('row 2 column 1, white Pikachu, chosen');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('row 3 column 1, empty, move here');
    await page.keyboard.press('Space');
    await expect.poll(movesMade, PATIENCE).toBe(2);
    expect(await textOf('.moves button >> nth=0')).toBe('2.1-3.1');
    expect(await textOf('#said')).toMatch(/^Black plays .*: row \d column \d to row \d column \d\.$/);
    expect(await page.locator('#board [tabindex="0"]').count()).toBe(1);

    await chooseGame('betsy');
    await page.focus('.above >> nth=2');
    expect(await focused()).toBe('column 3, drop');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect.poll(movesMade, PATIENCE).toBe(2);
    expect(await textOf('.moves button >> nth=0')).toBe('2');
  });

  test('takes a dropped weights file, and refuses a corrupted one with its reason', async () => {
    const drop = (name: string, text: string) =>
      page.evaluate(`{
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
        document.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
      }`);
    const text = readFileSync(namedWeightsFile(betsy, 5, 'baseline:lines'), 'utf8');
    const { sha256 } = JSON.parse(text) as { sha256: string };
    const before = await textOf('#features-note');
    await drop('mine.json', text);
    await expect.poll(() => page.getAttribute('#weights-hash', 'title'), PATIENCE).toBe(sha256);
    expect(await textOf('#features-note')).not.toBe(before);
    expect(await page.inputValue('#weights')).toBe('mine.json');

    const refused = async (name: string, bad: string, reason: string) => {
      await drop(name, bad);
      await expect
        .poll(() => textOf('#weights-refusal'), PATIENCE)
        .toContain(`${name}: the weights file is refused: ${reason}`);
      expect(await page.getAttribute('#weights-hash', 'title')).toBe(sha256);
      expect(await page.inputValue('#weights')).toBe('mine.json');
    };
    await refused('changed.json', text.replace(/"scale": ?\d+/, '"scale": 77'), 'its sha256 does not match');
    await refused('cut.json', text.slice(0, -20), 'it is not JSON');
    const conga = readFileSync(namedWeightsFile(games[2], 4, 'baseline:hand'), 'utf8');
    await refused('conga.json', conga, 'it is for the game "conga"; expected "betsy"');

    await drop('network.json', weightsText(sealedRandomNetwork(betsy, 5, 8, pureSha256)));
    await expect.poll(() => textOf('#weights-kind'), PATIENCE).toMatch(/^network/);
    expect(await textOf('#features-note')).toContain('A network has no terms for single features');
    await setNodes(2000);
    await expect.poll(() => textOf('#score'), PATIENCE).toMatch(/score|won|lost/);
  });

  test('chooses what the player chooses, for the same position, weights and nodes', async () => {
    const positions = [
      ['betsy', 5, 'x', '.'.repeat(40), 'baseline:lines'],
      ['betsy', 5, 'x', '.....................x..o.xx.o.oxooxxxoo', undefined],
      ['betsy', 3, 'o', '...x..o.ox.oxxxoxo', undefined],
      ['raichu', 8, 'w', '........W.W.W.W..w.w.w.w................b.b.b.b..B.B.B.B........', undefined],
      ['raichu', 8, 'b', '........W.W...W....w.w.w..W.....b.......b.b.b....BBB.B....@.....', undefined],
      [
        'raichu',
        8,
        'b',
        '........W.W...W....w.w.w..W.....b.......b.b.b....BBB.B....@.....',
        'baseline:material',
      ],
      ['conga', 4, 'a', 'j..............J', undefined],
      ['conga', 4, 'b', 'a.b..dBa.BbA..BC', undefined],
      ['conga', 3, 'a', 'j.......J', 'baseline:moves'],
    ] as const;
    await setNodes(5000);
    for (const [game, size, player, board, weights] of positions) {
      const args = [game, String(size), player, board, '--nodes', '5000', '--json'];
      const { out } = await evalsmith([
        'move',
        ...args,
        ...(weights === undefined ? [] : ['--weights', weights]),
      ]);
      const expected = JSON.parse(out[0]) as { move: string; depth: number; nodes: number; line: string[] };
      await loadPosition(`${game} ${size} ${player} '${board}' 5`);
      const usual = await page.locator('#weights option', { hasText: '(default)' }).getAttribute('value');
      await page.selectOption('#weights', weights ?? usual);
      const effort = `depth ${expected.depth}, ${expected.nodes.toLocaleString('en-US')} nodes`;
      await expect.poll(() => textOf('#effort'), PATIENCE).toBe(effort);
      expect(await page.locator('#line li').allTextContents()).toEqual(expected.line);
      await page.click('#go');
      await page.waitForSelector('button.move');
      expect(await textOf('button.move')).toBe(expected.move);
    }
  });

  test.each([
    ['computes networks in WebAssembly, which the policy of its worker lets it compile', '', true],
    ['computes them in JavaScript where there is no WebAssembly', 'delete globalThis.WebAssembly;', false],
  ])('%s', async (_, before, isThere) => {
    const position = ['conga', '4', 'b', 'a.b..dBa.BbA..BC'];
    const { out } = await evalsmith(['move', ...position, '--nodes', '2000', '--json']);
    const expected = JSON.parse(out[0]) as { move: string; nodes: number };
    const instances: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'info') instances.push(message.text());
    });
    const watching = `const Known = globalThis.WebAssembly?.Instance;
      if (Known) WebAssembly.Instance = function (...given) {
        const made = new Known(...given);
        console.info('an instance');
        return made;
      };`;
    await page.route('**/worker.js', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${before}${watching}${await response.text()}` });
    });
    await setNodes(2000);
    await loadPosition(`${position.join(' ')} 5`);
    await expect
      .poll(() => textOf('#effort'), PATIENCE)
      .toContain(`${expected.nodes.toLocaleString('en-US')} nodes`);
    await page.click('#go');
    await page.waitForSelector('button.move');
    expect(await textOf('button.move')).toBe(expected.move);
    if (isThere) await expect.poll(() => instances.length, PATIENCE).toBeGreaterThan(0);
    else expect(instances).toEqual([]);
  });

  test('loads, copies, steps, takes back and stops', async () => {
    await setNodes(300);
    await loadPosition('betsy 3 q ..................');
    expect(await textOf('#load-trouble')).toBe('PLAYER is "q"; the players of betsy are x and o');
    await loadPosition("raichu 8 b '........W.W...W....w.w.w..W.....b.......b.b.b....BBB.B....@....$'");
    expect(await page.inputValue('#command')).toBe(
      "raichu 8 b '........W.W...W....w.w.w..W.....b.......b.b.b....BBB.B....@....$' 5",
    );
    await page.fill('#text', 'betsy 3 x ..................\n1 1 -1 2 3');
    await page.click('#load-game');
    expect(await movesMade()).toBe(5);
    for (const [button, board] of [
      ['#last', '............x..oox'],
      ['#back', '............x..oo.'],
      ['#first', '..................'],
      ['#next', '...............x..'],
    ]) {
      await page.click(button);
      expect(await page.inputValue('#command')).toContain(` ${board} `);
    }
    // Looking does not let the engine move; a move here begins another game.
    expect(await movesMade()).toBe(5);
    await page.selectOption('#side', 'both');
    await page.click('.above >> nth=2');
    expect(await page.locator('button.move').allTextContents()).toEqual(['1', '3']);
    await page.click('#undo');
    expect(await movesMade()).toBe(1);

    // A packed shard of a dataset, of another game.
    await page.setInputFiles('#game-file', join(packageFolder(), 'datasets/conga-sample/shard-00000.csv.gz'));
    await expect.poll(() => page.locator('#game-number option').count(), PATIENCE).toBe(60);
    await page.selectOption('#game-number', '7');
    expect(await page.inputValue('#command')).toBe('conga 4 a j..............J 5');
    expect(await page.locator('#game-number option >> nth=7').textContent()).toBe(
      `8 of 60, ${await movesMade()} plies`,
    );

    // The engine against itself, stopped while it thinks.
    await page.selectOption('#unit', 'seconds');
    await page.fill('#strength', '60');
    await page.press('#strength', 'Enter');
    await page.selectOption('#side', 'none');
    await page.click('#new');
    await expect.poll(() => textOf('#effort'), PATIENCE).toContain('depth');
    expect(await textOf('#go')).toBe('Stop');
    await page.click('#go');
    expect([await textOf('#go'), await movesMade()]).toEqual(['Engine moves', 0]);
    await page.fill('#strength', 'much');
    await page.press('#strength', 'Enter');
    expect(await textOf('#strength-trouble')).toContain('"much"; expected a decimal number above 0');
    await setNodes(100);
    await page.click('#go');
    await expect.poll(movesMade, PATIENCE).toBeGreaterThan(2);
  });

  test.each(['light', 'dark'] as const)(
    'has no serious fault of accessibility in %s',
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await setNodes(300);
      for (const { name } of games) {
        await chooseGame(name);
        if (name !== 'betsy') await page.click('.own');
        await expect.poll(() => textOf('#score'), PATIENCE).toContain('score');
        expect(await seriousFaults(page)).toEqual([]);
      }
      await page.goto(server.address);
      expect(await seriousFaults(page)).toEqual([]);
    },
  );

  test('fits a telephone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const { name, sizes, usualSize } of games) {
      await chooseGame(name);
      for (const size of [usualSize, sizes.at(-1)!]) {
        await page.selectOption('#size', String(size));
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
      }
    }
  });
});
