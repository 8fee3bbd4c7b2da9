import type { TensorFlow } from '../backend/backend.ts';
import type { Rows } from '../data/fit-data.ts';
import { crossEntropy, sigmoid } from '../../statistics/cross-entropy.ts';
import { logitsOf } from '../data/logits.ts';

// Products of matrices over all rows, by TensorFlow.js in batches: within a batch in single precision, over batches in
// double. The logits, a matrix times a single column, are summed in double precision here, which is also faster than on wasm.

const BATCH = 4096;

/** The cross-entropy of all rows at some weights, with its first and second derivatives; sums, not means. */
export interface Derivatives {
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
  const gradient = new Float64Array(width);
  const hessian = new Float64Array(width * width);
  let loss = 0;
  for (let start = 0; start < rows.rows; start += BATCH) {
    const length = Math.min(BATCH, rows.rows - start);
    const logits = logitsOf(rows, weights, start, length);
    const residuals = new Float32Array(length);
    const roots = new Float32Array(length);
    tf.tidy(() => {
      const features = tf.tensor2d(rows.features.subarray(start * width, (start + length) * width), [
        length,
        width,
      ]);
      for (let i = 0; i < length; i++) {
        const count = rows.counts[start + i];
        const probability = sigmoid(logits[i]);
        loss += count * crossEntropy(logits[i], targets[start + i]);
        residuals[i] = count * (probability - targets[start + i]);
        roots[i] = Math.sqrt(count * probability * (1 - probability));
      }
      const scaled = tf.mul(features, tf.tensor2d(roots, [length, 1]));
      add(gradient, tf.matMul(tf.tensor2d(residuals, [1, length]), features).dataSync());
      add(hessian, tf.matMul(scaled, scaled, true, false).dataSync());
    });
  }
  return { loss, gradient, hessian };
}

function add(sum: Float64Array, numbers: ArrayLike<number>): void {
  for (let i = 0; i < sum.length; i++) sum[i] += numbers[i];
}
