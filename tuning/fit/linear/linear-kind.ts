import { z } from 'zod';
import { tableLines } from '../../process/text-table.ts';
import { type FitData, readFitData } from '../data/fit-data.ts';
import type { FitKind } from '../data/fit-kind.ts';
import { dependenceText } from './dependence.ts';
import { fitLinear } from './fit-linear.ts';
import { type LinearFitResult, linearFitResultSchema } from './linear-result.ts';
import { type LinearSettings, linearSettings } from './linear-settings.ts';
import { HALF_INTERVAL } from './standard-errors.ts';

/** A weight for each feature. */
export const linearKind: FitKind<LinearSettings, FitData, LinearFitResult> = {
  name: 'linear',
  summary: 'a weight for each feature',
  description:
    'Fits a weight to each feature by logistic regression, solved to the end, with 95 % intervals, and writes a run folder: ' +
    'run.json, metrics.csv, weights.json and result.json. The same datasets and settings give the same weights.json.',
  settings: z.strictObject(linearSettings),
  result: linearFitResultSchema,
  file: {
    description: 'Weights over named features.',
    over: { features: z.string().min(1).describe('The id of the features that are weighed.') },
    weights: z.record(z.string(), z.int()).describe('A whole number for each feature, by name.'),
  },
  step: 'iteration',
  isResumable: false,
  isForEveryGame: true,
  objection({ without }, { features: { names } }) {
    const unknown = without.find((name) => !names.includes(name));
    if (unknown === undefined) return undefined;
    const problem = `names ${JSON.stringify(unknown)}; the features are ${names.join(', ')}`;
    return { setting: 'without', problem };
  },
  read: (game, folders, settings, heard) => readFitData(game, folders, settings, heard),
  fit: (backend, data, settings, _checkpoint, { heard }) =>
    Promise.resolve(fitLinear(backend, data, settings, heard)),
  summaryLines: ({ features, dependent }) => [
    ...tableLines([
      ['feature', 'weight', '+- by row', '+- by game', 'in file', ''],
      ...features.map(({ name, weight, byRow, byGame, rounded }) => [
        name,
        weight.toFixed(4),
        half(byRow),
        half(byGame),
        rounded,
        byGame !== null && byGame.interval[0] <= 0 && byGame.interval[1] >= 0 ? 'may be 0' : '',
      ]),
    ]),
    'weights in logits with 95 % intervals',
    ...dependent.map(dependenceText),
  ],
  page: async () => (await import('./linear-page.ts')).linearPage,
};

function half(error: { error: number } | null): string {
  return error === null ? '' : (HALF_INTERVAL * error.error).toFixed(4);
}
