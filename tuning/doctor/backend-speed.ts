// A process that computes for a while: node backend-speed.js wasm|native SECONDS. Of its own, for a library that does not
// suit the processor ends the process that loads it.
import { InputError } from '../../engine/input-error.ts';
import { type BackendKind, loadBackend } from '../fit/backend/backend.ts';
import { Failure } from '../process/failure.ts';
import { randomFrom } from '../statistics/random.ts';

/** What it prints, as JSON: rows of a step of logistic regression. */
export type BackendSpeed = { name: string; rowsPerSecond: number } | { problem: string };

const ROWS = 16_384;
const FEATURES = 40;

async function speedOf(kind: BackendKind, seconds: number): Promise<BackendSpeed> {
  const { tf, name } = await loadBackend(kind);
  const random = randomFrom('speed');
  const numbers = (length: number) => Float32Array.from({ length }, () => random.below(1000) / 1000);
  const features = tf.tensor2d(numbers(ROWS * FEATURES), [ROWS, FEATURES]);
  const weights = tf.tensor2d(numbers(FEATURES), [FEATURES, 1]);
  const targets = tf.tensor2d(numbers(ROWS), [ROWS, 1]);
  const step = () =>
    tf.tidy(() => {
      const errors = tf.sub(tf.sigmoid(tf.matMul(features, weights)), targets);
      return tf.matMul(features, errors, true, false).dataSync();
    });
  // The first is before the code is warm.
  step();
  const begin = performance.now();
  let rows = 0;
  for (; performance.now() - begin < 1000 * seconds; rows += ROWS) step();
  return { name, rowsPerSecond: Math.round((1000 * rows) / (performance.now() - begin)) };
}

const [kind, seconds] = process.argv.slice(2);
const speed = await speedOf(kind as BackendKind, Number(seconds)).catch((error: unknown): BackendSpeed => {
  if (error instanceof InputError || error instanceof Failure) return { problem: error.message };
  throw error;
});
console.log(JSON.stringify(speed));
