import { describe, expect, test } from 'vitest';
import { loadBackend } from '../backend/backend.ts';
import { newOptimizerState, OPTIMIZERS } from './optimizers.ts';

const { tf } = await loadBackend();
const SETTINGS = { weightDecay: 0.1 };

test('steps of adam are those of the optimizer of TensorFlow.js', () => {
  const start = [0.3, -2, 1.5];
  const values = Float32Array.from(start);
  const limits = new Float32Array(3).fill(10);
  const variable = tf.variable(tf.tensor1d(start));
  const optimizer = tf.train.adam(0.05, 0.9, 0.999, 1e-8);
  const state = newOptimizerState(OPTIMIZERS.adam, 3);
  for (let step = 0; step < 20; step++) {
    // The loss is the sum of fourth powers.
    const gradient = values.map((value) => 4 * value ** 3);
    OPTIMIZERS.adam.step(state, { values, gradient, limits }, 0.05);
    optimizer.minimize(() => tf.sum(tf.pow(variable, 4)).asScalar(), false, [variable]);
  }
  variable.dataSync().forEach((value, i) => expect(values[i]).toBeCloseTo(value, 4));
  optimizer.dispose();
  variable.dispose();
});

test('adamw decays the weights themselves, whatever the gradient is', () => {
  const values = Float32Array.of(2, -1);
  const problem = { values, gradient: new Float32Array(2), limits: Float32Array.of(10, 10) };
  const state = newOptimizerState(OPTIMIZERS.adamw, 2);
  for (let step = 0; step < 3; step++) OPTIMIZERS.adamw.step(state, problem, 0.5, SETTINGS);
  expect(values[0]).toBeCloseTo(2 * 0.95 ** 3, 6);
  expect(values[1]).toBeCloseTo(-(0.95 ** 3), 6);
});

test('adamw with no decay is adam', () => {
  const [one, other] = (['adam', 'adamw'] as const).map((name) => {
    const values = Float32Array.of(0.3, -2, 1.5);
    const state = newOptimizerState(OPTIMIZERS[name], 3);
    const limits = new Float32Array(3).fill(10);
    for (let step = 0; step < 10; step++) {
      const problem = { values, gradient: values.map((value) => value ** 3), limits };
      OPTIMIZERS[name].step(state, problem, 0.05, { weightDecay: 0 });
    }
    return values;
  });
  expect(other).toEqual(one);
});

describe.each(Object.entries(OPTIMIZERS))('%s', (_, optimizer) => {
  test('goes down a slope, and no value beyond its limit', () => {
    const values = Float32Array.of(0.95, -0.95, 0.5);
    const problem = { values, gradient: Float32Array.of(-1, 1, -1), limits: Float32Array.of(1, 1, 2) };
    optimizer.step(newOptimizerState(optimizer, 3), problem, 0.2, SETTINGS);
    expect(values.slice(0, 2)).toEqual(Float32Array.of(1, -1));
    expect(values[2]).toBeGreaterThan(0.6);
  });
});
