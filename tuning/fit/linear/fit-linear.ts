import { sha256 } from '../../../engine/node/sha256.ts';
import { linearParts } from '../../../engine/models/linear/linear-weights.ts';
import { sealedWeights } from '../../../engine/seal.ts';
import type { Backend } from '../backend/backend.ts';
import {
  baselineLosses,
  commonResult,
  fitStep,
  fitProvenance,
  fitTargets,
  measureBoth,
  measureWeights,
} from '../data/comparison.ts';
import type { FitData, Rows } from '../data/fit-data.ts';
import { type LogisticSolution, solveLogistic } from './logistic.ts';
import { logitsOf } from '../data/logits.ts';
import { roundedWeights } from './rounding.ts';
import type { Fit, FitStep } from '../data/fit-kind.ts';
import type { LinearFitResult } from './linear-result.ts';
import type { LinearSettings } from './linear-settings.ts';
import { HALF_INTERVAL, type StandardErrors, standardErrors } from './standard-errors.ts';

/** Fits a weight to every feature, and measures what came of it on the games held out. */
export function fitLinear(
  { tf, name: backend }: Backend,
  data: FitData,
  settings: LinearSettings,
  heard: (steps: readonly FitStep[]) => void,
): Fit<LinearFitResult> {
  const begin = performance.now();
  const { train, heldOut, game, size } = data;
  const { names } = game.features;
  const wanted = Array.from(names.keys()).filter((i) => !settings.without.includes(names[i]));
  const targets = fitTargets(data, settings);
  const steps: FitStep[] = [];
  const note = (iteration: number, weights: Float64Array, logits: Float64Array): void => {
    const measured = measureBoth(data, targets, logits, logitsOf(heldOut, weights));
    steps.push(fitStep(iteration, measured, (performance.now() - begin) / 1000));
    heard(steps);
  };
  const problem = { rows: train, targets: targets.train, ridge: settings.ridge, wanted };
  const solution = solveLogistic(tf, problem, note);
  const { logits } = solution;
  note(solution.iterations, solution.weights, logits);
  const errors = standardErrors(solution, train, targets.train, logits);
  const rounded = roundedWeights(solution.weights, train, logits);
  const exported = Float64Array.from(rounded.weights, (weight) => weight / rounded.scale);
  const losses: LinearFitResult['losses'] = [
    ...baselineLosses(data, targets),
    { name: 'fit', ...measureBoth(data, targets, logits, logitsOf(heldOut, solution.weights)) },
    { name: 'exported', ...measureWeights(data, targets, exported) },
  ];
  const weights = sealedWeights(
    game,
    linearParts(game, {
      size: 'any',
      scale: rounded.scale,
      weights: Object.fromEntries(names.map((name, i) => [name, rounded.weights[i]])),
      provenance: fitProvenance('linear', data, settings, backend, targets.scoreScale, losses),
    }),
    [...new Set([size, game.usualSize, game.sizes[0]])],
    sha256,
  );
  return {
    weights,
    steps,
    result: {
      ...commonResult(data, backend, targets, losses, logitsOf(heldOut, exported)),
      model: 'linear',
      iterations: solution.iterations,
      lastStep: solution.distance,
      features: featureTable(train, solution, errors, rounded.weights),
      dependent: solution.dependent,
      weights: { sha256: weights.sha256, scale: rounded.scale, difference: rounded.difference },
      seconds: (performance.now() - begin) / 1000,
    },
  };
}

function featureTable(
  { names, features, rows, counts }: Rows,
  { weights }: LogisticSolution,
  { byRow, byGame }: StandardErrors,
  rounded: readonly number[],
): LinearFitResult['features'] {
  const width = names.length;
  const sums = new Float64Array(width);
  const squares = new Float64Array(width);
  let count = 0;
  for (let row = 0; row < rows; row++) {
    for (let i = 0; i < width; i++) {
      const value = features[row * width + i];
      sums[i] += counts[row] * value;
      squares[i] += counts[row] * value * value;
    }
    count += counts[row];
  }
  return names.map((name, i) => ({
    name,
    mean: sums[i] / count,
    size: Math.sqrt(squares[i] / count),
    weight: weights[i],
    byRow: errorOf(weights[i], byRow[i]),
    byGame: errorOf(weights[i], byGame[i]),
    rounded: rounded[i],
  }));
}

function errorOf(weight: number, error: number): { error: number; interval: [number, number] } | null {
  if (Number.isNaN(error)) return null;
  return { error, interval: [weight - HALF_INTERVAL * error, weight + HALF_INTERVAL * error] };
}
