import type { TensorFlow } from './backend.ts';
import type { Rows } from './fit-data.ts';
import { crossEntropy, sigmoid } from './measures.ts';

// Products over all rows, by TensorFlow.js in batches; within a batch in single precision, over batches in double.

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
    const residuals = new Float32Array(length);
    const roots = new Float32Array(length);
    tf.tidy(() => {
      const features = tf.tensor2d(rows.features.subarray(start * width, (start + length) * width), [
        length,
        width,
      ]);
      const logits = tf.matMul(features, tf.tensor2d(Float32Array.from(weights), [width, 1])).dataSync();
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

/** The weighted sum of the features of every row. */
export function logitsOf(tf: TensorFlow, rows: Rows, weights: Float64Array): Float32Array {
  const width = weights.length;
  const logits = new Float32Array(rows.rows);
  for (let start = 0; start < rows.rows; start += BATCH) {
    const length = Math.min(BATCH, rows.rows - start);
    tf.tidy(() => {
      const some = rows.features.subarray(start * width, (start + length) * width);
      const features = tf.tensor2d(some, [length, width]);
      logits.set(tf.matMul(features, tf.tensor2d(Float32Array.from(weights), [width, 1])).dataSync(), start);
    });
  }
  return logits;
}

function add(sum: Float64Array, numbers: ArrayLike<number>): void {
  for (let i = 0; i < sum.length; i++) sum[i] += numbers[i];
}
