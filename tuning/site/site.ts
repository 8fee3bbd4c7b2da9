import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { quoted } from '../../engine/text/arguments.ts';
import { games } from '../../engine/games/index.ts';
import { InputError } from '../../engine/input-error.ts';
import { loadListedGames } from '../../engine/node/outside-games.ts';
import { packageFolder } from '../store/identity.ts';
import { reportOf } from '../report/report.ts';
import { DATA_PAGE, EXPLORER_PAGE, PLAY_PAGE } from './content-policy.ts';
import { documentFiles } from './documents.ts';
import { swapFolder } from './folder-swap.ts';
import { indexPage, type SiteRun } from './index-page.ts';
import { readPuzzles } from '../puzzles/puzzle-file.ts';
import { dataPage } from './data-page.ts';
import { explorerPage } from './explorer-page.ts';
import { offeredDatasets } from './offered-datasets.ts';
import { embeddedOracles } from './offered-oracles.ts';
import { offeredWeights } from './offered-weights.ts';
import { factsOf } from './run-facts.ts';
import { ORACLES_FOLDER, SERVED_LIST } from './oracle-offer.ts';
import { outsideScripts } from './outside-scripts.ts';
import { playPage } from './play-page.ts';
import { runPage } from './framed-run-page.ts';
import { ICON, siteStylesheet } from './site-style.ts';

const SITE_FORMAT = 'evalsmith-site-1';
const SITE_FILE = 'site.json';
const REPORTS = 'reports';

/** A run folder, which must be whole; or one that is left out and told of where it is damaged, with the name of its page. */
export type RunFolder = string | { name: string; folder: string };

/** What the Explorer has: folders of small oracles, and files of puzzles; and the datasets of the Data page. */
export interface SiteFiles {
  oracles: readonly string[];
  puzzles: readonly string[];
  datasets: readonly string[];
}

/** Makes the site of these runs, or of all under reports/, and of all games known or listed here; returns their names in the order of the index. */
export async function makeSite(
  folders: readonly RunFolder[] | undefined,
  out: string,
  note: (text: string) => void,
  { oracles = [], puzzles: puzzleFiles = [], datasets = [] }: Partial<SiteFiles> = {},
): Promise<string[]> {
  needOwnFolder(out);
  loadListedGames((reason) => note(`left out: ${reason}`));
  const runs = folders === undefined ? await knownRuns(out, note) : await namedRuns(folders, note);
  const facts = factsOf(runs.map(({ name, folder, report }) => ({ name, folder, game: report.game })));
  const listed = runs
    .map((run, i) => ({ ...run, facts: facts[i] }))
    .toSorted(
      (a, b) =>
        b.facts.date.localeCompare(a.facts.date) || a.name.localeCompare(b.name, 'en', { numeric: true }),
    );
  const names = listed.map(({ name }) => name);
  const embedded = embeddedOracles(oracles);
  const puzzles = puzzleFiles.flatMap(readPuzzles);
  await swapFolder(resolve(out), async (folder) => {
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
    write('index.html', indexPage(listed, games));
    write(PLAY_PAGE, playPage(games));
    write(EXPLORER_PAGE, explorerPage());
    write(DATA_PAGE, dataPage());
    write('games.js', outsideScripts(games));
    write('style.css', siteStylesheet(games));
    write('icon.svg', ICON);
    write('weights.js', `const OFFERS = ${JSON.stringify(offeredWeights(games))};\n`);
    const offers = JSON.stringify(embedded.map(({ offer }) => offer));
    write('oracles.js', `const ORACLES = ${offers};\nconst PUZZLES = ${JSON.stringify(puzzles)};\n`);
    mkdirSync(join(folder, ORACLES_FOLDER));
    for (const { offer, packed } of embedded) writeFileSync(join(folder, offer.table!), packed);
    write(join(ORACLES_FOLDER, SERVED_LIST), '[]\n');
    write('datasets.js', `const DATASETS = ${JSON.stringify(await offeredDatasets(datasets, folder))};\n`);
    for (const script of ['play.js', 'explorer.js', 'data.js', 'worker.js', 'runs.js'])
      copyFileSync(join(packageFolder(), 'dist', 'site', script), join(folder, script));
    for (const { name, contents } of documentFiles(packageFolder(), names))
      writeFileSync(join(folder, name), contents);
    mkdirSync(join(folder, 'runs'));
    for (const { name, report } of runs)
      write(join('runs', `${name}.html`), runPage(name, report.page, names));
    write(SITE_FILE, `${JSON.stringify({ format: SITE_FORMAT, runs: names }, undefined, 2)}\n`);
  });
  return names;
}

/** Refuses to replace what this program has not made. */
function needOwnFolder(out: string): void {
  if (!existsSync(out)) return;
  const file = join(out, SITE_FILE);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  let format: unknown;
  try {
    ({ format } = JSON.parse(text) as { format?: unknown });
  } catch {
    format = undefined;
  }
  if (format !== SITE_FORMAT)
    throw new InputError(
      `--out is ${quoted(out)}, which is there and is no site; expected a new folder or a site to replace`,
    );
}

async function namedRuns(folders: readonly RunFolder[], note: (text: string) => void): Promise<SiteRun[]> {
  const runs: SiteRun[] = [];
  for (const one of folders) {
    const { name, folder } = typeof one === 'string' ? { name: basename(resolve(one)), folder: one } : one;
    if (runs.some((other) => other.name === name))
      throw new InputError(`two runs are called ${quoted(name)}; expected folders of different names`);
    if (typeof one === 'string') runs.push({ name, folder: one, report: await reportOf(folder) });
    else await addWhole(runs, name, folder, note);
  }
  return runs;
}

/** Every run directly under reports/; what is none is left out, and what is damaged is named. */
async function knownRuns(out: string, note: (text: string) => void): Promise<SiteRun[]> {
  if (!existsSync(REPORTS)) return [];
  const runs: SiteRun[] = [];
  for (const entry of readdirSync(REPORTS, { withFileTypes: true })) {
    const folder = join(REPORTS, entry.name);
    if (!entry.isDirectory() || resolve(folder) === resolve(out) || existsSync(join(folder, SITE_FILE)))
      continue;
    await addWhole(runs, entry.name, folder, note);
  }
  return runs;
}

async function addWhole(
  runs: SiteRun[],
  name: string,
  folder: string,
  note: (text: string) => void,
): Promise<void> {
  try {
    runs.push({ name, folder, report: await reportOf(folder) });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    note(`left out: ${error.message}`);
  }
}
