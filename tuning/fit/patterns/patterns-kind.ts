import { z } from 'zod';
import { tablesOf } from '../../../engine/models/patterns/pattern-tables.ts';
import { tableLines } from '../../process/text-table.ts';
import type { FitKind } from '../data/fit-kind.ts';
import { fitPatterns } from './fit-patterns.ts';
import { type PatternsData, readPatternsData } from './patterns-data.ts';
import { type PatternsFitResult, patternsFitResultSchema } from './patterns-result.ts';
import { type PatternsSettings, patternsSettings } from './patterns-settings.ts';

const SHOWN = 12;
const numbers = z.record(z.string(), z.int());
const int16 = z.int().min(-32_767).max(32_767);

/** A weight for each combination on sets of squares, and for each feature. */
export const patternsKind: FitKind<PatternsSettings, PatternsData, PatternsFitResult> = {
  name: 'patterns',
  summary: 'a weight for each combination of what stands on sets of squares',
  description:
    'Fits a weight to each combination on the patterns that the game declares, and to each feature, by logistic regression solved ' +
    'to the end, and writes a run folder: run.json, metrics.csv, weights.json and result.json. The weights are for boards of any ' +
    'size. The same datasets and settings give the same weights.json. A fit that was stopped or killed resumes from the last whole ' +
    'iteration with the same command.',
  settings: z.strictObject(patternsSettings),
  result: patternsFitResultSchema,
  file: {
    description: 'Weights over what stands on sets of squares, and over named features.',
    over: {
      patterns: z.string().min(1).describe('The id of the patterns that are weighed.'),
      features: z.string().min(1).describe('The id of the features that are weighed.'),
    },
    weights: z.strictObject({
      features: numbers.describe('A whole number for each feature, by name; 0 where none is named.'),
      patterns: z
        .record(z.string(), z.record(z.string(), int16))
        .describe(
          'By pattern and part of the board, then by combination: the letters on its squares in their order, as the first player sees ' +
            'them, # beyond the edge. Combinations that are the same by a symmetry have one name; 0 where none is named.',
        ),
    }),
  },
  step: 'iteration',
  isResumable: true,
  isForEveryGame: false,
  objection({ without }, game) {
    const tables = tablesOf(game);
    if (tables === undefined)
      return { setting: null, problem: `needs patterns, and ${game.name} declares none` };
    const known = [...tables.patterns.list.map(({ name }) => name), ...game.features.names];
    const unknown = without.find((name) => !known.includes(name));
    if (unknown === undefined) return undefined;
    const problem = `names ${JSON.stringify(unknown)}; patterns and features are ${known.join(', ')}`;
    return { setting: 'without', problem };
  },
  read: (game, folders, settings, heard) => readPatternsData(game, folders, settings, heard),
  fit: fitPatterns,
  summaryLines: ({ tables, largest, iterations }) => [
    ...tableLines([
      ['pattern', 'combinations', 'in the file', 'effect'],
      ...tables.map(({ name, combinations, inFile, effect }) => [
        name,
        combinations,
        inFile,
        effect.toFixed(4),
      ]),
    ]),
    `solved in ${iterations} iterations; effects are root mean squares, in logits`,
    '',
    ...tableLines([
      ['the largest', 'combination', 'weight', 'in file', 'seen'],
      ...largest
        .slice(0, SHOWN)
        .map(({ table, combination, weight, rounded, count }) => [
          table,
          combination,
          weight.toFixed(4),
          rounded,
          count,
        ]),
    ]),
  ],
  page: async () => (await import('./patterns-page.ts')).patternsPage,
};
