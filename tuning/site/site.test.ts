import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeSealed } from '../store/sealed-json.ts';
import type { OracleManifest } from '../tables/oracle-file.ts';
import { evalsmith } from '../testing/run-command.ts';
import { needs } from '../testing/installed-program.ts';
import { factsOf } from './run-facts.ts';
import { type SiteServer, startServer } from './server.ts';
import { launchBrowser, seriousFaults, watchFaults } from '../testing/browser.ts';

let room: string;
const before = process.cwd();

beforeAll(async () => {
  room = mkdtempSync(join(tmpdir(), 'evalsmith-site-'));
  process.chdir(room);
  const match = ['match', 'baseline:hand', 'random', '--games', '4', '--nodes', '50', '--workers', '1'];
  for (const [game, out] of [
    ['conga', 'reports/a-conga'],
    ['betsy', 'reports/betsy-10'],
    ['betsy', 'reports/betsy-9'],
  ])
    expect((await evalsmith([...match, '--game', game, '--size', '3', '--out', out])).code).toBe(0);
  mkdirSync('reports/notes');
});

afterAll(() => {
  process.chdir(before);
  rmSync(room, { recursive: true, force: true });
});

describe('evalsmith site', () => {
  test('makes an index of all runs in order, their pages and Play, and replaces itself', async () => {
    const made = await evalsmith(['site']);
    expect(made.code).toBe(0);
    expect(made.out).toEqual(['betsy-9', 'betsy-10', 'a-conga', 'reports/site: 3 runs and Play']);
    expect(made.notes).toHaveLength(1);
    expect(made.notes[0]).toMatch(/^left out: reports\/notes/);
    const index = readFileSync('reports/site/index.html', 'utf8');
    const links = Array.from(index.matchAll(/href="(runs\/[^"]+)"/g), ([, link]) => link);
    expect(links).toEqual(['runs/betsy-9.html', 'runs/betsy-10.html', 'runs/a-conga.html']);
    expect(index.match(/<svg[^>]+class="thumbnail"/g)).toHaveLength(3);
    for (const link of links)
      expect(readFileSync(`reports/site/${link}`, 'utf8')).toContain('<a href="../index.html">');
    expect(readFileSync('reports/site/play.html', 'utf8')).not.toMatch(/<script>|<style|style=|onclick/);

    writeFileSync('reports/site/stale.html', '');
    expect((await evalsmith(['site', 'reports/a-conga'])).out).toEqual([
      'a-conga',
      'reports/site: 1 run and Play',
    ]);
    expect(existsSync('reports/site/stale.html')).toBe(false);
    expect(readdirSync('reports/site/runs')).toEqual(['a-conga.html']);
    expect(readdirSync('reports').filter((name) => name.startsWith('site'))).toEqual(['site']);
  });

  test('the same runs make the same bytes', async () => {
    const bytes = (folder: string) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), 'utf8')]);
    for (const out of ['one', 'two']) await evalsmith(['site', 'reports/betsy-9', '--out', out]);
    expect(bytes('one')).toEqual(bytes('two'));
  });

  test('refuses a folder that is no site, a run that is none and two of one name, and leaves all as it was', async () => {
    mkdirSync('precious');
    writeFileSync('precious/thesis.txt', 'years of work');
    const refused = await evalsmith(['site', '--out', 'precious']);
    expect(refused).toMatchObject({ code: 2, out: [] });
    expect(refused.notes).toEqual([
      'evalsmith: --out is "precious", which is there and is no site; expected a new folder or a site to replace',
    ]);
    expect(readdirSync('precious')).toEqual(['thesis.txt']);
    expect((await evalsmith(['site', 'reports/notes', '--out', 'new'])).code).toBe(2);
    mkdirSync('other/a-conga', { recursive: true });
    const twice = await evalsmith(['site', 'reports/a-conga', 'reports/a-conga', '--out', 'new']);
    expect(twice.notes[0]).toContain('two runs are called "a-conga"');
    expect(existsSync('new')).toBe(false);
  });
});

