import { sha256 } from '../../engine/cli/sha256.ts';
import { loadWeights } from '../../engine/cli/weights-files.ts';
import { InputError } from '../../engine/input-error.ts';
import { sealedWeights } from '../../engine/seal.ts';
import type { LinearWeights, Weights } from '../../engine/weights.ts';
import { Failure } from '../failure.ts';
import { codeVersion } from '../provenance.ts';
import { type LinearFitResult, RESULT_FORMAT } from '../runs.ts';
import type { Backend } from './backend.ts';
import { countGames, type FitData, type Rows } from './fit-data.ts';
import { type LogisticSolution, solveLogistic } from './logistic.ts';
import { calibration, type Measure, measure, phases } from './measures.ts';
import { logitsOf } from './products.ts';
import { roundedWeights } from './rounding.ts';
import type { LinearSettings } from './settings.ts';
import { HALF_INTERVAL, type StandardErrors, standardErrors } from './standard-errors.ts';
import { fitScoreScale, fitSteepness, targetsOf } from './target.ts';

/** A line of metrics.csv. */
export interface FitStep {
  iteration: number;
  trainLoss: number;
  heldOutLoss: number;
  trainAccuracy: number;
  heldOutAccuracy: number;
  seconds: number;
}

export interface LinearFit {
  weights: Weights;
  result: LinearFitResult;
  steps: FitStep[];
}

/** Fits a weight to every feature, and measures what came of it on the games held out. */
export function fitLinear(
  { tf, name: backend }: Backend,
  data: FitData,
  settings: LinearSettings,
  heard: (step: FitStep) => void = () => {},
): LinearFit {
  const begin = performance.now();
  const { train, heldOut, game, size } = data;
  const { names } = game.features;
  const wanted = wantedFeatures(names, settings.without);
  const scoreScale = settings.lambda === 1 ? null : (settings.scoreScale ?? fitScoreScale(train));
  const targets = targetsOf(train, settings.lambda, scoreScale);
  const heldOutTargets = targetsOf(heldOut, settings.lambda, scoreScale);
  const both = (weights: Float64Array): { train: Measure; heldOut: Measure } => ({
    train: finite(measure(logitsOf(train, weights), train, targets)),
    heldOut: finite(measure(logitsOf(heldOut, weights), heldOut, heldOutTargets)),
  });
  const steps: FitStep[] = [];
  const note = (iteration: number, weights: Float64Array): void => {
    const measured = both(weights);
    const step = {
      iteration,
      trainLoss: measured.train.loss,
      heldOutLoss: measured.heldOut.loss,
      trainAccuracy: measured.train.accuracy,
      heldOutAccuracy: measured.heldOut.accuracy,
      seconds: (performance.now() - begin) / 1000,
    };
    steps.push(step);
    heard(step);
  };
  const solution = solveLogistic(tf, { rows: train, targets, ridge: settings.ridge, wanted }, note);
  note(solution.iterations, solution.weights);
  const errors = standardErrors(solution, train, targets, logitsOf(train, solution.weights));
  const rounded = roundedWeights(solution.weights, train);
  const exported = Float64Array.from(rounded.weights, (weight) => weight / rounded.scale);
  const hand = handWeights(data);
  const losses: LinearFitResult['losses'] = [
    { name: 'zero', ...both(new Float64Array(names.length)) },
    { name: 'hand', ...both(hand) },
    { name: 'hand rescaled', ...both(rescaled(hand, logitsOf(train, hand), train)) },
    { name: 'fit', ...both(solution.weights) },
    { name: 'exported', ...both(exported) },
  ];
  const weights = sealedWeights(
    game,
    {
      size: 'any',
      scale: rounded.scale,
      weights: Object.fromEntries(names.map((name, i) => [name, rounded.weights[i]])),
      provenance: {
        origin: 'fit linear',
        settings,
        seed: settings.seed,
        codeVersion: codeVersion(),
        backend,
        datasets: data.datasets.map(({ sha256: hash, positions }) => ({ sha256: hash, positions, size })),
        metrics: {
          scoreScale,
          trainRows: train.rows,
          heldOutRows: heldOut.rows,
          zero: losses[0].heldOut,
          hand: losses[1].heldOut,
          exported: losses[4].heldOut,
        },
      },
    },
    [...new Set([size, game.usualSize, game.sizes[0]])],
    sha256,
  );
  const logits = logitsOf(heldOut, exported);
  return {
    weights,
    steps,
    result: {
      format: RESULT_FORMAT,
      kind: 'fit',
      model: 'linear',
      game: game.name,
      size,
      backend,
      rows: {
        read: data.read,
        leftOut: data.leftOut,
        train: train.rows,
        heldOut: heldOut.rows,
        trainGames: countGames(train),
        heldOutGames: countGames(heldOut),
      },
      scoreScale,
      iterations: solution.iterations,
      lastStep: solution.distance,
      losses,
      features: featureTable(train, solution, errors, rounded.weights),
      dependent: solution.dependent,
      calibration: calibration(logits, heldOut),
      phases: phases(logits, heldOut, heldOutTargets),
      weights: { sha256: weights.sha256, scale: rounded.scale, difference: rounded.difference },
      seconds: (performance.now() - begin) / 1000,
    },
  };
}

function finite(measured: Measure): Measure {
  if (!Number.isFinite(measured.loss + measured.resultLoss))
    throw new Failure(`the loss is ${measured.loss}; a result, score or count of the dataset is no number`);
  return measured;
}

/** The indexes of the features but some; throws an InputError where there is no feature of such a name. */
export function wantedFeatures(names: readonly string[], without: readonly string[]): number[] {
  const unknown = without.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new InputError(`--without names ${JSON.stringify(unknown)}; the features are ${names.join(', ')}`);
  return Array.from(names.keys()).filter((i) => !without.includes(names[i]));
}

/** The weights of the baseline hand in logits. */
function handWeights({ game, size }: FitData): Float64Array {
  const { weights, scale } = loadWeights(game, size, 'baseline:hand') as LinearWeights;
  return Float64Array.from(game.features.names, (name) => weights[name] / scale);
}

/** The same weights on the scale that suits the results best; all 0 where they tell nothing of them. */
function rescaled(weights: Float64Array, logits: Float64Array, { results, counts }: Rows): Float64Array {
  const steepness = fitSteepness(logits, results, counts) ?? 0;
  return weights.map((weight) => weight * steepness);
}

function featureTable(
  { names, features, rows, counts }: Rows,
  { weights }: LogisticSolution,
  { byRow, byGame }: StandardErrors,
  rounded: readonly number[],
): LinearFitResult['features'] {
  const width = names.length;
  return names.map((name, i) => {
    let sum = 0;
    let squares = 0;
    let count = 0;
    for (let row = 0; row < rows; row++) {
      const value = features[row * width + i];
      sum += counts[row] * value;
      squares += counts[row] * value * value;
      count += counts[row];
    }
    return {
      name,
      mean: sum / count,
      size: Math.sqrt(squares / count),
      weight: weights[i],
      byRow: errorOf(weights[i], byRow[i]),
      byGame: errorOf(weights[i], byGame[i]),
      rounded: rounded[i],
    };
  });
}

function errorOf(weight: number, error: number): { error: number; interval: [number, number] } | null {
  if (Number.isNaN(error)) return null;
  return { error, interval: [weight - HALF_INTERVAL * error, weight + HALF_INTERVAL * error] };
}
