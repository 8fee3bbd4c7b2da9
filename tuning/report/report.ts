import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../engine/input-error.ts';
import { datasetArtefact, runArtefact } from '../artefacts/artefact.ts';
import { writeFileAtomically } from '../store/atomic-file.ts';
import { clearLeftovers } from '../store/temporary-name.ts';
import { isOracle } from '../tables/oracle-file.ts';
import { hasManifest, readManifest } from '../dataset/manifest.ts';
import { needShard } from '../dataset/shards.ts';
import { hasRun, readRun } from '../store/run-folder.ts';
import type { RunKind } from '../store/runs.ts';
import type { RunPage } from './run-page.ts';

/** A run as something to look at. */
export interface Report {
  kind: string;
  game: string | undefined;
  title: string;
  /** One plain line with the main figure. */
  summary: string;
  /** A complete HTML document that needs no other file. */
  page: string;
  /** A small inline SVG, 240 by 120. */
  thumbnail: string;
}

/** The page of each kind of run, loaded when it is asked for. */
const PAGES: Record<RunKind, () => Promise<RunPage>> = {
  fit: async () => (await import('./fit-page.ts')).fitPage,
  sweep: async () => (await import('./sweep-page.ts')).sweepPage,
  match: async () => (await import('./match-page.ts')).matchPage,
  ladder: async () => (await import('./ladder-page.ts')).ladderPage,
  gate: async () => (await import('./gate-page.ts')).gatePage,
  spsa: async () => (await import('./spsa-page.ts')).spsaPage,
  nightly: async () => (await import('./nightly-page.ts')).nightlyPage,
  grade: async () => (await import('./grade-page.ts')).gradePage,
};

/** The report of a run folder, a dataset or an oracle; throws an InputError where the folder is none, or is damaged. */
export async function reportOf(folder: string): Promise<Report> {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new InputError(`RUN is ${JSON.stringify(folder)}, which is no folder`);
  const { kind, content, artefact, settings } = await readFolder(folder);
  const { documentOf } = await import('../page/page.ts');
  const { game, title, summary, thumbnail } = content;
  const sections = [...content.sections];
  if (artefact !== undefined) {
    const { lineageSection } = await import('./lineage-section.ts');
    sections.push(lineageSection(artefact, settings));
  }
  const page = documentOf(kind, { ...content, sections });
  return { kind, game, title, summary, page, thumbnail: thumbnail.markup };
}

/** Writes a run's index.html, whole or not at all. */
export async function writeReport(folder: string): Promise<Report> {
  const report = await reportOf(folder);
  const file = join(folder, 'index.html');
  // Also below the lock of a night, which resumes with no more than the page of this folder.
  clearLeftovers(file);
  writeFileAtomically(file, report.page);
  return report;
}

async function readFolder(folder: string) {
  if (hasRun(folder)) {
    const run = readRun(folder);
    const { kind, settings } = run;
    needWholeGames(folder);
    const page = await PAGES[kind]();
    return { kind, content: await page(folder, run), artefact: runArtefact(folder, run), settings };
  }
  if (isOracle(folder)) {
    const { oracleContent } = await import('./oracle-page.ts');
    return { kind: 'oracle', content: oracleContent(folder), artefact: undefined, settings: {} };
  }
  if (hasManifest(folder)) {
    const manifest = readManifest(folder);
    const { datasetContent, datasetKind } = await import('./dataset-page.ts');
    return {
      kind: datasetKind(manifest),
      content: datasetContent(folder, manifest),
      artefact: datasetArtefact(folder, manifest),
      settings: manifest.settings,
    };
  }
  throw new InputError(
    `${folder} is no run: it has neither run.json nor the manifest.json of a dataset or an oracle`,
  );
}

/** Refuses a run whose games, or those of a match inside it, are there and damaged; they need not be there. */
function needWholeGames(folder: string): void {
  const matches = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const place of [folder, ...matches.map(({ name }) => join(folder, name))]) {
    const games = join(place, 'games');
    if (!existsSync(games)) continue;
    for (const shard of readManifest(games).shards) needShard(games, shard);
  }
}
