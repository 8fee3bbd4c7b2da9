import { expect, test } from 'vitest';
import { seededBelow } from '../../../engine/testing.ts';
import { loadBackend } from './backend.ts';
import { plainWeightedSums, weightedSums, type WeightedSums } from './weighted-sums.ts';

const { tf, name } = await loadBackend();

/** Whole numbers so small that sums of their products are exact in any order of summation. */
function numbers(length: number, seed: number, most: number): Float32Array {
  const below = seededBelow(seed);
  return Float32Array.from({ length }, () => below(2 * most + 1) - most);
}

const read = ({ rows, products }: WeightedSums) => ({
  rows: Array.from(rows),
  products: Array.from(products),
});

test.each([
  [1, 1],
  [3, 5],
  [127, 8],
  [128, 9],
  [129, 13],
  [300, 40],
  [4096, 41],
  [5, 64],
  [1000, 1],
])('the sums over %i rows of %i columns are those of plain operations', (rows, width) => {
  const before = tf.memory();
  const [ours, plain] = tf.tidy(() => {
    const matrix = tf.tensor2d(numbers(rows * width, 1, 5), [rows, width]);
    const factors = tf.tensor1d(numbers(rows, 2, 7));
    const weights = tf.tensor1d(numbers(rows, 3, 7));
    return [weightedSums, plainWeightedSums].map((sums) => read(sums(tf, matrix, factors, weights)));
  });
  // Adding 0 makes a plain 0 of the negative one.
  expect(ours.rows.map((sum) => sum + 0)).toEqual(plain.rows.map((sum) => sum + 0));
  expect(ours.products.map((sum) => sum + 0)).toEqual(plain.products.map((sum) => sum + 0));
  expect([ours.rows.length, ours.products.length]).toEqual([width, width * width]);
  const after = tf.memory();
  expect([after.numTensors, after.numDataBuffers]).toEqual([before.numTensors, before.numDataBuffers]);
});

test('a small batch after a large one has nothing of it', () => {
  const sums = (rows: number, width: number) =>
    tf.tidy(() =>
      read(weightedSums(tf, tf.ones([rows, width]), tf.ones([rows]), tf.ones([rows]))).products.every(
        (sum) => sum === rows,
      ),
    );
  expect([sums(4096, 50), sums(3, 3), sums(130, 11)]).toEqual([true, true, true]);
});

test('what is no number in a row is none in the sums', () => {
  const { rows, products } = tf.tidy(() => {
    const matrix = tf.tensor2d([1, 2, 3, NaN, 5, 6], [2, 3]);
    return read(weightedSums(tf, matrix, tf.ones([2]), tf.ones([2])));
  });
  expect(rows).toEqual([NaN, 7, 9]);
  expect(products).toEqual([NaN, NaN, NaN, NaN, 29, 36, NaN, 36, 45]);
});

test('on wasm the sums have double precision', () => {
  if (!name.startsWith('wasm')) return;
  const { rows, products } = tf.tidy(() =>
    read(weightedSums(tf, tf.tensor2d([16_777_216, 1, 1, 1], [4, 1]), tf.ones([4]), tf.ones([4]))),
  );
  expect([...rows, ...products]).toEqual([2 ** 24 + 3, 2 ** 48 + 3]);
});
