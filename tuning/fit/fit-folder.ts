import { makeFolder } from '../store/new-folder.ts';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { weightsText } from '../../engine/seal.ts';
import type { Weights } from '../../engine/weights.ts';
import { writeFileAtomically } from '../store/atomic-file.ts';
import { codeVersion } from '../store/identity.ts';
import { writeRunFolder } from '../store/run-folder.ts';
import type { FitResult } from '../store/runs.ts';
import type { FitData } from './data/fit-data.ts';
import { fitSettings, type Model, type ModelSettings } from './fit-settings.ts';

/** A line of metrics.csv. */
export interface FitStep {
  /** Of a network, an epoch. */
  iteration: number;
  trainLoss: number;
  heldOutLoss: number;
  trainAccuracy: number;
  heldOutAccuracy: number;
  seconds: number;
}

/** What a fit comes to. */
export interface Fit<Result extends FitResult = FitResult> {
  weights: Weights;
  result: Result;
  steps: FitStep[];
}

const stepColumns = (model: Model): Record<keyof FitStep, string> => ({
  iteration: model === 'network' ? 'epoch' : 'iteration',
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
  settings: ModelSettings[Model],
): void {
  const run = {
    kind: 'fit' as const,
    command: fitCommand(
      result.model,
      datasets.map(({ path }) => path),
      folder,
      settings,
    ),
    settings,
    seed: settings.seed,
    codeVersion: codeVersion(`fit ${result.model}`, result.game),
    inputs: datasets.map(({ path, description }) => ({ path, sha256: description.sha256 })),
    status: 'done' as const,
  };
  makeFolder(folder, (temporary) => {
    writeFileAtomically(
      join(temporary, 'metrics.csv'),
      stringify(steps, { header: true, columns: stepColumns(result.model) }),
    );
    writeFileAtomically(join(temporary, 'weights.json'), weightsText(weights));
    writeRunFolder(temporary, run, result);
  });
}

const KEPT = { decided: 'keepDecided', random: 'keepRandom', openings: 'keepOpenings', noisy: 'keepNoisy' };

/** The command that makes this fit; settings at their defaults are not named. */
export function fitCommand(
  model: Model,
  datasets: readonly string[],
  folder: string,
  settings: ModelSettings[Model],
): string {
  const usual: Record<string, unknown> = fitSettings(model, {}, 'the defaults');
  const words = ['evalsmith', 'fit', model, ...datasets, '--out', folder];
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
