import { expect, test } from 'vitest';
import { randomFrom } from '../../statistics/random.ts';
import { calibration, crossEntropy, measure, phases, sigmoid } from './measures.ts';
import { plantedRows } from './planted.ts';

const rows = plantedRows([0.1, 0.4, -0.3], 20_000, randomFrom('measures'));
const logits = Array.from({ length: rows.rows }, (_, row) => {
  const [one, two, three] = rows.features.subarray(row * 3, row * 3 + 3);
  return 0.1 * one + 0.4 * two - 0.3 * three;
});

test('the cross-entropy is that of the definition, and finite where the definition overflows', () => {
  for (const [logit, target] of [
    [0, 1],
    [2, 0.3],
    [-3, 0.9],
  ]) {
    const p = sigmoid(logit);
    expect(crossEntropy(logit, target)).toBeCloseTo(
      -target * Math.log(p) - (1 - target) * Math.log(1 - p),
      12,
    );
  }
  expect(crossEntropy(1000, 0)).toBe(1000);
  expect(crossEntropy(-1000, 0)).toBe(0);
});

test('the loss of saying nothing is log 2, and its accuracy a half', () => {
  const { loss, accuracy } = measure(new Float64Array(rows.rows), rows, rows.results);
  expect(loss).toBeCloseTo(Math.log(2), 10);
  expect(accuracy).toBe(0.5);
});

test('draws have no part in the accuracy, and rows count as often as they say', () => {
  const four = { ...plantedRows([1], 4, randomFrom(1)), results: Float32Array.of(1, 0, 0.5, 0) };
  four.counts.set([3, 1, 100, 1]);
  expect(measure([1, 1, -1, -1], four, four.results).accuracy).toBe(4 / 5);
});

test('a true model is calibrated: in each bin the results are as predicted', () => {
  const bins = calibration(logits, rows);
  expect(bins.reduce((sum, bin) => sum + bin.rows, 0)).toBe(rows.rows);
  for (const { from, predicted, result, rows: count } of bins) {
    expect(predicted).toBeGreaterThanOrEqual(from);
    expect(Math.abs(result - predicted)).toBeLessThan(4 * Math.sqrt(0.25 / count));
  }
});

test('phases are bands of plies that follow each other and hold all rows; rows without plies have none', () => {
  const plies = rows.plies.map((_, row) => (row * row) % 37);
  const found = phases(logits, { ...rows, plies }, rows.results);
  expect(found.reduce((sum, phase) => sum + phase.rows, 0)).toBe(rows.rows);
  found.slice(1).forEach((phase, i) => expect(phase.from).toBeGreaterThan(found[i].to));
  expect(found.length).toBeGreaterThan(2);
  expect(phases(logits, { ...rows, plies: plies.map(() => -1) }, rows.results)).toEqual([]);
});
