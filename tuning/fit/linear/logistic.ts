import { Failure } from '../../process/failure.ts';
import type { TensorFlow } from '../backend/backend.ts';
import { cholesky, solve, submatrix } from '../../statistics/cholesky.ts';
import { type Dependence, findDependences } from './dependence.ts';
import type { Rows } from '../data/fit-data.ts';
import { derivatives, type Derivatives } from './derivatives.ts';

export interface LogisticProblem {
  rows: Rows;
  targets: Float32Array;
  /** In rows, on features in units of their root mean square. */
  ridge: number;
  /** The indexes of the features that may have a weight. */
  wanted: readonly number[];
}

export interface LogisticSolution {
  /** In logits, by feature; 0 for those that have none. */
  weights: Float64Array;
  /** What the weights give each row. */
  logits: Float64Array;
  /** The features that have a weight of their own. */
  independent: number[];
  dependent: Dependence[];
  /** The penalised second derivatives of the loss by the weights of the independent features, and their lower factor. */
  hessian: Float64Array;
  lower: Float64Array;
  iterations: number;
  /** How long the last step was, in standard errors. */
  distance: number;
}

/** A row's worth: weights that the data leave open stay small, and others feel nothing of it. */
export const USUAL_RIDGE = 1;

const ITERATIONS = 100;
const SHORTEST = 1e-6;
// In standard errors. Once near, Newton's steps need no watching, and the loss is no longer a measure: over a million rows its
// rounding is as large as what is still to gain.
const NEAR = 0.1;
const DONE = 1e-3;
// Where so little of the curvature is left along a feature, all its rows are as good as certain and its weight has no end.
const SURE = 1e-5;
const ENDLESS =
  'the weights grow without end: some features tell results for sure; expected a larger --ridge';

/**
 * Logistic regression solved by Newton's method (iteratively reweighted least squares): the weights with the least
 * cross-entropy plus ridge / 2 * the sum of their squares. The loss is convex, so there is one solution and it is found.
 */
export function solveLogistic(
  tf: TensorFlow,
  { rows, targets, ridge, wanted }: LogisticProblem,
  /** After each step, with the logits that the weights give the rows. */
  heard: (iteration: number, weights: Float64Array, logits: Float64Array) => void = () => {},
): LogisticSolution {
  const { names } = rows;
  const width = names.length;
  let weights: Float64Array = new Float64Array(width);
  let at = derivatives(tf, rows, targets, weights);
  checkFinite(at, 0);
  // At weights of 0 the second derivatives are a quarter of the products of the features.
  const { independent, dependent } = findDependences(at.hessian, names, wanted);
  if (independent.length === 0) throw new Failure('no feature is ever other than 0; expected other data');
  const first = at.hessian;
  const weight = rows.counts.reduce((sum, count) => sum + count, 0);
  const penalties = Float64Array.from(names, (_, i) => (4 * ridge * at.hessian[i * width + i]) / weight);
  const objective = (loss: number, point: Float64Array) =>
    point.reduce((sum, value, i) => sum + (penalties[i] / 2) * value * value, loss);
  heard(0, weights, at.logits);
  for (let iteration = 1; ; iteration++) {
    const { hessian, lower } = penalised(at.hessian, penalties, independent);
    const slope = independent.map((i) => at.gradient[i] + penalties[i] * weights[i]);
    const step = solve(lower, independent.length, slope);
    const distance = Math.sqrt(step.reduce((sum, value, k) => sum + value * slope[k], 0));
    if (distance < DONE) {
      const isSure = independent.some(
        (i, k) => hessian[k * (independent.length + 1)] < SURE * first[i * (width + 1)],
      );
      if (isSure) throw new Failure(ENDLESS);
      const last = stepped(weights, step, independent, 1);
      // Errors are of where it ended.
      const there = derivatives(tf, rows, targets, last);
      return {
        weights: last,
        logits: there.logits,
        independent,
        dependent,
        ...penalised(there.hessian, penalties, independent),
        iterations: iteration,
        distance,
      };
    }
    if (iteration > ITERATIONS) throw new Failure(`the fit did not settle in ${ITERATIONS} steps`);
    const least = objective(at.loss, weights);
    let isLower = false;
    for (let length = 1; length > SHORTEST && !isLower; length /= 2) {
      const next = stepped(weights, step, independent, length);
      const there = derivatives(tf, rows, targets, next);
      isLower = distance < NEAR || objective(there.loss, next) < least;
      if (isLower) [weights, at] = [next, there];
    }
    if (!isLower)
      throw new Failure(`the fit came to a stop ${distance.toFixed(1)} standard errors from its end`);
    checkFinite(at, iteration);
    heard(iteration, weights, at.logits);
  }
}

function stepped(
  weights: Float64Array,
  step: Float64Array,
  independent: readonly number[],
  length: number,
): Float64Array {
  const next = weights.slice();
  independent.forEach((i, k) => (next[i] -= step[k] * length));
  return next;
}

function penalised(
  hessian: Float64Array,
  penalties: Float64Array,
  independent: readonly number[],
): { hessian: Float64Array; lower: Float64Array } {
  const size = independent.length;
  const part = submatrix(hessian, penalties.length, independent);
  independent.forEach((i, k) => (part[k * size + k] += penalties[i]));
  const lower = cholesky(part, size);
  if (lower === undefined) throw new Failure(ENDLESS);
  return { hessian: part, lower };
}

function checkFinite({ loss, gradient }: Derivatives, iteration: number): void {
  if (Number.isFinite(loss) && gradient.every((value) => Number.isFinite(value))) return;
  throw new Failure(
    `the loss is ${loss} in step ${iteration}; a result, score or count of the dataset is no number, or --ridge is too small`,
  );
}
