import { expect, test } from 'vitest';
import { newAdamState, rateAt, stepAdam } from './adam.ts';
import { loadBackend } from '../backend/backend.ts';

const { tf } = await loadBackend();

test('steps are those of the optimizer of TensorFlow.js', () => {
  const start = [0.3, -2, 1.5];
  const values = Float32Array.from(start);
  const variable = tf.variable(tf.tensor1d(start));
  const optimizer = tf.train.adam(0.05, 0.9, 0.999, 1e-8);
  const state = newAdamState(3);
  for (let step = 0; step < 20; step++) {
    // The loss is the sum of fourth powers.
    stepAdam(
      state,
      values,
      values.map((value) => 4 * value ** 3),
      new Float32Array(3).fill(10),
      0.05,
    );
    optimizer.minimize(() => tf.sum(tf.pow(variable, 4)).asScalar(), false, [variable]);
  }
  variable.dataSync().forEach((value, i) => expect(values[i]).toBeCloseTo(value, 4));
  optimizer.dispose();
  variable.dispose();
});

test('no value goes beyond its limit', () => {
  const values = Float32Array.of(0.95, -0.95, 0.95);
  stepAdam(newAdamState(3), values, Float32Array.of(-1, 1, -1), Float32Array.of(1, 1, 2), 0.5);
  expect(values.slice(0, 2)).toEqual(Float32Array.of(1, -1));
  expect(values[2]).toBeCloseTo(1.45, 5);
});

test('the rate rises for a twentieth of the steps and then falls to a hundredth', () => {
  const rates = Array.from({ length: 1000 }, (_, step) => rateAt(step, 1000, 0.1));
  expect(rates[0]).toBeCloseTo(0.002, 10);
  expect(Math.max(...rates)).toBe(0.1);
  expect([49, 50]).toContain(rates.indexOf(0.1));
  for (let step = 51; step < 1000; step++) expect(rates[step]).toBeLessThan(rates[step - 1]);
  expect(rates[999]).toBeCloseTo(0.001, 4);
});
