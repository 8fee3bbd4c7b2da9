import { expect, test } from 'vitest';
import { roundStep } from './figures.ts';

test.each([
  [0, 1],
  [36, 1],
  [37, 2],
  [400, 20],
  [10_000, 500],
  [2 ** 53, 500_000_000_000_000],
  [-5, 1],
  [NaN, 1],
])('a range of %d is made up of steps of %d, 36 at most', (range, step) => {
  expect(roundStep(range, 36)).toBe(step);
});
