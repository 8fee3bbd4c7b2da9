import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../engine/input-error.ts';
import { writeFileAtomically } from '../atomic-file.ts';
import { hasManifest } from '../dataset/manifest.ts';
import type { Run } from '../runs.ts';
import type { Content } from './page.ts';
import { hasRun, readRun, type RunPage } from './run-page.ts';

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

/** The page of each kind of run, loaded when it is asked for; the games of self-play are a dataset, which has no run.json. */
const PAGES: Partial<Record<Run['kind'], () => Promise<RunPage>>> = {
  match: async () => (await import('./match-page.ts')).matchPage,
};

/** What a run folder or a dataset comes to; throws an InputError where the folder is neither, or is damaged. */
export async function reportOf(folder: string): Promise<Report> {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new InputError(`RUN is ${JSON.stringify(folder)}, which is no folder`);
  const { kind, content } = await contentOf(folder);
  const { documentOf } = await import('./page.ts');
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
    const load = PAGES[run.kind];
    if (load === undefined)
      throw new InputError(`${folder} is a run of the kind ${run.kind}, which has no page`);
    const page = await load();
    return { kind: run.kind, content: page(folder, run) };
  }
  if (hasManifest(folder)) {
    const { datasetKind, datasetContent } = await import('./dataset-page.ts');
    return { kind: datasetKind(folder), content: datasetContent(folder) };
  }
  throw new InputError(`${folder} is no run: it has neither run.json nor the manifest.json of a dataset`);
}
