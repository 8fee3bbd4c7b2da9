import { afterAll, describe, expect, test } from 'vitest';
import { loadBackend } from '../backend/backend.ts';
import { NetworkKernel } from '../backend/network-kernel.ts';
import { makeStep, newOptimizerState, OPTIMIZERS } from './optimizers.ts';

const { tf } = await loadBackend();
const kernel = await NetworkKernel.start(
  { inputs: 1, hidden: 8, buckets: 1, activation: 'clipped', mostRows: 1, mostActive: 1 },
  [],
  1,
);
afterAll(() => kernel.close());

interface Problem {
  values: readonly number[];
  limit?: number;
  gradient: (value: number) => number;
}

/** The first values after some steps. */
function stepped(
  name: keyof typeof OPTIMIZERS,
  steps: number,
  rate: number,
  { values, limit = 10, gradient }: Problem,
  weightDecay = 0.1,
): Float32Array {
  for (const numbers of [kernel.values, kernel.means, kernel.squares, kernel.gradient]) numbers.fill(0);
  kernel.limits.fill(limit);
  kernel.values.set(values);
  const state = newOptimizerState(kernel.values.length);
  for (let step = 0; step < steps; step++) {
    values.forEach((_, i) => (kernel.gradient[i] = gradient(kernel.values[i])));
    makeStep(kernel, state, OPTIMIZERS[name], rate, { weightDecay });
  }
  return kernel.values.slice(0, values.length);
}

test('steps of adam are those of the optimizer of TensorFlow.js', () => {
  const start = [0.3, -2, 1.5];
  const variable = tf.variable(tf.tensor1d(start));
  const optimizer = tf.train.adam(0.05, 0.9, 0.999, 1e-8);
  // The loss is the sum of fourth powers.
  for (let step = 0; step < 20; step++)
    optimizer.minimize(() => tf.sum(tf.pow(variable, 4)).asScalar(), false, [variable]);
  const values = stepped('adam', 20, 0.05, { values: start, gradient: (value) => 4 * value ** 3 });
  variable.dataSync().forEach((value, i) => expect(values[i]).toBeCloseTo(value, 4));
  optimizer.dispose();
  variable.dispose();
});

test('adamw decays the weights themselves, whatever the gradient is', () => {
  const values = stepped('adamw', 3, 0.5, { values: [2, -1], gradient: () => 0 });
  expect(values[0]).toBeCloseTo(2 * 0.95 ** 3, 6);
  expect(values[1]).toBeCloseTo(-(0.95 ** 3), 6);
});

test('adamw with no decay is adam', () => {
  const problem = { values: [0.3, -2, 1.5], gradient: (value: number) => value ** 3 };
  expect(stepped('adamw', 10, 0.05, problem, 0)).toEqual(stepped('adam', 10, 0.05, problem));
});

describe.each(['adam', 'adamw'] as const)('%s', (name) => {
  test('goes down a slope, and no value beyond its limit', () => {
    const problem = { values: [0.95, -0.95, 0.5], gradient: (value: number) => -Math.sign(value), limit: 1 };
    const values = stepped(name, 1, 0.2, problem);
    expect(values.slice(0, 2)).toEqual(Float32Array.of(1, -1));
    expect(values[2]).toBeGreaterThan(0.6);
  });
});
