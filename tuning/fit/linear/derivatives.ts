import type { TensorFlow } from '../backend/backend.ts';
import { weightedSums } from '../backend/weighted-sums.ts';
import { writeLogits } from '../data/logits.ts';
import type { Rows } from '../data/fit-data.ts';

// Products of matrices over all rows, by TensorFlow.js in batches. The logits, a matrix times a single column, are summed in double precision here, which is also faster than on wasm.

const BATCH = 4096;

/** The cross-entropy of all rows at some weights, with its first and second derivatives; sums, not means. */
export interface Derivatives {
  /** Of each row. */
  logits: Float64Array;
  loss: number;
  gradient: Float64Array;
  /** Symmetric, width * width numbers. */
  hessian: Float64Array;
}

export function derivatives(
  tf: TensorFlow,
  rows: Rows,
  targets: Float32Array,
  weights: Float64Array,
): Derivatives {
  const width = weights.length;
  const logits = new Float64Array(rows.rows);
  const gradient = new Float64Array(width);
  const hessian = new Float64Array(width * width);
  let loss = 0;
  for (let start = 0; start < rows.rows; start += BATCH) {
    const length = Math.min(BATCH, rows.rows - start);
    const end = start + length;
    const batch = logits.subarray(start, end);
    const residuals = new Float32Array(length);
    const curvatures = new Float32Array(length);
    writeLogits(rows, weights, start, batch);
    loss += writeSlopes(batch, targets.subarray(start, end), rows.counts.subarray(start, end), {
      residuals,
      curvatures,
    });
    tf.tidy(() => {
      const features = tf.tensor2d(rows.features.subarray(start * width, end * width), [length, width]);
      const sums = weightedSums(tf, features, tf.tensor1d(residuals), tf.tensor1d(curvatures));
      add(gradient, sums.rows);
      add(hessian, sums.products);
    });
  }
  return { logits, loss, gradient, hessian };
}

/** Writes the first and second derivatives of the loss of each row by its logit; returns the sum of the losses. */
function writeSlopes(
  logits: Float64Array,
  targets: Float32Array,
  counts: Float32Array,
  { residuals, curvatures }: { residuals: Float32Array; curvatures: Float32Array },
): number {
  let loss = 0;
  for (let i = 0; i < logits.length; i++) {
    const logit = logits[i];
    const target = targets[i];
    const count = counts[i];
    // One exponential does for the probability and, as in crossEntropy(), for the loss.
    const odds = Math.exp(-Math.abs(logit));
    const less = odds / (1 + odds);
    const probability = logit < 0 ? less : 1 - less;
    loss += count * (Math.log1p(odds) + Math.max(logit, 0) - target * logit);
    residuals[i] = count * (probability - target);
    curvatures[i] = count * less * (1 - less);
  }
  return loss;
}

function add(sum: Float64Array, numbers: ArrayLike<number>): void {
  for (let i = 0; i < sum.length; i++) sum[i] += numbers[i];
}
