import { Failure } from '../../process/failure.ts';
import { cholesky, solve } from '../../statistics/cholesky.ts';
import type { CombinationLists } from './patterns-data.ts';

/** Rows of a few dense numbers and a list of what is there; the weights of the dense ones come first. */
export interface SparseProblem {
  rows: number;
  /** Dense numbers of each row, and those of them that may have a weight. */
  features: Float32Array;
  width: number;
  wanted: readonly number[];
  lists: CombinationLists;
  /** How many things there are that lists name. */
  combinations: number;
  targets: Float32Array;
  counts: Float32Array;
  /** How strongly each weight is pulled to 0: its penalty is half of this times its square. */
  penalties: Float64Array;
}

/** Where the solver is: all it needs to go on. */
export interface SparseState {
  /** In single precision, so that a checkpoint keeps all of them. */
  weights: Float32Array;
  iterations: number;
  /** How long the last step was, in standard errors. */
  distance: number;
}

const ITERATIONS = 100;
const PASSES = 60;
// In standard errors: no weight, and no sum of weights, is farther from its end.
const DONE = 0.1;
// In standard errors: once near, the rounding of the loss is as large as what is still to gain.
const NEAR = 0.5;
const SHORTEST = 1e-4;
// How much of the slope conjugate gradients may leave: the more, the farther the end is.
const ROUGHEST = 0.1;
const FINEST = 1e-3;

export function startOf({ width, combinations }: SparseProblem): SparseState {
  return { weights: new Float32Array(width + combinations), iterations: 0, distance: Infinity };
}

export const isSolved = ({ distance, iterations }: SparseState) =>
  distance < DONE || iterations >= ITERATIONS;

/**
 * One step of Newton's method for logistic regression with a ridge, its equations solved by conjugate gradients, which never make the
 * matrix of second derivatives: the loss is convex, so there is one solution and it is found. Undefined where it was told to stop.
 */
export async function newtonStep(
  problem: SparseProblem,
  state: SparseState,
  shouldStop: () => boolean,
): Promise<SparseState | undefined> {
  const weights = Float64Array.from(state.weights);
  const at = slopesAt(problem, weights);
  const slope = at.gradient.map((value, i) => value + problem.penalties[i] * weights[i]);
  const step = await conjugateGradients(problem, at, slope, forcing(state.distance), shouldStop);
  if (step === undefined) return undefined;
  const distance = Math.sqrt(Math.max(0, dot(step, slope)));
  const objective = (loss: number, point: Float64Array) =>
    point.reduce((sum, value, i) => sum + (problem.penalties[i] / 2) * value * value, loss);
  const least = objective(at.loss, weights);
  let next = moved(weights, step, 1);
  if (distance >= NEAR)
    for (let length = 1; length > SHORTEST; length /= 2) {
      next = moved(weights, step, length);
      if (objective(lossAt(problem, next), next) < least) break;
    }
  return { weights: Float32Array.from(next), iterations: state.iterations + 1, distance };
}

/** The logits that weights give rows. */
export function sparseLogits(
  { features, width, lists: { ids, offsets } }: Pick<SparseProblem, 'features' | 'width' | 'lists'>,
  weights: ArrayLike<number>,
): Float64Array {
  const logits = new Float64Array(offsets.length - 1);
  for (let row = 0; row < logits.length; row++) {
    let sum = 0;
    for (let i = 0, first = row * width; i < width; i++) sum += features[first + i] * weights[i];
    for (let i = offsets[row]; i < offsets[row + 1]; i++) sum += weights[width + ids[i]];
    logits[row] = sum;
  }
  return logits;
}

interface Slopes {
  loss: number;
  gradient: Float64Array;
  /** The second derivative of the loss of each row by its logit. */
  curvatures: Float64Array;
  /** The second derivatives by the weights of wanted features, their lower factor, and by each weight alone; with penalties. */
  lower: Float64Array;
  diagonal: Float64Array;
}

