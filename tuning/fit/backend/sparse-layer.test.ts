import type { Tensor, Tensor1D, Tensor2D } from '@tensorflow/tfjs';
import { describe, expect, test } from 'vitest';
import type { Activation } from '../../../engine/models/network/network-evaluator.ts';
import { randomFrom } from '../../statistics/random.ts';
import { loadBackend } from './backend.ts';
import { makeSparseLayer, type SparseLayer, sparseLayerModule } from './sparse-layer.ts';

const { tf } = await loadBackend();
const module = await sparseLayerModule();

const INPUTS = 50;
const LISTS = 37;
const random = randomFrom('sparse layer');
// So fine that no sum is exactly 0 or 1, where the slopes of TensorFlow.js and ours differ.
const real = (most: number) => most * ((2 * random.below(2 ** 30)) / 2 ** 30 - 1);

/** A layer with random lists, some empty, beside the same inputs as a matrix. */
function layerOf(hidden: number, activation: Activation): { layer: SparseLayer; dense: Float32Array } {
  const shape = { inputs: INPUTS, hidden, activation, lists: LISTS, named: LISTS * 10 };
  const layer = makeSparseLayer(tf, module, shape);
  const dense = new Float32Array(LISTS * INPUTS);
  let end = 0;
  for (let list = 0; list < LISTS; list++) {
    for (let i = list % 10; i > 0; i--) {
      const input = random.below(INPUTS);
      if (dense[list * INPUTS + input] === 1) continue;
      dense[list * INPUTS + input] = 1;
      layer.lists[end++] = input;
    }
    layer.offsets[list + 1] = end;
  }
  return { layer, dense };
}

describe.each<Activation>(['clipped', 'squared'])('with the activation %s', (activation) => {
  test.each([8, 16, 24, 32, 40, 64, 128])(
    'the layer and its gradient are those of a matrix, %i wide',
    (hidden) => {
      const { layer, dense } = layerOf(hidden, activation);
      const before = tf.memory().numTensors;
      tf.tidy(() => {
        const weights = tf.tensor2d(
          Array.from({ length: INPUTS * hidden }, () => real(0.5)),
          [INPUTS, hidden],
        );
        const biases = tf.tensor1d(Array.from({ length: hidden }, () => 0.5 + real(0.5)));
        const factors = tf.tensor2d(
          Array.from({ length: LISTS * hidden }, () => real(1)),
          [LISTS, hidden],
        );
        const matrix = tf.tensor2d(dense, [LISTS, INPUTS]);
        const sparse = (...[w, b]: Tensor[]) => layer.apply(w as Tensor2D, b as Tensor1D, LISTS);
        const full = (...[w, b]: Tensor[]) => {
          const clipped = tf.clipByValue(tf.add(tf.matMul(matrix, w as Tensor2D), b), 0, 1);
          return activation === 'squared' ? tf.mul(clipped, clipped) : clipped;
        };
        expectNear(sparse(weights, biases), full(weights, biases));
        const slopes = (of: typeof sparse | typeof full) =>
          tf.grads((...tensors: Tensor[]) => tf.sum(tf.mul(of(...tensors), factors)))([weights, biases]);
        const [own, other] = [slopes(sparse), slopes(full)];
        own.forEach((slope, i) => expectNear(slope, other[i]));
        expect(Math.max(...own[0].abs().dataSync())).toBeGreaterThan(0.1);
      });
      expect(tf.memory().numTensors).toBe(before);
    },
  );
});

function expectNear(one: Tensor, other: Tensor): void {
  expect(one.shape).toEqual(other.shape);
  const [numbers, expected] = [one, other].map((tensor) => tensor.dataSync<'float32'>());
  const difference = numbers.reduce((most, number, i) => Math.max(most, Math.abs(number - expected[i])), 0);
  expect(difference).toBeLessThan(1e-5);
}

test('the gradient of a batch before the last is refused', () => {
  const { layer } = layerOf(8, 'clipped');
  tf.tidy(() => {
    const [weights, biases] = [tf.zeros([INPUTS, 8]), tf.zeros([8])];
    const twice = (...[w, b]: Tensor[]) => {
      const first = layer.apply(w as Tensor2D, b as Tensor1D, LISTS);
      return tf.sum(tf.add(first, layer.apply(w as Tensor2D, b as Tensor1D, LISTS)));
    };
    expect(() => tf.grads(twice)([weights, biases])).toThrow('a batch before the last');
  });
});
