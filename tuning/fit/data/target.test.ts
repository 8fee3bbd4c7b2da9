import { expect, test } from 'vitest';
import { WIN } from '../../../engine/score.ts';
import { Failure } from '../../process/failure.ts';
import { randomFrom } from '../../statistics/random.ts';
import type { Rows } from './fit-data.ts';
import { sigmoid } from '../../statistics/cross-entropy.ts';
import { plantedRows } from './planted-rows.ts';
import { fitScoreScale, targetsOf } from './target.ts';

function scored(scores: readonly number[], results: readonly number[]): Rows {
  const rows = plantedRows([0], scores.length, randomFrom(1));
  return { ...rows, scores: Float32Array.from(scores), results: Float32Array.from(results) };
}

test('the scale of the scores by which results were drawn comes back', () => {
  const random = randomFrom('scale');
  for (const scale of [30, 250, 1200]) {
    const scores = Array.from({ length: 40_000 }, () => random.below(6 * scale) - 3 * scale);
    const results = scores.map((score) => (random.chance(sigmoid(score / scale)) ? 1 : 0));
    expect(fitScoreScale(scored(scores, results)) / scale).toBeGreaterThan(0.95);
    expect(fitScoreScale(scored(scores, results)) / scale).toBeLessThan(1.05);
  }
});

test('scores of won games and missing scores have no part in the scale', () => {
  const scores = [100, -100, 100, 50, -50];
  const results = [1, 0, 0, 1, 1];
  const more = scored([...scores, WIN - 3, NaN], [...results, 0, 0]);
  expect(fitScoreScale(more)).toBeCloseTo(fitScoreScale(scored(scores, results)), 6);
});

test.each([
  ['no scores', [NaN, NaN], [1, 0], 'no position has a search score'],
  ['scores that tell all results', [10, -10], [1, 0], 'do not tell wins from losses'],
  ['scores that tell the contrary', [10, -10, 20], [0, 1, 0], 'do not tell wins from losses'],
])('%s have no scale', (_, scores, results, reason) => {
  expect(() => fitScoreScale(scored(scores, results))).toThrow(Failure);
  expect(() => fitScoreScale(scored(scores, results))).toThrow(reason);
});

test('the target blends result and score; without a score it is the result', () => {
  const rows = scored([200, NaN, WIN - 1, -200], [0, 1, 1, 0.5]);
  const [first, second, third, fourth] = targetsOf(rows, 0.25, 200);
  expect(first).toBeCloseTo(0.75 * sigmoid(1), 6);
  expect([second, third]).toEqual([1, 1]);
  expect(fourth).toBeCloseTo(0.125 + 0.75 * sigmoid(-1), 6);
  expect([...targetsOf(rows, 1, 200)]).toEqual([0, 1, 1, 0.5]);
});

test('results count for more towards the end of the game, by half of what is missing with every so many plies', () => {
  const rows = { ...scored([200, 200, 200, 200], [0, 0, 0, 0]), toGo: Int16Array.of(-1, 20, 10, 1) };
  const parts = targetsOf(rows, 0.2, 200, 10).map((target) => 1 - target / sigmoid(1));
  const expected = [0.2, 0.2 + 0.8 / 4, 0.2 + 0.8 / 2, 0.2 + 0.8 * 0.5 ** 0.1];
  expected.forEach((part, row) => expect(parts[row]).toBeCloseTo(part, 5));
});
