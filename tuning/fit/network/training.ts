import { setImmediate } from 'node:timers/promises';
import { type Random, randomFrom, shuffle } from '../../statistics/random.ts';
import { fitStep, measureBoth, type Targets } from '../data/comparison.ts';
import { targetsOf } from '../data/target.ts';
import type { NetworkData } from './network-data.ts';
import { limitsOf, type NetworkModel, parametersOf, randomParameters } from './network-model.ts';
import type { FitStep } from '../data/fit-kind.ts';
import type { NetworkSettings } from './network-settings.ts';
import { makeStep, newOptimizerState, OPTIMIZERS, type OptimizerState } from './optimizers.ts';
import { rateAt } from './schedules.ts';

/** How far a training has come: all that it takes to resume and end with the same numbers. */
export interface Training {
  /** One for each epoch that was made. */
  steps: FitStep[];
  values: Float32Array;
  optimizer: OptimizerState;
  /** The values after the epoch with the lowest loss on held-out games. */
  best: Float32Array;
  bestEpoch: number;
}

export function newTraining({ shape }: NetworkModel, settings: NetworkSettings): Training {
  const { all } = randomParameters(shape, randomFrom(settings.seed, 'network'));
  const optimizer = newOptimizerState(all.length);
  return { steps: [], values: all, optimizer, best: all.slice(), bestEpoch: 0 };
}

/** A fit that is to converge ends here in any case, in schedules. */
const MOST_SCHEDULES = 10;

export function isOver(
  { steps, bestEpoch }: Training,
  { epochs, patience, until }: Pick<NetworkSettings, 'epochs' | 'patience' | 'until'>,
): boolean {
  const isImproving = bestEpoch === steps.length && steps.length < MOST_SCHEDULES * epochs;
  const isAtEnd = steps.length >= epochs && (until === 'schedule' || !isImproving);
  return isAtEnd || steps.length - bestEpoch >= patience;
}

/** The part of the results in the targets of an epoch. */
export function lambdaAt(
  epoch: number,
  { lambda, lambdaEnd, epochs }: Pick<NetworkSettings, 'lambda' | 'lambdaEnd' | 'epochs'>,
): number {
  if (lambdaEnd === null) return lambda;
  return epoch >= epochs ? lambdaEnd : lambda + ((lambdaEnd - lambda) * (epoch - 1)) / (epochs - 1);
}

// Long enough to cost nothing, short enough that a Ctrl-C seems to be heard at once.
const HEAR_MILLISECONDS = 200;

/**
 * Goes over all rows once, in an order and by symmetries that the seed and the epoch decide, and measures. The loss on the
 * rows learned from is that of each as it was met. False where it was told to stop, with the training in no state to resume from.
 */
export async function trainEpoch(
  model: NetworkModel,
  training: Training,
  data: NetworkData,
  targets: Targets,
  settings: NetworkSettings,
  shouldStop: () => boolean = () => false,
): Promise<boolean> {
  const begin = performance.now();
  const { train, trainLists, heldOutLists } = data;
  const { steps, optimizer: state } = training;
  const optimizer = OPTIMIZERS[settings.optimizer];
  const epoch = steps.length + 1;
  const stepsAnEpoch = Math.ceil(train.rows / settings.batch);
  const random = randomFrom(settings.seed, 'epoch', epoch);
  const order = shuffledBatches(train.rows, settings.batch, random);
  const symmetries = data.inputs.symmetries().length;
  const chosen = new Uint8Array(settings.batch);
  const { kernel } = model;
  kernel.values.set(training.values);
  kernel.limits.set(limitsOf(model.shape));
  [kernel.means, kernel.squares].forEach((numbers, i) => numbers.set(state.memory[i]));
  const parameters = parametersOf(model.shape, kernel.values);
  const logits = new Float32Array(train.rows);
  const learned =
    settings.lambdaEnd === null
      ? targets.train
      : targetsOf(train, lambdaAt(epoch, settings), targets.scoreScale, settings.lambdaPlies);
  // Heard at the first step, for a whole epoch may take less time.
  let heard = -Infinity;
  for (let from = 0; from < train.rows; from += settings.batch) {
    const rows = order.subarray(from, from + settings.batch);
    for (let i = 0; i < rows.length; i++) chosen[i] = 1 + random.below(symmetries);
    const batch = { lists: trainLists, order: rows, chosen };
    model.gradient(parameters, batch, learned, train.counts, logits);
    const rate = rateAt(state.steps, settings.epochs * stepsAnEpoch, settings);
    makeStep(kernel, state, optimizer, rate, settings);
    if (performance.now() - heard < HEAR_MILLISECONDS) continue;
    await setImmediate();
    if (shouldStop()) return false;
    heard = performance.now();
  }
  training.values.set(kernel.values);
  [kernel.means, kernel.squares].forEach((numbers, i) => state.memory[i].set(numbers));
  const measured = measureBoth(data, targets, logits, model.logits(parameters, heldOutLists));
  const isBest = steps.every(({ heldOutLoss }) => measured.heldOut!.loss < heldOutLoss!);
  const before = steps.at(-1)?.seconds ?? 0;
  steps.push(fitStep(epoch, measured, before + (performance.now() - begin) / 1000));
  if (isBest) {
    training.best.set(training.values);
    training.bestEpoch = epoch;
  }
  return true;
}

/**
 * All rows in batches that chance decides, one after the other. Within a batch the order is of no account, and memory is read
 * faster from its beginning to its end.
 */
function shuffledBatches(rows: number, batch: number, random: Random): Int32Array {
  const order = Int32Array.from({ length: rows }, (_, row) => row);
  shuffle(order, random);
  const batchOf = new Int32Array(rows);
  for (let i = 0; i < rows; i++) batchOf[order[i]] = Math.floor(i / batch);
  const ends = Int32Array.from({ length: Math.ceil(rows / batch) }, (_, i) => i * batch);
  for (let row = 0; row < rows; row++) order[ends[batchOf[row]]++] = row;
  return order;
}
