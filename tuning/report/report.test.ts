import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { editSealed } from '../testing/sealed-edit.ts';
import { evalsmith } from '../testing/run-command.ts';
import { launchBrowser } from '../testing/browser.ts';
import { readManifest } from '../dataset/manifest.ts';
import { datasetStats } from '../dataset/stats.ts';
import { needs } from '../testing/installed-program.ts';
import { linearFitResultSchema } from '../fit/linear/linear-result.ts';
import { networkFitResultSchema } from '../fit/network/network-result.ts';
import { readResult, readRun } from '../store/run-folder.ts';
import { datasetCommand } from '../artefacts/recorded-command.ts';
import { decimal, percent, signed, whole } from '../page/figures.ts';
import { reportOf } from './report.ts';

const root = mkdtempSync(join(tmpdir(), 'evalsmith-report-'));
const at = (name: string) => join(root, name);
const KINDS = ['selfplay', 'fit', 'network', 'sweep', 'match', 'ladder', 'gate', 'grade', 'unique'];

async function make(...words: string[]): Promise<void> {
  const { code, notes } = await evalsmith(words);
  // A gate that rejects is a gate too.
  if (code > 1) throw new Error(notes.join('\n'));
}

beforeAll(async () => {
  const on = ['--game', 'betsy', '--size', '3', '--nodes', '40', '--workers', '1'];
  await make(
    'selfplay',
    'betsy',
    '--weights',
    'baseline:hand',
    '--size',
    '3',
    '--games',
    '60',
    '--nodes',
    '40',
    '--seed',
    '5',
    '--workers',
    '1',
    '--out',
    at('selfplay'),
  );
  await make('fit', 'linear', at('selfplay'), '--out', at('fit'));
  await make('fit', 'network', at('selfplay'), '--hidden', '8', '--epochs', '3', '--out', at('network'));
  writeFileSync(at('sweep.json'), JSON.stringify({ datasets: ['selfplay'], grid: { ridge: [1, 50] } }));
  await make('sweep', at('sweep.json'), '--out', at('sweep'));
  await make(
    'match',
    join(at('fit'), 'weights.json'),
    'random',
    ...on,
    '--sprt',
    '0,50',
    '--games',
    '40',
    '--out',
    at('match'),
  );
  await make(
    'ladder',
    'random',
    'baseline:lines',
    'baseline:hand',
    ...on,
    '--games',
    '8',
    '--out',
    at('ladder'),
  );
  await make(
    'gate',
    'baseline:lines',
    '--champion',
    'baseline:hand',
    ...on,
    '--games',
    '8',
    '--weights-folder',
    at('weights'),
    '--out',
    at('gate'),
  );
  await make('oracle', 'build', 'betsy', '--size', '2', '--out', at('oracle'));
  await make(
    'oracle',
    'grade',
    'random',
    'baseline:hand',
    '--oracle',
    at('oracle'),
    '--nodes',
    '0,20',
    '--positions',
    '200',
    '--out',
    at('grade'),
  );
  await make('dataset', 'dedupe', at('selfplay'), '--out', at('unique'));
  await make('report', ...KINDS.map(at));
}, 180_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

const pageOf = (name: string) => readFileSync(join(at(name), 'index.html'), 'utf8');
const resultFile = (name: string) => join(at(name), 'result.json');

test('runs that have ended leave no lock, journal, checkpoint or temporary file', () => {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  expect(names.filter((name) => /(^|[/\\])lock$|\.(journal|checkpoint|tmp)$/.test(name))).toEqual([]);
});

describe('a report', () => {
  test('of a dataset has the figures of its rows', () => {
    const stats = datasetStats(at('selfplay'), readManifest(at('selfplay')));
    const page = pageOf('selfplay');
    for (const figure of [
      whole(stats.positions),
      percent(stats.firstPlayer!.mean),
      `from ${stats.plies!.least} to ${stats.plies!.most}`,
      percent(stats.duplicates / stats.searched),
    ])
      expect(page).toContain(figure);
    for (const [end, count] of Object.entries(stats.ends)) expect(page).toContain(`${end} ${count}`);
  });

  test('of a fit has every loss and every weight', () => {
    const { losses, features } = linearFitResultSchema.parse(readResult(at('fit'), 'fit'));
    const page = pageOf('fit');
    for (const { heldOut } of losses) expect(page).toContain(decimal(heldOut!.loss, 5));
    for (const { name, weight } of features) {
      expect(page).toContain(`>${name}<`);
      expect(page).toContain(signed(weight, 4));
    }
  });

  test('of a network names its best epoch', () => {
    const { bestEpoch, epochs } = networkFitResultSchema.parse(readResult(at('network'), 'fit'));
    expect(pageOf('network')).toContain(`${bestEpoch} of ${epochs}`);
  });

  test('of a sweep has the loss of every fit', () => {
    for (const { heldOut } of readResult(at('sweep'), 'sweep').fits)
      expect(pageOf('sweep')).toContain(decimal(heldOut!.loss, 5));
  });

  test('of a match has its score and goes through the games to the same ratio', () => {
    const { estimate, sprt, games } = readResult(at('match'), 'match');
    const page = pageOf('match');
    expect(page).toContain(`scored ${percent(estimate!.score)} against random in ${games} games`);
    expect(page).toContain(`Log-likelihood ratio over games, from 0 to ${signed(sprt!.llr, 2)}`);
    expect(page).not.toContain('cannot be shown');
  });

  test('of a ladder has every rating', () => {
    const { players, first } = readResult(at('ladder'), 'ladder');
    for (const { name, elo, margin } of players)
      expect(pageOf('ladder')).toContain(`${name} ${signed(elo, 0)} ± ${whole(margin)}`);
    expect(pageOf('ladder')).toContain(`${signed(first.elo, 0)} ± ${whole(first.margin)}`);
  });

  test('of a gate has the verdict with its reason', () => {
    const { verdict, reason, stages } = readResult(at('gate'), 'gate');
    expect(pageOf('gate')).toContain(`was ${verdict} against baseline:hand: ${reason}`);
    for (const { name } of stages) expect(pageOf('gate')).toContain(`>${name}<`);
  });

  test('of a grade has what every player keeps and loses', () => {
    for (const { kept, blunders } of readResult(at('grade'), 'grade').grades) {
      expect(pageOf('grade')).toContain(`>${percent(kept)}<`);
      expect(pageOf('grade')).toContain(`>${percent(blunders)}<`);
      expect(pageOf('grade')).toContain(percent(1 - kept));
    }
  });

  test('tells the lineage from the match back to the weights that played the games it learned from', async () => {
    const { page } = await reportOf(at('match'));
    const { codeVersion } = readManifest(at('selfplay'));
    const steps = [
      'evalsmith match',
      'evalsmith fit linear',
      'evalsmith selfplay betsy --out ',
      'baseline:hand',
    ];
    // Commands stand word by word, so that lines break between options.
    const text = page.slice(page.indexOf('id="lineage"')).replaceAll(/<\/?span>/g, '');
    const places = steps.map((step) => text.indexOf(step));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(text).toContain(codeVersion);
    expect(text).toMatch(
      /selfplay betsy --out \S+ --size 3 --games 60 --seed 5 --weights baseline:hand --nodes 40 /,
    );
  });

  test('tells how games were played that are no longer there, from the weights that learned from them', async () => {
    await make('dataset', 'sample', at('unique'), '--positions', '200', '--out', at('sampled'));
    await make('fit', 'linear', at('sampled'), '--out', at('fit of a sample'));
    const alone = mkdtempSync(join(tmpdir(), 'evalsmith-report-'));
    cpSync(at('fit of a sample'), join(alone, 'runs', 'fit'), { recursive: true });
    rmSync(at('sampled'), { recursive: true });
    const { page } = await reportOf(join(alone, 'runs', 'fit'));
    rmSync(alone, { recursive: true });
    const text = page.slice(page.indexOf('id="lineage"')).replaceAll(/<\/?span>/g, '');
    const steps = ['fit linear', 'dataset sample', 'dataset dedupe', 'selfplay betsy'];
    const places = steps.map((step) => text.indexOf(`evalsmith ${step}`));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(text).toMatch(
      /selfplay betsy --out \S+ --size 3 --games 60 --seed 5 --weights baseline:hand --nodes 40 /,
    );
    expect(text).not.toContain('known by its hash alone');
  });

  test.each(KINDS)('of a %s prints a command that makes it again', async (kind) => {
    const isDataset = existsSync(join(at(kind), 'manifest.json'));
    const inputs = [kind === 'selfplay' ? 'baseline:hand' : at('selfplay')];
    const command = isDataset
      ? datasetCommand(at(kind), readManifest(at(kind)), inputs)!
      : readRun(at(kind)).command;
    const told = () => {
      if (isDataset) return readManifest(at(kind));
      const {
        seconds: _,
        rate: __,
        checksum: ___,
        ...result
      } = JSON.parse(readFileSync(resultFile(kind), 'utf8'));
      return [readRun(at(kind)), result];
    };
    const before = told();
    renameSync(at(kind), at(`${kind} before`));
    const { notes } = await evalsmith(command.split(' ').slice(1));
    expect(notes.filter((note) => note.startsWith('evalsmith:'))).toEqual([]);
    expect(told()).toEqual(before);
    rmSync(at(kind), { recursive: true });
    renameSync(at(`${kind} before`), at(kind));
  });

  test('asks for nothing from elsewhere', () => {
    for (const kind of KINDS) {
      const page = pageOf(kind);
      expect(page).toContain('default-src &#39;none&#39;');
      expect(page).not.toContain('unsafe-inline');
      expect(page.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:\/\//);
      expect(page).not.toMatch(/ style="| src=/);
    }
  });

  test('escapes what a run is called', async () => {
    const hostile = `<img src=x onerror="alert('1')">&amp;`;
    const folder = at('hostile');
    cpSync(at('match'), folder, { recursive: true });
    for (const file of ['run.json', 'result.json']) {
      const text = file === 'run.json' ? { command: hostile } : { first: hostile, ends: { [hostile]: 2 } };
      editSealed(join(folder, file), (json) => ({ ...json, ...text }));
    }
    const { page, thumbnail, summary } = await reportOf(folder);
    expect(summary).toContain(hostile);
    expect(page).not.toContain('<img');
    expect(thumbnail).not.toContain('<img');
    expect(page).toContain('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;');
  });

  test('has a small picture', async () => {
    for (const kind of KINDS) {
      const { thumbnail } = await reportOf(at(kind));
      expect(thumbnail).toMatch(/^<svg aria-label="[^"]+" [^>]*viewBox="0 0 240 120"/);
    }
  });
});

describe('evalsmith report', () => {
  test('tells a program what it wrote', async () => {
    const { code, out } = await evalsmith(['report', '--json', at('grade'), at('selfplay')]);
    expect(code).toBe(0);
    const [grade, selfplay] = out.map((line) => JSON.parse(line) as Record<string, string>);
    expect(grade).toMatchObject({ kind: 'grade', path: join(at('grade'), 'index.html') });
    expect(selfplay).toMatchObject({ kind: 'selfplay', title: 'Betsy 3, self-play' });
  });

  test.each([
    ['a result that is cut off', 'result.json', '{"format"', /result\.json is not JSON/],
    [
      'a result of another form',
      'result.json',
      '{"format":"evalsmith-result-1"}',
      /result\.json is wrong at/,
    ],
    ['a run of no known form', 'run.json', '{"kind":"dream"}', /run\.json has the format undefined/],
  ])('refuses %s in one line', async (_, file, text, message) => {
    const folder = at('damaged');
    rmSync(folder, { recursive: true, force: true });
    cpSync(at('grade'), folder, { recursive: true });
    rmSync(join(folder, 'index.html'));
    writeFileSync(join(folder, file), text);
    const { code, notes } = await evalsmith(['report', folder]);
    expect(code).toBe(2);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(message);
    expect(existsSync(join(folder, 'index.html'))).toBe(false);
  });

  test('refuses what is no run', async () => {
    expect(await evalsmith(['report', root])).toMatchObject({
      code: 2,
      notes: [expect.stringContaining('is no run')],
    });
    expect(await evalsmith(['report', at('nowhere')])).toMatchObject({
      code: 2,
      notes: [expect.stringContaining('is no folder')],
    });
  });
});

const chromium = needs('chromium');

describe.skipIf(chromium.isMissing)(`in a browser${chromium.note}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser(chromium.path);
  }, 60_000);
  afterAll(() => browser.close());

  /** Opens a page and hears what it says and asks for. */
  async function open(
    kind: string,
    options: Parameters<Browser['newPage']>[0],
  ): Promise<{ page: Page; heard: string[] }> {
    const page = await browser.newPage(options);
    const heard: string[] = [];
    const own = pathToFileURL(join(at(kind), 'index.html')).href;
    page.on('console', (message) => heard.push(message.text()));
    page.on('pageerror', (error) => heard.push(error.message));
    page.on('request', (request) => {
      if (request.url() !== own && !request.url().startsWith('data:')) heard.push(request.url());
    });
    await page.goto(own);
    return { page, heard };
  }

  /** The faults that axe-core calls serious or critical. */
  async function faults(page: Page): Promise<string[]> {
    await page.evaluate(axe.source);
    const found = await page.evaluate<{ id: string; impact: string; nodes: { html: string }[] }[]>(
      'axe.run().then(({ violations }) => violations)',
    );
    return found
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
  }

  test.each(KINDS)(
    'the page of a %s is quiet, accessible in light and dark, and fits a phone',
    async (kind) => {
      // Colours do not depend on the width, so each is looked at once.
      for (const [colorScheme, width] of [
        ['light', 390],
        ['dark', 1200],
      ] as const) {
        const { page, heard } = await open(kind, { colorScheme, viewport: { width, height: 800 } });
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        expect(await faults(page)).toEqual([]);
        expect(heard).toEqual([]);
        await page.close();
      }
    },
  );

  test('a table is sorted by the column that is clicked, one way and then the other', async () => {
    const { page, heard } = await open('fit', {});
    const table = page.getByRole('region', { name: 'Losses of all models' });
    const losses = async () =>
      (await table.locator('tbody tr td:nth-child(2)').allTextContents()).map(Number);
    const before = await losses();
    await table.getByRole('button', { name: 'Held-out loss' }).click();
    expect(await losses()).toEqual(before.toSorted((a, b) => b - a));
    expect(await table.locator('th[aria-sort="descending"]').textContent()).toBe('Held-out loss');
    await table.getByRole('button', { name: 'Held-out loss' }).press('Enter');
    expect(await losses()).toEqual(before.toSorted((a, b) => a - b));
    expect(heard).toEqual([]);
    await page.close();
  });

  test('a game is stepped through', async () => {
    const { page } = await open('selfplay', {});
    const stepper = page.locator('.stepper').first();
    await stepper.getByRole('button', { name: 'Start' }).click();
    expect(await stepper.textContent()).toContain('0. start');
    await stepper.getByRole('button', { name: 'Next' }).click();
    const move = await page.locator('.plies').first().locator('li[data-ply="1"] b').textContent();
    expect(await stepper.textContent()).toContain(`${move}, opening`);
    await page.close();
  });
});