describe('oracles and puzzles in a site', () => {
  test('are inside, packed, and the same for the same folders', async () => {
    await evalsmith(['oracle', 'build', 'betsy', '--size', '2', '--out', 'betsy-2']);
    await evalsmith(['puzzles', 'betsy', '--oracle', 'betsy-2', '--moves', '2', '--out', 'two.csv']);
    const site = ['site', 'reports/a-conga', '--out', 'exact', '--oracle', 'betsy-2', '--puzzles', 'two.csv'];
    expect((await evalsmith(site)).code).toBe(0);
    expect(readdirSync('exact/oracles')).toEqual(['betsy-2.table', 'served.json']);
    expect(gunzipSync(readFileSync('exact/oracles/betsy-2.table'))).toEqual(
      readFileSync('betsy-2/values.bin'),
    );
    const script = readFileSync('exact/oracles.js', 'utf8');
    expect(script).toContain('"table":"oracles/betsy-2.table"');
    expect(script.match(/"best":/g)).toHaveLength(
      readFileSync('two.csv', 'utf8').trim().split('\n').length - 1,
    );
    const explorer = readFileSync('exact/explorer.html', 'utf8');
    expect(explorer).not.toMatch(/<script>|<style|style=|onclick/);
    expect(explorer).toContain('connect-src &#39;self&#39;');
    for (const other of ['index.html', 'play.html'])
      expect(readFileSync(`exact/${other}`, 'utf8')).not.toContain('connect-src');
  });

  test('are refused where they are too large, twice there, or not what is expected', async () => {
    const large = {
      ...JSON.parse(readFileSync('betsy-2/manifest.json', 'utf8')),
      bytes: 2 ** 32,
    } as OracleManifest;
    mkdirSync('large');
    writeSealed('large/manifest.json', without(large, 'checksum'));
    const refused = async (words: string[], reason: string) => {
      const { code, out, notes } = await evalsmith(['site', '--out', 'never', ...words]);
      expect([code, out, notes.at(-1)]).toEqual([2, [], expect.stringContaining(reason)]);
      expect(existsSync('never')).toBe(false);
    };
    await refused(
      ['--oracle', 'large'],
      'evalsmith: --oracle large has 4294967296 bytes of values; a site has at most 67108864',
    );
    await refused(
      ['--oracle', 'betsy-2,betsy-2'],
      'two of --oracle are of "betsy-2"; expected one of each board',
    );
    await refused(['--oracle', 'reports'], '--oracle reports is no oracle');
    await refused(['--puzzles', 'betsy-2/manifest.json'], 'is no file of evalsmith puzzles');
  });
});

const without = <Value extends object>(value: Value, key: string) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== key)) as Value;

const chromium = needs('chromium');

describe.skipIf(chromium.isMissing)(`the pages of the site${chromium.note}`, () => {
  let server: SiteServer;
  let browser: Browser;

  beforeAll(async () => {
    await evalsmith(['site', '--out', 'pages']);
    server = await startServer('pages', 0);
    browser = await launchBrowser(chromium.path);
  });

  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  test.each(['light', 'dark'] as const)(
    'open by their links under the policy, and are sound in %s',
    async (colorScheme) => {
      const page = await browser.newPage({ colorScheme });
      const faults = watchFaults(page, server.address);
      await page.goto(server.address);
      for (const name of ['index', 'run']) {
        if (name === 'run') await page.click('.card a');
        expect(await page.textContent('h1')).not.toBe('');
        expect(await seriousFaults(page)).toEqual([]);
      }
      expect(page.url()).toContain('/runs/betsy-9.html');
      await page.click('text=Play');
      await page.waitForSelector('.own, .above');
      expect(faults).toEqual([]);
      await page.close();
    },
  );

  test('the index filters, searches, orders and groups, and its address remembers that', async () => {
    const page = await browser.newPage();
    await page.goto(server.address);
    const shown = () => page.$$eval('.card h2 a', (links) => links.map((link) => link.getAttribute('href')));
    expect(await shown()).toEqual(['runs/betsy-9.html', 'runs/betsy-10.html', 'runs/a-conga.html']);
    await page.selectOption('[name=game]', 'betsy');
    await page.selectOption('[name=order]', 'name');
    expect(await page.textContent('#count')).toBe('2 of 3 runs');
    await page.fill('[name=q]', 'betsy 10');
    const found = await shown();
    expect(found).toEqual(['runs/betsy-10.html']);
    expect(page.url()).toMatch(/\?q=betsy\+10&game=betsy&order=name$/);
    await page.reload();
    expect(await shown()).toEqual(found);
    await page.click('text=Clear');
    await page.selectOption('[name=group]', 'group');
    expect(await page.$$eval('#runs section > h2', (all) => all.map((one) => one.textContent))).toEqual([
      'Betsy, others (2)',
      'Conga, others (1)',
    ]);
    expect(page.url()).toMatch(/\?group=group$/);
    await page.goto(`${server.address}?game=chess&kind=match`);
    expect(await page.textContent('#count')).toBe('3 runs');
    await page.close();
  });
});

test('a run has the date of git where git knows it, else that of its file', () => {
  const facts = () =>
    factsOf([{ name: 'dated', folder: 'reports/dated', game: 'conga' }]).map(({ date, verdict, size }) => [
      date,
      verdict,
      size,
    ]);
  cpSync('reports/a-conga', 'reports/dated', { recursive: true });
  const made = new Date('2020-02-03T04:05:06Z');
  utimesSync('reports/dated/run.json', made, made);
  expect(facts()).toEqual([['2020-02-03T04:05:06.000Z', null, 3]]);
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], {
      env: { ...process.env, GIT_COMMITTER_DATE: '2021-01-01T00:00:00Z' },
    });
  git('init', '-q');
  git('add', 'reports/dated/run.json');
  git('commit', '-q', '-m', 'publish');
  expect(facts()).toEqual([['2021-01-01T00:00:00.000Z', null, 3]]);
});
