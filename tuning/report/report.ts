import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../engine/input-error.ts';
import { type Artefact, datasetArtefact, runArtefact } from '../artefacts/artefact.ts';
import { writeFileAtomically } from '../store/atomic-file.ts';
import { hasManifest, readManifest } from '../dataset/manifest.ts';
import { hasRun, readRun } from '../store/run-folder.ts';
import type { Run, RunKind } from '../store/runs.ts';
import type { Content } from '../page/page.ts';
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
  nightly: async () => (await import('./nightly-page.ts')).nightlyPage,
  grade: async () => (await import('./grade-page.ts')).gradePage,
};

/** What a run folder or a dataset comes to; throws an InputError where the folder is neither, or is damaged. */
export async function reportOf(folder: string): Promise<Report> {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new InputError(`RUN is ${JSON.stringify(folder)}, which is no folder`);
  const { kind, content } = await contentOf(folder);
  const { documentOf } = await import('../page/page.ts');
  const { game, title, summary, thumbnail } = content;
  return { kind, game, title, summary, page: documentOf(kind, content), thumbnail: thumbnail.markup };
}

/** Writes a run's index.html, whole or not at all. */
export async function writeReport(folder: string): Promise<Report> {
  const report = await reportOf(folder);
  writeFileAtomically(join(folder, 'index.html'), report.page);
  return report;
}

async function contentOf(folder: string): Promise<{ kind: string; content: Content }> {
  if (hasRun(folder)) {
    const run = readRun(folder);
    const page = await PAGES[run.kind]();
    const content = await page(folder, run);
    return { kind: run.kind, content: await withLineage(content, runArtefact(folder, run), run.settings) };
  }
  if (hasManifest(folder)) {
    const manifest = readManifest(folder);
    const { datasetContent, datasetKind } = await import('./dataset-page.ts');
    const content = datasetContent(folder, manifest);
    const artefact = datasetArtefact(folder, manifest);
    return { kind: datasetKind(manifest), content: await withLineage(content, artefact, manifest.settings) };
  }
  throw new InputError(`${folder} is no run: it has neither run.json nor the manifest.json of a dataset`);
}

async function withLineage(
  content: Content,
  artefact: Artefact,
  settings: Run['settings'],
): Promise<Content> {
  const { lineageSection } = await import('./lineage-section.ts');
  return { ...content, sections: [...content.sections, lineageSection(artefact, settings)] };
}
