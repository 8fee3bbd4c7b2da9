import { sha256 } from '../../../engine/node/sha256.ts';
import { areForAnySize } from '../../../engine/input-sets.ts';
import { networkParts } from '../../../engine/models/network/network-weights.ts';
import { sealedWeights } from '../../../engine/seal.ts';
import type { FitLoss } from '../../store/runs.ts';
import type { Backend } from '../backend/backend.ts';
import type { Checkpoint } from '../data/checkpoint.ts';
import { baselineLosses, commonResult, fitProvenance, fitTargets, measureBoth } from '../data/comparison.ts';
import { differenceOf } from '../data/logits.ts';
import type { NetworkData } from './network-data.ts';
import { linearLoss } from '../linear/linear-loss.ts';
import { NetworkModel, parametersOf } from './network-model.ts';
import { NETWORK_SCALE, quantised, scoresOf } from './quantisation.ts';
import type { Fit, FitWatch } from '../data/fit-kind.ts';
import type { NetworkFitResult } from './network-result.ts';
import type { NetworkSettings } from './network-settings.ts';
import { weighed } from './row-weights.ts';
import { isOver, newTraining, type Training, trainEpoch } from './training.ts';

/**
 * Trains a network, from its checkpoint where there is one, and measures what came of it on the games held out. Undefined where it was told to stop; then the checkpoint is there to resume from.
 */
export async function fitNetwork(
  backend: Backend,
  given: NetworkData,
  settings: NetworkSettings,
  checkpoint: Checkpoint,
  watch: FitWatch,
): Promise<Fit<NetworkFitResult> | undefined> {
  const data = weighed(given, settings.weighBy);
  const { hidden, buckets, activation, batch: mostRows } = settings;
  const { count, mostActive } = data.inputs;
  const shape = { inputs: count, hidden, buckets, activation };
  const maps = data.inputs.symmetries();
  const model = await NetworkModel.start(backend.tf, shape, {
    mostRows,
    mostActive,
    maps,
    threads: backend.threads,
  });
  try {
    return await fitModel(model, backend, data, settings, checkpoint, watch);
  } finally {
    await model.close();
  }
}

async function fitModel(
  model: NetworkModel,
  { tf, name: backend }: Backend,
  data: NetworkData,
  settings: NetworkSettings,
  checkpoint: Checkpoint,
  watch: FitWatch,
): Promise<Fit<NetworkFitResult> | undefined> {
  const { game, size } = data;
  const { hidden, activation, fractionBits } = settings;
  const { shape } = model;
  const targets = fitTargets(data, settings);
  const training = (checkpoint.read() as Training | undefined) ?? newTraining(model, settings);
  if (training.steps.length > 0) watch.resumed(training.steps.length);
  while (!isOver(training, settings)) {
    if (!(await trainEpoch(model, training, data, targets, settings, watch.shouldStop))) return undefined;
    checkpoint.write(training);
    watch.heard(training.steps);
    if (watch.shouldStop() && !isOver(training, settings)) return undefined;
  }
  const parameters = parametersOf(shape, training.best);
  const network = quantised(shape, parameters, fractionBits);
  const parts = [data.trainLists, data.heldOutLists];
  const [logits, heldOutLogits] = parts.map((lists) => model.logits(parameters, lists));
  const [scores, heldOutScores] = parts.map((lists) => scoresOf(network, lists, NETWORK_SCALE));
  const [exported, heldOutExported] = [scores, heldOutScores].map((part) =>
    Float64Array.from(part, (score) => score / NETWORK_SCALE),
  );
  const losses: FitLoss[] = [
    ...baselineLosses(data, targets),
    ...linearLoss(tf, data, targets),
    { name: 'fit', ...measureBoth(data, targets, logits, heldOutLogits) },
    { name: 'exported', ...measureBoth(data, targets, exported, heldOutExported) },
  ];
  const isForAny = areForAnySize(game, data.inputs.id);
  const weights = sealedWeights(
    game,
    networkParts({
      size: isForAny ? 'any' : size,
      inputs: data.inputs.id,
      scale: NETWORK_SCALE,
      network,
      provenance: fitProvenance('network', data, settings, backend, targets.scoreScale, losses),
    }),
    isForAny ? [...new Set([size, game.usualSize, game.sizes[0]])] : [size],
    sha256,
  );
  const result: NetworkFitResult = {
    ...commonResult(data, backend, targets, losses, heldOutExported),
    model: 'network',
    hidden,
    activation,
    epochs: training.steps.length,
    bestEpoch: training.bestEpoch,
    rate: rateOf(training, data),
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
