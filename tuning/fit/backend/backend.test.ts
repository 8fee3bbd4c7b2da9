import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  BACKEND_VARIABLE,
  type BackendChoice,
  chosenBackend,
  loadBackend,
  recordedBackend,
} from './backend.ts';

afterEach(() => vi.unstubAllEnvs());

test('the backend has a name with its version, is loaded once, and multiplies', async () => {
  const { tf, name } = await loadBackend();
  expect(name).toMatch(/^(wasm|tfjs-node) \d+\.\d+\.\d+/);
  expect(recordedBackend(name)).toBe(chosenBackend('auto'));
  expect((await loadBackend()).tf).toBe(tf);
  expect(tf.tidy(() => tf.matMul([[1, 2]], [[3], [4]]).dataSync())).toEqual(Float32Array.of(11));
});

describe('what a choice means', () => {
  test.each<[BackendChoice, string | undefined, string]>([
    ['auto', undefined, 'wasm'],
    ['auto', '', 'wasm'],
    ['auto', 'auto', 'wasm'],
    ['auto', 'native', 'native'],
    ['wasm', 'native', 'wasm'],
    ['native', 'wasm', 'native'],
    ['native', 'abacus', 'native'],
  ])('%s with %s in the environment', (choice, variable, kind) => {
    vi.stubEnv(BACKEND_VARIABLE, variable);
    expect(chosenBackend(choice)).toBe(kind);
  });

  test('a word in the environment that is no backend is refused in a line', () => {
    vi.stubEnv(BACKEND_VARIABLE, 'abacus');
    expect(() => chosenBackend('auto')).toThrow('EVALSMITH_BACKEND is "abacus"; expected auto, wasm, native');
  });
});

test.each([
  ['wasm 4.22.0 with patched product', 'wasm'],
  ['wasm 4.23.0', 'wasm'],
  ['tfjs-node 4.22.0', 'native'],
  ['tfjs-node 4.22.0 with TensorFlow 2.21.0', 'native'],
  ['abacus 1.0.0', undefined],
  ['constructor', undefined],
])('the recorded name %s is that of %s', (name, kind) => {
  expect(recordedBackend(name)).toBe(kind);
});
