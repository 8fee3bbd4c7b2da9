import { expect, test } from 'vitest';
import { meanOf, shareOf } from './interval.ts';

// By hand from the formula of E. B. Wilson, 1927, with 1.959964 deviations.
test.each([
  [81, 100, 0.81, 0.7222, 0.87485],
  [0, 10, 0, 0, 0.2775],
  [10, 10, 1, 0.7225, 1],
])('the share of %d of %d has its interval', (hits, total, value, low, high) => {
  const share = shareOf(hits, total);
  expect(share.value).toBe(value);
  expect(share.low).toBeCloseTo(low, 4);
  expect(share.high).toBeCloseTo(high, 4);
});

test('the mean of numbers has an interval by their spread', () => {
  const mean = meanOf([1, 2, 3, 4]);
  expect(mean.value).toBe(2.5);
  expect(mean.high - mean.value).toBeCloseTo(1.959964 * Math.sqrt(5 / 3 / 4), 5);
  expect(mean.value - mean.low).toBeCloseTo(mean.high - mean.value, 10);
});
