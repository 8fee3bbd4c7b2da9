import { expect, test } from 'vitest';
import { calibration } from './calibration.ts';
import { sigmoid } from './cross-entropy.ts';
import { randomFrom } from './random.ts';

test('a true model is calibrated: in each bin the results are as predicted', () => {
  const random = randomFrom('calibration');
  const logits = Array.from({ length: 20_000 }, () => (random.below(601) - 300) / 100);
  const results = logits.map((logit) => (random.chance(sigmoid(logit)) ? 1 : 0));
  const bins = calibration(logits, { rows: logits.length, results, counts: logits.map(() => 1) });
  expect(bins.reduce((sum, bin) => sum + bin.rows, 0)).toBe(logits.length);
  for (const { from, predicted, result, rows: count } of bins) {
    expect(predicted).toBeGreaterThanOrEqual(from);
    expect(Math.abs(result - predicted)).toBeLessThan(4 * Math.sqrt(0.25 / count));
  }
});
