import type { Tensor, Tensor2D } from '@tensorflow/tfjs';
import { describe, expect, test } from 'vitest';
import { PHASES } from '../../../engine/game.ts';
import { type Activation, bucketOf } from '../../../engine/models/network/network.ts';
import { randomFrom } from '../../statistics/random.ts';
import { loadBackend } from './backend.ts';
import { NetworkKernel } from './network-kernel.ts';

const { tf } = await loadBackend();

const INPUTS = 50;
const MOST_ACTIVE = 10;
const random = randomFrom('network kernel');
// So fine that no sum is exactly 0 or 1, where the slopes of TensorFlow.js and ours differ.
const real = (most: number) => most * ((2 * random.below(2 ** 30)) / 2 ** 30 - 1);
const reals = (count: number, most: number) => Float32Array.from({ length: count }, () => real(most));

/** Rows with random lists, some empty. */
function randomRows(rows: number) {
  const active: number[] = [];
  const offsets = [0];
  for (let list = 0; list < 2 * rows; list++) {
    const on = Array.from({ length: list % (MOST_ACTIVE + 1) }, () => random.below(INPUTS));
    active.push(...new Set(on));
    offsets.push(active.length);
  }
  const phases = Uint8Array.from({ length: rows }, () => random.below(PHASES));
  return { rows, active: Uint16Array.from(active), offsets: Int32Array.from(offsets), phases };
}

const MIRROR = Uint16Array.from({ length: INPUTS }, (_, input) => INPUTS - 1 - input);

async function kernelOf(
  hidden: number,
  activation: Activation,
  mostRows: number,
  { threads = 1, buckets = 1 } = {},
) {
  const shape = { inputs: INPUTS, hidden, buckets, activation, mostRows, mostActive: MOST_ACTIVE };
  return await NetworkKernel.start(shape, [MIRROR], threads);
}

/** Fills in random parameters, rows in disorder, every third seen in the mirror, and slopes. */
function prepare(kernel: NetworkKernel, hidden: number, count: number, rows: number): void {
  kernel.values.set(reals(kernel.values.length, 0.5));
  kernel.values.subarray(INPUTS * hidden, (INPUTS + 1) * hidden).forEach((_, i, biases) => {
    biases[i] = 0.5 + real(0.5);
  });
  for (let i = 0; i < count; i++) {
    kernel.order[i] = random.below(rows);
    kernel.chosen[i] = i % 3 === 0 ? 1 : 0;
    kernel.slopes[i] = real(1);
  }
}

describe.each<Activation>(['clipped', 'squared'])('with the activation %s', (activation) => {
  test.each([...[8, 16, 24, 32, 40, 64, 128].map((hidden) => [hidden, 1]), [8, 2], [40, PHASES]])(
    'logits and gradient are those of plain operations of TensorFlow.js, %i wide, %i outputs',
    async (hidden, buckets) => {
      const [count, given] = [37, randomRows(45)];
      const kernel = await kernelOf(hidden, activation, count, { buckets });
      prepare(kernel, hidden, count, given.rows);
      const dense = [0, 1].map((side) => {
        const matrix = new Float32Array(count * INPUTS);
        for (let i = 0; i < count; i++) {
          const list = 2 * kernel.order[i] + side;
          for (const input of given.active.subarray(given.offsets[list], given.offsets[list + 1]))
            matrix[i * INPUTS + (kernel.chosen[i] === 1 ? MIRROR[input] : input)] = 1;
        }
        return matrix;
      });
      const logits = kernel.forward(kernel.take(given), count);
      kernel.backward();
      tf.tidy(() => {
        const { values } = kernel;
        const [w, b] = [INPUTS * hidden, (INPUTS + 1) * hidden];
        const o = b + buckets * 2 * hidden;
        const tensors = [
          tf.tensor2d(values.slice(0, w), [INPUTS, hidden]),
          tf.tensor1d(values.slice(w, b)),
          tf.tensor2d(values.slice(b, o), [buckets, 2 * hidden]),
          tf.tensor1d(values.slice(o)),
        ];
        // Of each row, the output of its bucket.
        const wanted = tf.tensor2d(
          Array.from(kernel.order.subarray(0, count), (row) =>
            Array.from({ length: buckets }, (_, bucket) =>
              bucketOf(given.phases[row], buckets) === bucket ? 1 : 0,
            ),
          ),
        );
        const output = (...[weights, biases, outputs, bias]: Tensor[]) => {
          const units = dense.map((matrix) => {
            const sums = tf.add(tf.matMul(tf.tensor2d(matrix, [count, INPUTS]), weights as Tensor2D), biases);
            const clipped = tf.clipByValue(sums, 0, 1);
            return activation === 'squared' ? tf.mul(clipped, clipped) : clipped;
          });
          const every = tf.add(tf.matMul(tf.concat(units, 1), tf.transpose(outputs)), bias);
          return tf.sum(tf.mul(every, wanted), 1, true);
        };
        expectNear(logits, output(...tensors).dataSync<'float32'>());
        const slopes = tf.tensor2d(kernel.slopes.slice(0, count), [count, 1]);
        const grads = tf.grads((...args: Tensor[]) => tf.sum(tf.mul(output(...args), slopes)))(tensors);
        const expected = grads.flatMap((grad) => [...grad.dataSync<'float32'>()]);
        expectNear(kernel.gradient, expected);
        expect(Math.max(...expected)).toBeGreaterThan(0.1);
      });
      await kernel.close();
    },
  );
});

function expectNear(numbers: ArrayLike<number>, expected: ArrayLike<number>): void {
  expect(numbers.length).toBe(expected.length);
  const differences = Array.from(numbers, (number, i) => Math.abs(number - expected[i]));
  expect(Math.max(...differences)).toBeLessThan(2e-5);
}

test('any number of threads gives the same bits', async () => {
  const [hidden, count, given] = [40, 5000, randomRows(6000)];
  const one = await kernelOf(hidden, 'clipped', count);
  prepare(one, hidden, count, given.rows);
  const kernels = [
    one,
    await kernelOf(hidden, 'clipped', count, { threads: 2 }),
    await kernelOf(hidden, 'clipped', count, { threads: 5 }),
  ];
  const [expected, ...others] = kernels.map((kernel) => {
    const of = (numbers: NetworkKernel) => [numbers.values, numbers.order, numbers.chosen, numbers.slopes];
    const start = of(one).map((numbers) => numbers.slice());
    of(kernel).forEach((numbers, i) => numbers.set(start[i]));
    kernel.limits.fill(10);
    const rows = kernel.take(given);
    const logits = kernel.forward(rows, count).slice();
    for (let step = 0; step < 200; step++) {
      kernel.forward(rows, count);
      kernel.backward();
      kernel.step(0.001, 1, 1);
    }
    const result = { logits, gradient: kernel.gradient.slice(), values: kernel.values.slice() };
    of(one).forEach((numbers, i) => numbers.set(start[i]));
    return result;
  });
  for (const other of others) expect(other).toEqual(expected);
  await Promise.all(kernels.map((kernel) => kernel.close()));
});
