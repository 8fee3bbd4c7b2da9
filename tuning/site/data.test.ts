import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { queryDataset } from '../dataset/query.ts';
import { packageFolder } from '../store/identity.ts';
import { launchBrowser, seriousFaults, watchFaults } from '../testing/browser.ts';
import { needs } from '../testing/installed-program.ts';
import { evalsmith } from '../testing/run-command.ts';
import { type SiteServer, startServer } from './server.ts';
import { makeSite } from './site.ts';

const chromium = needs('chromium');
const PATIENCE = { timeout: 30_000, interval: 20 };
const sample = (game: string) => join(packageFolder(), 'datasets', `${game}-sample`);

describe.skipIf(chromium.isMissing)(`the page Data${chromium.note}`, () => {
  const room = mkdtempSync(join(tmpdir(), 'evalsmith-data-'));
  const at = (name: string) => join(room, name);
  let server: SiteServer;
  let browser: Browser;
  let page: Page;
  let faults: string[];

  beforeAll(async () => {
    expect((await evalsmith(['dataset', 'dedupe', sample('betsy'), '--out', at('once')])).code).toBe(0);
    expect((await evalsmith(['dataset', 'parquet', at('once'), '--out', at('once.parquet')])).code).toBe(0);
    await makeSite([], at('site'), () => {}, { datasets: [sample('conga'), sample('raichu')] });
    await makeSite([], at('empty'), () => {});
    server = await startServer(at('site'), 0);
    browser = await launchBrowser(chromium.path);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    rmSync(room, { recursive: true, force: true });
  });
  beforeEach(async () => {
    page = await browser.newPage();
    faults = watchFaults(page, server.address);
  });
  afterEach(async () => {
    expect(faults).toEqual([]);
    await page.close();
  });

  const open = (query = '') => page.goto(`${server.address}data.html${query}`);
  const counted = () => page.textContent('#count');
  async function countIs(text: string): Promise<void> {
    await expect.poll(counted, PATIENCE).toBe(text);
  }
  /** What SQL says of the same rows. */
  async function countOf(game: string, where: string): Promise<string> {
    const { rows } = await queryDataset(
      sample(game),
      `SELECT count(*) FILTER (WHERE ${where}), count(*) FROM rows`,
    );
    const [some, all] = rows[0].map((count) => Number(count).toLocaleString('en-US'));
    return some === all ? `${all} positions` : `${some} of ${all} positions`;
  }

  test('shows the rows that SQL finds, and the address remembers what was asked', async () => {
    await open('?dataset=raichu-sample');
    await countIs(await countOf('raichu', 'true'));
    await page.selectOption('[name=player]', 'b');
    await page.selectOption('[name=source]', 'search');
    await page.selectOption('[name=result]', '-1');
    await page.fill('[name=scoreFrom]', '10');
    const where = `player = 'b' AND source = 'search' AND result = 0 AND score >= 10`;
    expect(await countOf('raichu', where)).not.toMatch(/^0/);
    const expected = await countOf('raichu', where);
    await countIs(expected);
    await page.selectOption('[name=order]', 'best');
    const [best] = (await queryDataset(sample('raichu'), `SELECT max(score) FROM rows WHERE ${where}`))
      .rows[0] as number[];
    expect(await page.textContent('#rows li:first-child')).toContain(
      `score ${best.toLocaleString('en-US')} after`,
    );
    await page.reload();
    await countIs(expected);
    expect(await page.inputValue('[name=order]')).toBe('best');
    await page.click('#clear');
    await countIs(await countOf('raichu', 'true'));
    expect(new URL(page.url()).search).toBe('?dataset=raichu-sample');
  });

  test('turns its pages, and shows a whole game from any position of it', async () => {
    await open('?dataset=raichu-sample&plyFrom=12&plyTo=12&page=2');
    await countIs(await countOf('raichu', 'ply = 12'));
    expect(await page.textContent('#page-number')).toBe('2 of 3');
    await page.click('#next');
    expect(await page.textContent('#page-number')).toBe('3 of 3');
    expect(await page.isDisabled('#next')).toBe(true);
    const name = await page.textContent('#rows li:first-child button');
    await page.click('#rows li:first-child button');
    const game = Number(/\d+/.exec(name!)![0]);
    await countIs(await countOf('raichu', `game = ${game}`));
    const boards = await page
      .locator('#rows svg')
      .evaluateAll((drawings) => drawings.map((drawing) => drawing.getAttribute('aria-label')!));
    const { rows } = await queryDataset(
      sample('raichu'),
      `SELECT board FROM rows WHERE game = ${game} ORDER BY ply LIMIT 24`,
    );
    const said = (board: string) => `Board, rows from the top: ${board.match(/.{8}/g)!.join(' / ')}`;
    expect(boards).toEqual(rows.map(([board]) => said(board as string)));
  });

  test('opens a file of this machine, of positions too, and refuses what is none', async () => {
    await open();
    await countIs(await countOf('conga', 'true'));
    await page.setInputFiles('#file', at('once.parquet'));
    await expect.poll(() => page.textContent('#about'), PATIENCE).toMatch(/^once\.parquet: Betsy 5, /);
    expect(await page.isVisible('[name=plyFrom]')).toBe(false);
    await page.selectOption('[name=order]', 'often');
    expect(await page.textContent('#rows li:first-child')).toMatch(/in [\d,]+ games$/);
    const before = await counted();
    writeFileSync(at('other.parquet'), 'nothing of the kind');
    await page.setInputFiles('#file', at('other.parquet'));
    await expect
      .poll(() => page.textContent('#trouble'), PATIENCE)
      .toBe('other.parquet: this is no Parquet file');
    expect(await counted()).toBe(before);
  });

  test('has no serious fault and no width too much on any screen', async () => {
    for (const width of [390, 768, 1280])
      for (const colorScheme of ['light', 'dark'] as const) {
        const one = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
        await one.goto(`${server.address}data.html`);
        await one.waitForSelector('#rows li');
        expect(await seriousFaults(one)).toEqual([]);
        expect(await one.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
        await one.close();
      }
  });

  test('says what to do where the site has no dataset', async () => {
    const empty = await startServer(at('empty'), 0);
    const one = await browser.newPage();
    await one.goto(`${empty.address}data.html`);
    await one.waitForSelector('#none:not([hidden])');
    await one.setInputFiles('#file', at('once.parquet'));
    await one.waitForSelector('#rows li');
    expect(await one.isVisible('#none')).toBe(false);
    await one.close();
    await empty.close();
  });

  test('a dataset of a name that is there already is refused, and the site stays', async () => {
    const twice = makeSite([], at('site'), () => {}, { datasets: [sample('conga'), sample('conga')] });
    await expect(twice).rejects.toThrow('two of --dataset are called "conga-sample"');
    await open();
    await countIs(await countOf('conga', 'true'));
  });
});
