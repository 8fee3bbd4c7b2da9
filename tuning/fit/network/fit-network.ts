import { sha256 } from '../../../engine/node/sha256.ts';
import { networkParts } from '../../../engine/models/network/network-weights.ts';
import { sealedWeights } from '../../../engine/seal.ts';
import { Failure } from '../../process/failure.ts';
import { type FitLoss, type NetworkFitResult, RESULT_FORMAT } from '../../store/runs.ts';
import type { Backend, TensorFlow } from '../backend/backend.ts';
import type { Checkpoint } from './checkpoint.ts';
import {
  baselineLosses,
  fitProvenance,
  fitTargets,
  measureBoth,
  measureWeights,
  rowCounts,
  type Targets,
} from '../data/comparison.ts';
import type { NetworkData } from './input-lists.ts';
import { solveLogistic } from '../linear/logistic.ts';
import { calibration } from '../../statistics/calibration.ts';
import { phases } from '../data/measures.ts';
import { NetworkModel, parametersOf } from './network-model.ts';
import { differenceOf, NETWORK_SCALE, quantised, scoresOf } from './quantisation.ts';
import type { Fit, FitStep } from '../fit-folder.ts';
import { fitSettings, type NetworkSettings } from '../fit-settings.ts';
import { sparseLayerModule } from '../backend/sparse-layer.ts';
import { isOver, newTraining, type Training, trainEpoch } from './training.ts';

export interface NetworkWatch {
  /** After each epoch, with the rows learned from a second and the milliseconds that all epochs would still take. */
  heard(step: FitStep, rate: number, millisecondsLeft: number): void;
  shouldStop(): boolean;
}

/**
 * Trains a network, from its checkpoint where there is one, and measures what came of it on the games held out. Undefined where it was told to stop; then the checkpoint is there to go on from.
 */
export async function fitNetwork(
  { tf, name: backend }: Backend,
  data: NetworkData,
  settings: NetworkSettings,
  checkpoint: Checkpoint,
  watch: NetworkWatch = { heard: () => {}, shouldStop: () => false },
): Promise<Fit | undefined> {
  const { heldOut, game, size, inputs } = data;
  const { hidden, activation } = settings;
  const targets = fitTargets(data, settings);
  const shape = { inputs: inputs.count, hidden, activation };
  const model = new NetworkModel(tf, await sparseLayerModule(), shape, settings.batch, inputs.mostActive);
  const training = checkpoint.read() ?? newTraining(model, settings);
  try {
    while (!isOver(training, settings)) {
      if (!(await trainEpoch(model, training, data, targets, settings, () => watch.shouldStop())))
        return undefined;
      checkpoint.write(training);
      const [last, before] = [training.steps.at(-1)!, training.steps.at(-2)];
      const seconds = last.seconds - (before?.seconds ?? 0);
      watch.heard(last, data.train.rows / seconds, 1000 * seconds * (settings.epochs - last.iteration));
      if (watch.shouldStop() && !isOver(training, settings)) return undefined;
    }
  } catch (error) {
    // What failed would fail again.
    if (error instanceof Failure) checkpoint.remove();
    throw error;
  }
  const parameters = parametersOf(shape, training.best);
  const network = quantised(shape, parameters);
  const [logits, heldOutLogits] = [data.trainLists, data.heldOutLists].map((lists) =>
    model.logits(parameters, lists),
  );
  const [scores, heldOutScores] = [data.trainLists, data.heldOutLists].map((lists) =>
    scoresOf(network, lists, NETWORK_SCALE),
  );
  const exported = Float64Array.from(scores, (score) => score / NETWORK_SCALE);
  const heldOutExported = Float64Array.from(heldOutScores, (score) => score / NETWORK_SCALE);
  const losses: FitLoss[] = [
    ...baselineLosses(data, targets),
    ...linearLoss(tf, data, targets),
    { name: 'fit', ...measureBoth(data, targets, logits, heldOutLogits) },
    { name: 'exported', ...measureBoth(data, targets, exported, heldOutExported) },
  ];
  const weights = sealedWeights(
    game,
    networkParts(game, {
      size,
      scale: NETWORK_SCALE,
      network,
      provenance: fitProvenance('network', data, settings, backend, targets.scoreScale, losses),
    }),
    [size],
    sha256,
  );
  const result: NetworkFitResult = {
    format: RESULT_FORMAT,
    kind: 'fit',
    model: 'network',
    game: game.name,
    size,
    backend,
    rows: rowCounts(data),
    scoreScale: targets.scoreScale,
    hidden,
    activation,
    epochs: training.steps.length,
    bestEpoch: training.bestEpoch,
    rate: rateOf(training, data),
    losses,
    calibration: calibration(heldOutExported, heldOut),
    phases: phases(heldOutExported, heldOut, targets.heldOut),
    weights: {
      sha256: weights.sha256,
      scale: NETWORK_SCALE,
      difference: differenceOf(heldOutScores, NETWORK_SCALE, heldOutLogits),
    },
    seconds: training.steps.at(-1)!.seconds,
  };
  return { weights, result, steps: training.steps };
}

/** Rows learned from a second. */
function rateOf({ steps }: Training, { train }: NetworkData): number {
  return (train.rows * steps.length) / steps.at(-1)!.seconds;
}

/** A linear fit of the same rows to be measured beside; none where they have no such fit. */
function linearLoss(tf: TensorFlow, data: NetworkData, targets: Targets): FitLoss[] {
  const { ridge } = fitSettings('linear', {}, 'the linear fit beside');
  const wanted = Array.from(data.train.names.keys());
  try {
    const { weights } = solveLogistic(tf, { rows: data.train, targets: targets.train, ridge, wanted });
    return [{ name: 'linear', ...measureWeights(data, targets, weights) }];
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}
