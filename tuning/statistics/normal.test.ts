import { expect, test } from 'vitest';
import { normalProbability, normalQuantile } from './normal.ts';

// Abramowitz and Stegun, Handbook of Mathematical Functions, tables 26.1 and 26.5.
test.each([
  [0, 0.5],
  [0.5, 0.69146246127401],
  [1, 0.84134474606854],
  [-1, 0.15865525393146],
  [2, 0.97724986805182],
  [3, 0.99865010196837],
  [1.64485362695147, 0.95],
  [1.95996398454005, 0.975],
  [-2.32634787404084, 0.01],
])('a normal variable is below %f with probability %f', (x, probability) => {
  expect(normalProbability(x)).toBeCloseTo(probability, 12);
  expect(normalQuantile(probability)).toBeCloseTo(x, 10);
});

test('far from the middle the probability is 0 or 1', () => {
  expect([-1e9, -40, 40, 1e9].map(normalProbability)).toEqual([0, 0, 1, 1]);
});
