import { expect, test } from 'vitest';
import { isOver, lambdaAt, type Training } from './training.ts';

const trainingOf = (epochs: number, bestEpoch: number) =>
  ({ steps: Array.from({ length: epochs }), bestEpoch }) as unknown as Training;

test.each([
  ['schedule', 20, 20, true],
  ['schedule', 19, 19, false],
  ['converged', 20, 20, false],
  ['converged', 20, 19, true],
  ['converged', 31, 31, false],
  ['converged', 200, 200, true],
  ['converged', 12, 6, true],
] as const)(
  'until %s, after %i epochs of which %i was the best, of a schedule of 20: %s',
  (until, epochs, best, expected) => {
    expect(isOver(trainingOf(epochs, best), { epochs: 20, patience: 6, until })).toBe(expected);
  },
);

test('lambda goes along a line from the first epoch to the last, and stays there', () => {
  const settings = { lambda: 0.2, lambdaEnd: 0.8, epochs: 4 };
  expect([1, 2, 3, 4, 9].map((epoch) => lambdaAt(epoch, settings).toFixed(6))).toEqual(
    [0.2, 0.4, 0.6, 0.8, 0.8].map((lambda) => lambda.toFixed(6)),
  );
  expect(lambdaAt(3, { ...settings, lambdaEnd: null })).toBe(0.2);
  expect(lambdaAt(1, { ...settings, epochs: 1 })).toBe(0.8);
});
