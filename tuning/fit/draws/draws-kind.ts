import { z } from 'zod';
import { tableLines } from '../../process/text-table.ts';
import type { FitKind } from '../data/fit-kind.ts';
import { type DrawsData, readDrawsData } from './draws-data.ts';
import { type DrawsFitResult, drawsFitResultSchema } from './draws-result.ts';
import { type DrawsSettings, drawsSettings } from './draws-settings.ts';
import { fitDraws } from './fit-draws.ts';

const percent = (share: number) => `${(100 * share).toFixed(1)}%`;

/** How far weights of any kind are scaled towards the draw, by class. */
export const drawsKind: FitKind<DrawsSettings, DrawsData, DrawsFitResult> = {
  name: 'draws',
  summary: 'how far weights are scaled towards the draw, by class of position',
  description:
    "Fits a factor to each of the game's classes of positions, such as endings by what is left, by which the scores of weights that are there " +
    'are multiplied, and writes the weights with them. Datasets of an oracle make the factors of small endings exact. ' +
    'The same datasets, weights and settings give the same weights.json.',
  settings: z.strictObject(drawsSettings),
  result: drawsFitResultSchema,
  step: 'iteration',
  isResumable: false,
  isForEveryGame: false,
  objection: (_, { name, drawClasses }) =>
    drawClasses === undefined
      ? { setting: null, problem: `suits no weights of ${name}, which has no classes of draws` }
      : undefined,
  read: readDrawsData,
  fit: ({ name }, data, settings, _checkpoint, { heard }) =>
    Promise.resolve(fitDraws(name, data, settings, heard)),
  summaryLines: ({ base, classes }) => [
    ...tableLines([
      ['class', 'rows', 'factor', 'held out', 'expected before', 'now', 'result'],
      ...classes.map(({ name, trainRows, factor, heldOut }) => [
        name,
        trainRows,
        factor.toFixed(3),
        heldOut?.rows ?? 0,
        ...(heldOut === null ? ['', '', ''] : [heldOut.before, heldOut.after, heldOut.result].map(percent)),
      ]),
    ]),
    `expected results are of the side that ${base.name} favours`,
  ],
  page: async () => (await import('./draws-page.ts')).drawsPage,
};
