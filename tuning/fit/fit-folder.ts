import { makeFolder } from '../store/new-folder.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import type { z } from 'zod';
import { weightsText } from '../../engine/seal.ts';
import { writeFileAtomically } from '../store/atomic-file.ts';
import { codeVersion } from '../store/identity.ts';
import { type Run, RUN_FORMAT, runSchema } from '../store/runs.ts';
import type { FitSettings } from './data/data-settings.ts';
import type { FitData } from './data/fit-data.ts';
import { type Fit, type FitKind, fitSettings, type FitStep } from './data/fit-kind.ts';
import type { FitResult } from './data/fit-result.ts';
import { fitResultSchema } from './kinds.ts';

const stepColumns = (step: string): Record<keyof FitStep, string> => ({
  iteration: step,
  trainLoss: 'train_loss',
  heldOutLoss: 'held_out_loss',
  trainAccuracy: 'train_accuracy',
  heldOutAccuracy: 'held_out_accuracy',
  seconds: 'seconds',
});

/** Writes the folder of a fit: run.json, metrics.csv, weights.json and result.json, all or none. */
export function writeFitFolder(
  folder: string,
  { weights, result, steps }: Fit,
  { datasets }: FitData,
  settings: FitSettings,
  kind: FitKind,
): void {
  const run: Run = {
    format: RUN_FORMAT,
    kind: 'fit',
    command: fitCommand(
      kind,
      datasets.map(({ path }) => path),
      folder,
      settings,
    ),
    settings,
    seed: settings.seed,
    codeVersion: codeVersion(),
    inputs: datasets.map(({ path, description }) => ({ path, sha256: description.sha256 })),
    status: 'done',
  };
  makeFolder(folder, (temporary) => {
    writeFileAtomically(
      join(temporary, 'metrics.csv'),
      stringify(steps, { header: true, columns: stepColumns(kind.step) }),
    );
    writeFileAtomically(join(temporary, 'weights.json'), weightsText(weights));
    writeJson(join(temporary, 'result.json'), kind.result, result);
    writeJson(join(temporary, 'run.json'), runSchema, run);
  });
}

/** Writes a value as JSON after a check that it has its form. */
export function writeJson<Value>(file: string, schema: z.ZodType<Value>, value: Value): void {
  writeFileAtomically(file, `${JSON.stringify(schema.parse(value), undefined, 2)}\n`);
}

export function readFitResult(folder: string): FitResult {
  const json: unknown = JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8'));
  return fitResultSchema.parse(json);
}

const KEPT = { decided: 'keepDecided', random: 'keepRandom', openings: 'keepOpenings', noisy: 'keepNoisy' };

/** The command that makes this fit; settings at their defaults are not named. */
export function fitCommand(
  kind: FitKind,
  datasets: readonly string[],
  folder: string,
  settings: FitSettings,
): string {
  const usual: Record<string, unknown> = fitSettings(kind, {}, 'the defaults');
  const words = ['evalsmith', 'fit', kind.name, ...datasets, '--out', folder];
  for (const [name, value] of Object.entries(settings)) {
    if (Object.values(KEPT).includes(name) || JSON.stringify(value) === JSON.stringify(usual[name])) continue;
    const option = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    words.push(`--${option}`, Array.isArray(value) ? value.join(',') : String(value));
  }
  const kept = Object.entries(KEPT).filter(([, name]) => settings[name as keyof typeof settings] === true);
  if (kept.length > 0) words.push('--keep', kept.map(([name]) => name).join(','));
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ');
}
