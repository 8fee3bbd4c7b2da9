import type { Rows } from './fit-data.ts';

/** The weighted sum of the features of every row, or of some that follow each other. */
export function logitsOf(
  { features, rows }: Rows,
  weights: Float64Array,
  start = 0,
  length = rows - start,
): Float64Array {
  const width = weights.length;
  const logits = new Float64Array(length);
  let at = start * width;
  for (let row = 0; row < length; row++) {
    let sum = 0;
    for (let i = 0; i < width; i++) sum += features[at++] * weights[i];
    logits[row] = sum;
  }
  return logits;
}

/** How far score / scale is from the logits of the model. */
export function differenceOf(
  scores: ArrayLike<number>,
  scale: number,
  logits: ArrayLike<number>,
): { mean: number; largest: number } {
  let sum = 0;
  let largest = 0;
  for (let row = 0; row < scores.length; row++) {
    const difference = Math.abs(scores[row] / scale - logits[row]);
    sum += difference;
    if (difference > largest) largest = difference;
  }
  return { mean: sum / Math.max(scores.length, 1), largest };
}
