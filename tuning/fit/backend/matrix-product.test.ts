import { createRequire } from 'node:module';
import { dirname, sep } from 'node:path';
import * as tf from '@tensorflow/tfjs';
import { setWasmPaths, version_wasm as version } from '@tensorflow/tfjs-backend-wasm';
import { expect, test } from 'vitest';
import { seededBelow } from '../../../engine/testing.ts';
import { patchMatrixProduct } from './matrix-product.ts';

// Not by loadBackend, which has the kernel patched already.
setWasmPaths(dirname(createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm')) + sep);
await tf.setBackend('wasm');

const shapes = [
  [1, 1, 1],
  [1, 7, 1],
  [3, 1, 5],
  [2, 3, 4],
  [5, 49, 3],
  [17, 64, 33],
  [40, 129, 41],
  [1, 200, 40],
  [31, 2, 1],
];

/** Whole numbers so small that products of them are exact in any order of summation. */
function matrices(shape: readonly number[], seed: number): tf.Tensor {
  const below = seededBelow(seed);
  const length = shape.reduce((product, extent) => product * extent, 1);
  return tf.tensor(
    Float32Array.from({ length }, () => below(41) - 20),
    [...shape],
  );
}

function products(a: tf.Tensor, b: tf.Tensor, transposeA: boolean, transposeB: boolean) {
  const calculate = () =>
    tf.tidy(() => {
      const product = tf.matMul(a, b, transposeA, transposeB);
      return { shape: product.shape, numbers: product.dataSync() };
    });
  const stock = calculate();
  const restore = patchMatrixProduct(tf, '4.22.0')!;
  try {
    return { stock, patched: calculate() };
  } finally {
    restore();
  }
}

test.each([
  [false, false],
  [true, false],
  [false, true],
  [true, true],
])('the patched product equals the stock one, transposed %s and %s, and leaks nothing', (left, right) => {
  const before = tf.memory();
  for (const [rows, inner, columns] of shapes) {
    for (const [batchA, batchB] of [
      [[], []],
      [[3], [3]],
      [[1], [4]],
      [
        [2, 1],
        [2, 3],
      ],
    ]) {
      const a = matrices([...batchA, ...(left ? [inner, rows] : [rows, inner])], rows + inner);
      const b = matrices([...batchB, ...(right ? [columns, inner] : [inner, columns])], columns);
      const { stock, patched } = products(a, b, left, right);
      expect(patched).toEqual(stock);
      expect(patched.shape.slice(-2)).toEqual([rows, columns]);
      tf.dispose([a, b]);
    }
  }
  const after = tf.memory();
  expect([after.numTensors, after.numDataBuffers]).toEqual([before.numTensors, before.numDataBuffers]);
});

test('the version here is patched, any other is left alone', () => {
  const stock = tf.getKernel('BatchMatMul', 'wasm');
  expect(patchMatrixProduct(tf, '4.23.0')).toBeUndefined();
  expect(tf.getKernel('BatchMatMul', 'wasm')).toBe(stock);
  patchMatrixProduct(tf, version)!();
  expect(tf.getKernel('BatchMatMul', 'wasm')).toBe(stock);
});
