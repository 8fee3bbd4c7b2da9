import { DECISIVE } from '../../../engine/score.ts';
import { Failure } from '../../process/failure.ts';
import type { Rows } from '../data/fit-data.ts';
import { differenceOf, logitsOf } from '../data/logits.ts';

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
export function roundedWeights(weights: Float64Array, rows: Rows, logits: Float64Array): RoundedWeights {
  return roundedBy(weights, logits, (rounded) => logitsOf(rows, rounded));
}

/** The same for any weights whose sums `scoresOf` makes for the rows of these logits. */
export function roundedBy(
  weights: Float64Array,
  logits: Float64Array,
  scoresOf: (rounded: Float64Array) => Float64Array,
): RoundedWeights {
  let last: RoundedWeights | undefined;
  for (const scale of SCALES) {
    // Adding 0 makes a plain 0 of the negative one.
    const rounded = Array.from(weights, (value) => Math.round(value * scale) + 0);
    // Beyond this a score says no more, in the engine as here.
    const scores = clamped(scoresOf(Float64Array.from(rounded)), DECISIVE);
    const difference = differenceOf(scores, scale, clamped(logits, DECISIVE / scale));
    last = { scale, weights: rounded, difference };
    if (difference.mean <= MEAN && difference.largest <= LARGEST) return last;
  }
  throw new Failure(
    `rounded weights are up to ${last!.difference.largest.toFixed(3)} logits from the model even on the scale ${last!.scale}; ` +
      'expected a larger --ridge',
  );
}

function clamped(values: Float64Array, bound: number): Float64Array {
  return values.map((value) => Math.max(-bound, Math.min(bound, value)));
}
