import { isDecisive, winProbability } from '../../../engine/score.ts';
import { Failure } from '../../process/failure.ts';
import type { Rows } from './fit-data.ts';
import { sigmoid } from '../../statistics/cross-entropy.ts';

/**
 * The win probability that each row should get: a blend of how its game ended and how the search scored it. The part of the result is
 * `lambda` far from the end of the game and 1 at the end; of what lies between, half is left with every `lambdaPlies` before it.
 */
export function targetsOf(
  { rows, results, scores, toGo }: Rows,
  lambda: number,
  scoreScale: number | null,
  lambdaPlies = 0,
): Float32Array {
  const targets = results.slice();
  if (lambda === 1 || scoreScale === null) return targets;
  const partAt = (plies: number) =>
    lambdaPlies === 0 || plies === -1 ? lambda : lambda + (1 - lambda) * 0.5 ** (plies / lambdaPlies);
  for (let row = 0; row < rows; row++) {
    // A position that was not searched has its result alone.
    if (Number.isNaN(scores[row])) continue;
    const part = partAt(toGo?.[row] ?? -1);
    targets[row] = part * results[row] + (1 - part) * winProbability(scores[row], scoreScale);
  }
  return targets;
}

const STEPS = 100;
// In logits a point; beyond, one point would decide the game.
const STEEPEST = 10;

/**
 * The scale at which sigmoid(score / scale) predicts the results best: a problem in one number, and convex,
 * solved by Newton's method. The K of Texel's tuning method.
 */
export function fitScoreScale(rows: Rows): number {
  const scored: number[] = [];
  for (let row = 0; row < rows.rows; row++)
    if (!Number.isNaN(rows.scores[row]) && !isDecisive(rows.scores[row])) scored.push(row);
  if (scored.length === 0) throw new Failure('no position has a search score; expected some, or --lambda 1');
  const steepness = fitSteepness(
    scored.map((row) => rows.scores[row]),
    scored.map((row) => rows.results[row]),
    scored.map((row) => rows.counts[row]),
  );
  if (steepness === undefined)
    throw new Failure(
      'the search scores do not tell wins from losses as a scale could; expected other data or --score-scale',
    );
  return 1 / steepness;
}

/** The factor above 0 by which numbers become the logits that predict the results best; undefined where there is none. */
export function fitSteepness(
  numbers: ArrayLike<number>,
  results: ArrayLike<number>,
  counts: ArrayLike<number>,
): number | undefined {
  let steepness = 0;
  let low = 0;
  let high = Infinity;
  for (let step = 0; step < STEPS; step++) {
    let slope = 0;
    let curvature = 0;
    for (let i = 0; i < numbers.length; i++) {
      const probability = sigmoid(steepness * numbers[i]);
      slope += counts[i] * (probability - results[i]) * numbers[i];
      curvature += counts[i] * probability * (1 - probability) * numbers[i] * numbers[i];
    }
    if (step === 0 && slope >= 0) return undefined;
    if (slope === 0) return steepness;
    if (slope < 0) low = steepness;
    else high = steepness;
    let next = steepness - slope / curvature;
    // Newton may overshoot where the curve is flat; the minimum is always between the two.
    if (!(next > low && next < high)) next = high === Infinity ? low * 2 : (low + high) / 2;
    if (next > STEEPEST || !Number.isFinite(next)) return undefined;
    if (Math.abs(next - steepness) <= 1e-12 * next) return next;
    steepness = next;
  }
  return steepness;
}