function slopesAt(problem: SparseProblem, weights: Float64Array): Slopes {
  const { rows, features, width, wanted, lists, targets, counts, penalties } = problem;
  const { ids, offsets } = lists;
  const logits = sparseLogits(problem, weights);
  const gradient = new Float64Array(weights.length);
  const diagonal = Float64Array.from(penalties);
  const curvatures = new Float64Array(rows);
  const dense = wanted.length;
  const block = new Float64Array(dense * dense);
  let loss = 0;
  for (let row = 0; row < rows; row++) {
    const logit = logits[row];
    const odds = Math.exp(-Math.abs(logit));
    const less = odds / (1 + odds);
    const probability = logit < 0 ? less : 1 - less;
    const count = counts[row];
    loss += count * (Math.log1p(odds) + Math.max(logit, 0) - targets[row] * logit);
    const residual = count * (probability - targets[row]);
    const curvature = count * less * (1 - less);
    curvatures[row] = curvature;
    const first = row * width;
    for (let k = 0; k < dense; k++) {
      const value = features[first + wanted[k]];
      if (value === 0) continue;
      gradient[wanted[k]] += residual * value;
      for (let j = 0; j <= k; j++) block[k * dense + j] += curvature * value * features[first + wanted[j]];
    }
    for (let i = offsets[row]; i < offsets[row + 1]; i++) {
      gradient[width + ids[i]] += residual;
      diagonal[width + ids[i]] += curvature;
    }
  }
  for (let k = 0; k < dense; k++) {
    block[k * dense + k] += penalties[wanted[k]];
    for (let j = 0; j < k; j++) block[j * dense + k] = block[k * dense + j];
  }
  const lower = cholesky(block, dense);
  if (lower === undefined || !Number.isFinite(loss))
    throw new Failure(`the loss is ${loss}; a result, score or count of the dataset is no number`);
  return { loss, gradient, curvatures, lower, diagonal };
}

function lossAt(problem: SparseProblem, weights: Float64Array): number {
  const logits = sparseLogits(problem, weights);
  let loss = 0;
  for (let row = 0; row < problem.rows; row++) {
    const logit = logits[row];
    const entropy =
      Math.log1p(Math.exp(-Math.abs(logit))) + Math.max(logit, 0) - problem.targets[row] * logit;
    loss += problem.counts[row] * entropy;
  }
  return loss;
}

/** The step that the second derivatives make of a slope, near enough; undefined where it was told to stop. */
async function conjugateGradients(
  problem: SparseProblem,
  at: Slopes,
  slope: Float64Array,
  share: number,
  shouldStop: () => boolean,
): Promise<Float64Array | undefined> {
  const step = new Float64Array(slope.length);
  const left = slope.slice();
  let near = preconditioned(problem, at, left);
  const direction = near.slice();
  let length = dot(left, near);
  const enough = share * share * length;
  for (let pass = 0; pass < PASSES && length > enough; pass++) {
    // Lets a signal be heard.
    await new Promise((resolve) => setImmediate(resolve));
    if (shouldStop()) return undefined;
    const bent = curved(problem, at, direction);
    const far = length / dot(direction, bent);
    for (let i = 0; i < step.length; i++) {
      step[i] += far * direction[i];
      left[i] -= far * bent[i];
    }
    near = preconditioned(problem, at, left);
    const next = dot(left, near);
    const turn = next / length;
    length = next;
    for (let i = 0; i < direction.length; i++) direction[i] = near[i] + turn * direction[i];
  }
  return step;
}

/** The matrix of second derivatives times a direction. */
function curved(problem: SparseProblem, { curvatures }: Slopes, direction: Float64Array): Float64Array {
  const { rows, features, width, wanted, lists, penalties } = problem;
  const { ids, offsets } = lists;
  const bent = direction.map((value, i) => value * penalties[i]);
  for (let row = 0; row < rows; row++) {
    const first = row * width;
    let sum = 0;
    for (const i of wanted) sum += features[first + i] * direction[i];
    const end = offsets[row + 1];
    for (let i = offsets[row]; i < end; i++) sum += direction[width + ids[i]];
    sum *= curvatures[row];
    for (const i of wanted) bent[i] += sum * features[first + i];
    for (let i = offsets[row]; i < end; i++) bent[width + ids[i]] += sum;
  }
  return bent;
}

/** What is left as if features and combinations had nothing to do with each other. */
function preconditioned(
  { width, wanted }: SparseProblem,
  { lower, diagonal }: Slopes,
  left: Float64Array,
): Float64Array {
  const near = new Float64Array(left.length);
  solve(
    lower,
    wanted.length,
    wanted.map((i) => left[i]),
  ).forEach((value, k) => (near[wanted[k]] = value));
  for (let i = width; i < left.length; i++) near[i] = left[i] / diagonal[i];
  return near;
}

function forcing(distance: number): number {
  return Math.max(FINEST, Math.min(ROUGHEST, distance / 1000));
}

function moved(weights: Float64Array, step: Float64Array, length: number): Float64Array {
  return weights.map((weight, i) => weight - length * step[i]);
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += one[i] * other[i];
  return sum;
}
