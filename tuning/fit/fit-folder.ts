import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { weightsText } from '../../engine/seal.ts';
import { commandText } from '../settings/command-form.ts';
import { writeFileAtomically } from '../store/atomic-file.ts';
import { codeVersion } from '../store/identity.ts';
import { makeFolder } from '../store/new-folder.ts';
import { writeRunFolder } from '../store/run-folder.ts';
import type { FitSettings } from './data/data-settings.ts';
import type { FitData } from './data/fit-data.ts';
import type { Fit, FitKind, FitStep } from './data/fit-kind.ts';
import { fitForm } from './fit-form.ts';

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
  { game, datasets }: Pick<FitData, 'game' | 'datasets'>,
  settings: FitSettings,
  kind: FitKind,
): void {
  const paths = datasets.map(({ path }) => path);
  makeFolder(folder, (temporary) => {
    writeFileAtomically(
      join(temporary, 'metrics.csv'),
      stringify(steps, { header: true, columns: stepColumns(kind.step) }),
    );
    writeFileAtomically(join(temporary, 'weights.json'), weightsText(weights));
    writeRunFolder(
      temporary,
      {
        kind: 'fit',
        command: commandText(fitForm(kind), { ...settings, datasets: paths, out: folder }),
        settings: { ...settings },
        seed: settings.seed,
        codeVersion: codeVersion(`fit ${kind.name}`, game.name),
        inputs: datasets.map(({ path, description }) => ({ path, sha256: description.sha256 })),
        status: 'done',
      },
      kind.result.parse({ ...result, steps }),
    );
  });
}
