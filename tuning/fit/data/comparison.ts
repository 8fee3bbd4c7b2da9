// What every fit is measured against, and what it records of its data.
import { firstBaseline, loadWeights } from '../../../engine/node/named-weights.ts';
import { gameIdentity } from '../../../engine/node/outside-games.ts';
import { weightsByFeature } from '../../../engine/weights.ts';
import { codeVersion } from '../../store/identity.ts';
import { calibration } from '../../statistics/calibration.ts';
import type { FitSettings, TargetSettings } from './data-settings.ts';
import { countGames, type FitData } from './fit-data.ts';
import type { FitStep } from './fit-kind.ts';
import type { FitLoss, FitResult } from '../../store/runs.ts';
import { logitsOf } from './logits.ts';
import { finite, type Measure, measure, phases } from './measures.ts';
import { fitScoreScale, fitSteepness, targetsOf } from './target.ts';

/** The win probabilities that the rows of both parts should get. */
export interface Targets {
  /** The scale of the search scores; null where they have no part. */
  scoreScale: number | null;
  train: Float32Array;
  heldOut: Float32Array;
}

/** The targets of the last epoch, where a fit's lambda changes up to there. */
export function fitTargets(
  { train, heldOut }: FitData,
  { lambdaEnd = null, lambdaPlies, ...settings }: TargetSettings & { lambdaEnd?: number | null },
): Targets {
  const lambda = lambdaEnd ?? settings.lambda;
  const areResults = lambda === 1 && settings.lambda === 1;
  const scoreScale = areResults ? null : (settings.scoreScale ?? fitScoreScale(train));
  return {
    scoreScale,
    train: targetsOf(train, lambda, scoreScale, lambdaPlies),
    heldOut: targetsOf(heldOut, lambda, scoreScale, lambdaPlies),
  };
}

interface Measures {
  train: Measure;
  /** Null where no game was held out. */
  heldOut: Measure | null;
}

/** How well logits of both parts predict them. */
export function measureBoth(
  { train, heldOut }: FitData,
  targets: Targets,
  trainLogits: ArrayLike<number>,
  heldOutLogits: ArrayLike<number>,
): Measures {
  return {
    train: finite(measure(trainLogits, train, targets.train)),
    heldOut: heldOut.rows === 0 ? null : finite(measure(heldOutLogits, heldOut, targets.heldOut)),
  };
}

/** How well weights of the features, in logits, predict both parts. */
export function measureWeights(data: FitData, targets: Targets, weights: Float64Array): Measures {
  return measureBoth(data, targets, logitsOf(data.train, weights), logitsOf(data.heldOut, weights));
}

/** A step by what it was measured to be, and the seconds since the fit began. */
export function fitStep(iteration: number, { train, heldOut }: Measures, seconds: number): FitStep {
  return {
    iteration,
    trainLoss: train.loss,
    heldOutLoss: heldOut?.loss ?? null,
    trainAccuracy: train.accuracy,
    heldOutAccuracy: heldOut?.accuracy ?? null,
    seconds,
  };
}

/** Weights of 0 and the baseline hand, where there is one, on its own scale and on the best one. */
export function baselineLosses(data: FitData, targets: Targets): FitLoss[] {
  const { game, train } = data;
  const zero = measureWeights(data, targets, new Float64Array(game.features.names.length));
  const hand = handWeights(data);
  if (hand === undefined) return [{ name: 'zero', ...zero }];
  // On the scale that suits the results best; all 0 where they tell nothing of them.
  const steepness = fitSteepness(logitsOf(train, hand), train.results, train.counts) ?? 0;
  const best = hand.map((weight) => weight * steepness);
  return [
    { name: 'zero', ...zero },
    { name: 'hand', ...measureWeights(data, targets, hand) },
    { name: 'hand rescaled', ...measureWeights(data, targets, best) },
  ];
}

/** The weights of the baseline hand in logits; undefined where the game has none. */
function handWeights({ game, size }: FitData): Float64Array | undefined {
  const first = firstBaseline(game);
  if (first !== 'baseline:hand') return undefined;
  const hand = loadWeights(game, size, first);
  const weights = weightsByFeature(hand, game)!;
  return Float64Array.from(game.features.names, (name) => weights[name] / hand.scale);
}

/** How a weights file came about; nothing that another run of the same fit would not have. */
export function fitProvenance(
  model: string,
  { game, datasets, train, heldOut }: FitData,
  settings: FitSettings,
  backend: string,
  scoreScale: number | null,
  losses: readonly FitLoss[],
): Record<string, unknown> {
  const lossOf = (wanted: string) => losses.find(({ name }) => name === wanted)?.heldOut;
  return {
    origin: `fit ${model}`,
    settings,
    seed: settings.seed,
    codeVersion: codeVersion(`fit ${model}`, game.name),
    ...gameIdentity(game.name),
    backend,
    datasets: datasets.map(({ description }) => description),
    metrics: {
      scoreScale,
      trainRows: train.rows,
      heldOutRows: heldOut.rows,
      zero: lossOf('zero'),
      hand: lossOf('hand'),
      exported: lossOf('exported'),
    },
  };
}

/** What every fit records of itself, from the logits that its file gives the held-out rows. */
export function commonResult(
  { game, size, read, leftOut, train, heldOut }: FitData,
  backend: string,
  targets: Targets,
  losses: FitLoss[],
  heldOutLogits: ArrayLike<number>,
): Omit<FitResult, 'model' | 'weights' | 'seconds'> {
  return {
    // Not by its name: the forms of runs decide nothing of a fit.
    format: 'evalsmith-result-2',
    kind: 'fit',
    game: game.name,
    size,
    backend,
    rows: {
      read,
      leftOut,
      train: train.rows,
      heldOut: heldOut.rows,
      trainGames: countGames(train),
      heldOutGames: countGames(heldOut),
    },
    scoreScale: targets.scoreScale,
    losses,
    calibration: calibration(heldOutLogits, heldOut),
    phases: phases(heldOutLogits, heldOut, targets.heldOut),
  };
}
