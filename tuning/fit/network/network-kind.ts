import { z } from 'zod';
import {
  ACTIVATIONS,
  HIDDEN_MOST,
  HIDDEN_STEP,
  USUAL_FRACTION_BITS,
} from '../../../engine/models/network/network.ts';
import { PHASES } from '../../../engine/game.ts';
import { inputsIds } from '../../../engine/input-sets.ts';
import { duration } from '../../process/progress.ts';
import type { FitKind } from '../data/fit-kind.ts';
import { fitNetwork } from './fit-network.ts';
import { type NetworkData, readNetworkData } from './network-data.ts';
import { type NetworkFitResult, networkFitResultSchema } from './network-result.ts';
import { type NetworkSettings, networkSettings } from './network-settings.ts';

const int16 = z.int().min(-32_768).max(32_767).meta({ id: 'int16' });

/** A small perspective network. */
export const networkKind: FitKind<NetworkSettings, NetworkData, NetworkFitResult> = {
  name: 'network',
  summary: 'a small network, for one size of board or any',
  description:
    'Trains a perspective network until the loss on held-out games no longer falls, and writes a run folder with the ' +
    'best epoch: run.json, metrics.csv, weights.json and result.json. The same datasets and settings give the same ' +
    'weights.json. A fit that was stopped or killed resumes from the last whole epoch with the same command.',
  settings: z.strictObject(networkSettings),
  result: networkFitResultSchema,
  file: {
    description:
      'A perspective network, for boards of one size unless its inputs are those of features; engine/models/network/network.ts tells what its numbers mean.',
    over: {
      inputs: z.string().min(1).describe('The id of the inputs that it looks at.'),
      hidden: networkSettings.hidden.unwrap().describe('Hidden units of each side.'),
      activation: z.enum(ACTIVATIONS),
      fractionBits: networkSettings.fractionBits
        .unwrap()
        .optional()
        .describe(`Bits behind the point of the first layer; ${USUAL_FRACTION_BITS} where it is not there.`),
    },
    weights: z.strictObject({
      input: z
        .string()
        .regex(/^[A-Za-z0-9+/]+={0,2}$/)
        .describe(
          'Base64 of int16 numbers, the low byte first: for each input, in turn, its weight to each hidden unit.',
        ),
      hiddenBias: z.array(int16).min(HIDDEN_STEP).max(HIDDEN_MOST),
      output: z
        .array(int16)
        .min(2 * HIDDEN_STEP)
        .max(2 * HIDDEN_MOST * PHASES)
        .describe(
          'For each output, from the hidden units of the player to move, then from those of the other.',
        ),
      outputBias: z
        .union([z.int(), z.array(z.int()).min(2)])
        .describe('A list where there are several outputs.'),
    }),
  },
  step: 'epoch',
  isResumable: true,
  isForEveryGame: true,
  alsoReadBy: { inputs: networkSettings.inputs },
  objection({ inputs, buckets }, game) {
    const ids = inputsIds(game);
    if (inputs !== null && !ids.includes(inputs))
      return { setting: 'inputs', problem: `is ${inputs}; ${game.name} has ${ids.join(', ')}` };
    if (buckets > 1 && game.phase === undefined)
      return { setting: 'buckets', problem: `is ${buckets}; ${game.name} tells no phases, expected 1` };
    return undefined;
  },
  read: (game, folders, settings, heard) => readNetworkData(game, folders, settings, heard),
  fit: fitNetwork,
  stepText(steps, { train }, { epochs }) {
    const { iteration, heldOutAccuracy, seconds: end } = steps.at(-1)!;
    const seconds = end - (steps.at(-2)?.seconds ?? 0);
    return (
      `, winner predicted ${(100 * heldOutAccuracy!).toFixed(1)}%, ${Math.round(train.rows / seconds)} positions a second, ` +
      `at most ${duration(1000 * seconds * (epochs - iteration))} left`
    );
  },
  summaryLines: ({ hidden, activation, epochs, bestEpoch, rate }) => [
    `${hidden} hidden units a side, ${activation}; the best of ${epochs} epochs was number ${bestEpoch}; ${Math.round(rate)} positions a second`,
  ],
  page: async () => (await import('./network-page.ts')).networkPage,
};
