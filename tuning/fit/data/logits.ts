import type { Rows } from './fit-data.ts';

/** The weighted sum of the features of every row. */
export function logitsOf(rows: Rows, weights: Float64Array): Float64Array {
  const logits = new Float64Array(rows.rows);
  writeLogits(rows, weights, 0, logits);
  return logits;
}

/** Writes the logits of rows that follow each other, from `start` on, as many as there is room for. */
export function writeLogits(
  { features }: Rows,
  weights: Float64Array,
  start: number,
  logits: Float64Array,
): void {
  const width = weights.length;
  // Four rows side by side: each sum waits for its last addition, and four can wait at once.
  const last = logits.length - (logits.length % 4);
  for (let row = 0; row < last; row += 4) {
    const first = (start + row) * width;
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let i = 0, at = first; i < width; i++, at++) {
      const weight = weights[i];
      a += features[at] * weight;
      b += features[at + width] * weight;
      c += features[at + 2 * width] * weight;
      d += features[at + 3 * width] * weight;
    }
    logits[row] = a;
    logits[row + 1] = b;
    logits[row + 2] = c;
    logits[row + 3] = d;
  }
  for (let row = last; row < logits.length; row++) {
    let sum = 0;
    for (let i = 0, at = (start + row) * width; i < width; i++, at++) sum += features[at] * weights[i];
    logits[row] = sum;
  }
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
