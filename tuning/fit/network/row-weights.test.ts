import { expect, test } from 'vitest';
import { games } from '../../../engine/games/index.ts';
import { randomFrom } from '../../statistics/random.ts';
import { plantedPositions } from './planted-positions.ts';
import { weighed, WEIGHINGS } from './row-weights.ts';

const [betsy] = games;
const data = plantedPositions(betsy, betsy.usualSize, 2000, () => 0, randomFrom('weights'));
data.train.results.forEach((_, row, results) => {
  if (row % 5 === 0) results[row] = 0.5;
});

/** What the rows of each class count, the rarest last. */
function sumsOf(by: (typeof WEIGHINGS)[number], classOf: (row: number) => string): number[] {
  const sums = new Map<string, number>();
  weighed(data, by).train.counts.forEach((count, row) =>
    sums.set(classOf(row), (sums.get(classOf(row)) ?? 0) + count),
  );
  return [...sums.values()].toSorted((a, b) => b - a);
}

const resultClass = (row: number) => String(data.train.results[row] === 0.5);
const phaseClass = (row: number) => String(data.trainLists.phases[row]);

test('rows of drawn and of decided games count the same in all', () => {
  const [more, less, ...others] = sumsOf('result', resultClass);
  expect(others).toEqual([]);
  expect(more / less).toBeCloseTo(1, 4);
});

test('phases count the same in all, but no row more than eight times what it did', () => {
  const sums = sumsOf('phase', phaseClass);
  expect(sums.length).toBeGreaterThan(3);
  const { counts } = weighed(data, 'phase').train;
  expect(Math.max(...counts)).toBeLessThanOrEqual(8);
  expect(sums[0] / sums[1]).toBeCloseTo(1, 3);
});

test('what is held out counts as it did, and all rows where nothing is weighed', () => {
  expect(weighed(data, 'both').heldOut).toBe(data.heldOut);
  expect(weighed(data, 'none')).toBe(data);
});
