import { DECISIVE } from '../../../engine/score.ts';
import { Failure } from '../../process/failure.ts';
import type { Rows } from '../data/fit-data.ts';

/** Weights as the engine has them: win probability = sigmoid(score / scale). */
export interface RoundedWeights {
  scale: number;
  weights: number[];
  /** How far score / scale is from the model's logit, over the rows. */
  difference: { mean: number; largest: number };
}

const SCALES = [100, 200, 400, 800, 1600, 3200];
const MEAN = 0.01;
const LARGEST = 0.05;

/**
 * Rounds weights in logits to whole numbers on the smallest scale of 100, 200, 400, … on which no row's logit changes by more than
 * 0.05 and the mean row's by no more than 0.01: small enough to leave room below won games, fine enough to be the model.
 */
export function roundedWeights(weights: Float64Array, rows: Rows): RoundedWeights {
  let last: RoundedWeights | undefined;
  for (const scale of SCALES) {
    // Adding 0 makes a plain 0 of the negative one.
    const rounded = Array.from(weights, (value) => Math.round(value * scale) + 0);
    const difference = differenceOf(weights, rounded, scale, rows);
    last = { scale, weights: rounded, difference };
    if (difference.mean <= MEAN && difference.largest <= LARGEST) return last;
  }
  throw new Failure(
    `rounded weights are up to ${last!.difference.largest.toFixed(3)} logits from the model even on the scale ${last!.scale}; ` +
      'expected a larger --ridge',
  );
}

function differenceOf(
  weights: Float64Array,
  rounded: readonly number[],
  scale: number,
  { rows, features }: Rows,
): RoundedWeights['difference'] {
  const width = weights.length;
  let sum = 0;
  let largest = 0;
  for (let row = 0; row < rows; row++) {
    let logit = 0;
    let score = 0;
    for (let i = 0; i < width; i++) {
      const value = features[row * width + i];
      logit += value * weights[i];
      score += value * rounded[i];
    }
    // Beyond this a score says no more, in the engine as here.
    const bound = DECISIVE / scale;
    const difference = Math.abs(clamped(score / scale, bound) - clamped(logit, bound));
    sum += difference;
    if (difference > largest) largest = difference;
  }
  return { mean: sum / Math.max(rows, 1), largest };
}

function clamped(value: number, bound: number): number {
  return Math.max(-bound, Math.min(bound, value));
}
