import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import type { z } from 'zod';
import { weightsText } from '../../engine/seal.ts';
import { writeFileAtomically } from '../atomic-file.ts';
import { makeFolder } from '../dataset/derived.ts';
import { codeVersion } from '../provenance.ts';
import { type LinearFitResult, linearFitResultSchema, type Run, RUN_FORMAT, runSchema } from '../runs.ts';
import type { FitData } from './fit-data.ts';
import type { FitStep, LinearFit } from './linear.ts';
import { type LinearSettings, linearSettingsSchema } from './settings.ts';

const STEP_COLUMNS: Record<keyof FitStep, string> = {
  iteration: 'iteration',
  trainLoss: 'train_loss',
  heldOutLoss: 'held_out_loss',
  trainAccuracy: 'train_accuracy',
  heldOutAccuracy: 'held_out_accuracy',
  seconds: 'seconds',
};

/** Writes the folder of a fit: run.json, metrics.csv, weights.json and result.json, all or none. */
export function writeFitFolder(
  folder: string,
  { weights, result, steps }: LinearFit,
  { datasets }: FitData,
  settings: LinearSettings,
): void {
  const run: Run = {
    format: RUN_FORMAT,
    kind: 'fit',
    command: fitCommand(
      datasets.map(({ path }) => path),
      folder,
      settings,
    ),
    settings,
    seed: settings.seed,
    codeVersion: codeVersion(),
    inputs: datasets.map(({ path, sha256 }) => ({ path, sha256 })),
    status: 'done',
  };
  makeFolder(folder, (temporary) => {
    writeFileAtomically(
      join(temporary, 'metrics.csv'),
      stringify(steps, { header: true, columns: STEP_COLUMNS }),
    );
    writeFileAtomically(join(temporary, 'weights.json'), weightsText(weights));
    writeJson(join(temporary, 'result.json'), linearFitResultSchema, result);
    writeJson(join(temporary, 'run.json'), runSchema, run);
  });
}

/** Writes a value as JSON after a check that it has its form. */
export function writeJson<Value>(file: string, schema: z.ZodType<Value>, value: Value): void {
  writeFileAtomically(file, `${JSON.stringify(schema.parse(value), undefined, 2)}\n`);
}

export function readFitResult(folder: string): LinearFitResult {
  const json: unknown = JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8'));
  return linearFitResultSchema.parse(json);
}

/** The command that makes this fit; settings at their defaults are not named. */
function fitCommand(datasets: readonly string[], folder: string, settings: LinearSettings): string {
  const usual = linearSettingsSchema.parse({});
  const words = ['evalsmith', 'fit', 'linear', ...datasets, '--out', folder];
  const add = (name: keyof LinearSettings, option: string, value: string) => {
    if (JSON.stringify(settings[name]) !== JSON.stringify(usual[name])) words.push(option, value);
  };
  add('lambda', '--lambda', String(settings.lambda));
  add('scoreScale', '--score-scale', String(settings.scoreScale));
  add('ridge', '--ridge', String(settings.ridge));
  add('without', '--without', settings.without.join(','));
  add('fraction', '--fraction', String(settings.fraction));
  add('heldOut', '--held-out', String(settings.heldOut));
  add('seed', '--seed', String(settings.seed));
  add('firstPly', '--first-ply', String(settings.firstPly));
  const kept = Object.entries({
    decided: settings.keepDecided,
    random: settings.keepRandom,
    openings: settings.keepOpenings,
    noisy: settings.keepNoisy,
  }).filter(([, isKept]) => isKept);
  if (kept.length > 0) words.push('--keep', kept.map(([name]) => name).join(','));
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ');
}
