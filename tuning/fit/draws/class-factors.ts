import { FACTOR_MOST, FACTOR_ONE } from '../../../engine/models/draws.ts';
import { sigmoid } from '../../statistics/cross-entropy.ts';
import type { Rows } from '../data/fit-data.ts';
import type { JudgedRows } from './draws-data.ts';

/** What is learned from. */
interface Problem {
  judged: JudgedRows;
  rows: Pick<Rows, 'counts'>;
  targets: ArrayLike<number>;
  /** Of the scores. */
  scale: number;
  ridge: number;
}

const STEPS = 100;
const LARGEST = FACTOR_MOST / FACTOR_ONE;

/**
 * The factor of each class by which its logits predict the targets best: each a problem in one number, and convex, with a pull to 1.
 * A class without rows keeps its scores.
 */
export function fitFactors(classes: number, problem: Problem): Float64Array {
  const byClass: number[][] = Array.from({ length: classes }, () => []);
  problem.judged.classes.forEach((one, row) => byClass[one].push(row));
  return Float64Array.from(byClass, (rows) => (rows.length === 0 ? 1 : factorOf(rows, problem)));
}

function factorOf(wanted: readonly number[], { judged, rows, targets, scale, ridge }: Problem): number {
  let factor = 1;
  let low = 0;
  let high = LARGEST;
  for (let step = 0; step < STEPS; step++) {
    let slope = ridge * (factor - 1);
    let curvature = ridge;
    for (const row of wanted) {
      const logit = judged.scores[row] / scale;
      const probability = sigmoid(factor * logit);
      slope += rows.counts[row] * (probability - targets[row]) * logit;
      curvature += rows.counts[row] * probability * (1 - probability) * logit * logit;
    }
    if (slope < 0) low = factor;
    else high = factor;
    let next = curvature === 0 ? factor : factor - slope / curvature;
    // Newton may overshoot; the best factor is always between the two, or one of them.
    if (next <= low || next >= high) next = (low + high) / 2;
    if (Math.abs(next - factor) <= 1e-9) return next;
    factor = next;
  }
  return factor;
}
