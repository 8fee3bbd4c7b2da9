import { expect, test } from 'vitest';
import { randomFrom } from '../../statistics/random.ts';
import { measure, phases } from './measures.ts';
import { plantedRows } from './planted-rows.ts';

const rows = plantedRows([0.1, 0.4, -0.3], 20_000, randomFrom('measures'));
const logits = Array.from({ length: rows.rows }, (_, row) => {
  const [one, two, three] = rows.features.subarray(row * 3, row * 3 + 3);
  return 0.1 * one + 0.4 * two - 0.3 * three;
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

test('phases are bands of plies that follow each other and hold all rows; rows without plies have none', () => {
  const plies = rows.plies.map((_, row) => (row * row) % 37);
  const found = phases(logits, { ...rows, plies }, rows.results);
  expect(found.reduce((sum, phase) => sum + phase.rows, 0)).toBe(rows.rows);
  found.slice(1).forEach((phase, i) => expect(phase.from).toBeGreaterThan(found[i].to));
  expect(found.length).toBeGreaterThan(2);
  expect(phases(logits, { ...rows, plies: plies.map(() => -1) }, rows.results)).toEqual([]);
});
