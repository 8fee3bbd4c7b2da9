import { expect, test } from 'vitest';
import { loadBackend } from './backend.ts';

test('the backend has a name with its version, is loaded once, and multiplies', async () => {
  const { tf, name } = await loadBackend();
  expect(name).toMatch(/^(wasm|tfjs-node) \d+\.\d+\.\d+/);
  expect((await loadBackend()).tf).toBe(tf);
  expect(tf.tidy(() => tf.matMul([[1, 2]], [[3], [4]]).dataSync())).toEqual(Float32Array.of(11));
});
