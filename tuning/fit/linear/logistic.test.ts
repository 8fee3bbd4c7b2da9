import { describe, expect, test } from 'vitest';
import { Failure } from '../../process/failure.ts';
import { randomFrom } from '../../statistics/random.ts';
import { loadBackend } from '../backend/backend.ts';
import { type Rows, rowsAt } from '../data/fit-data.ts';
import { type LogisticSolution, solveLogistic } from './logistic.ts';
import { sigmoid } from '../../statistics/cross-entropy.ts';
import { plantedRows } from '../data/planted-rows.ts';
import { logitsOf } from '../data/logits.ts';
import { HALF_INTERVAL, standardErrors } from './standard-errors.ts';

const { tf } = await loadBackend();
const WEIGHTS = [0.2, -0.5, 0, 0.3, 0.1];
const all = WEIGHTS.map((_, i) => i);

function solved(rows: Rows, ridge = 0): LogisticSolution {
  return solveLogistic(tf, { rows, targets: rows.results, ridge, wanted: all });
}

function errorsOf(rows: Rows, solution: LogisticSolution) {
  return standardErrors(solution, rows, rows.results, logitsOf(rows, solution.weights));
}

/** The share of 95 % intervals that hold the planted weight, over many draws. */
function coverage(draws: number, kind: 'byRow' | 'byGame', draw: (seed: number) => Rows): number {
  let held = 0;
  for (let seed = 0; seed < draws; seed++) {
    const rows = draw(seed);
    const solution = solved(rows);
    const errors = errorsOf(rows, solution)[kind];
    WEIGHTS.forEach((weight, i) => {
      if (Math.abs(solution.weights[i] - weight) <= HALF_INTERVAL * errors[i]) held++;
    });
  }
  return held / (draws * WEIGHTS.length);
}

// Over 1500 intervals the share has a standard error of 0.0056: three of them either way.
const DRAWS = 300;
const [LEAST, MOST] = [0.933, 0.967];

describe('95 % intervals', () => {
  const drawn = (seed: number) => plantedRows(WEIGHTS, 800, randomFrom('coverage', seed));

  test.each(['byRow', 'byGame'] as const)('%s hold planted weights about 95 times in 100', (kind) => {
    const share = coverage(DRAWS, kind, drawn);
    expect(share).toBeGreaterThan(LEAST);
    expect(share).toBeLessThan(MOST);
  });

  test('by game do so where the rows of a game share their result, and by row do not', () => {
    const repeated = (seed: number) => grown(plantedRows(WEIGHTS, 500, randomFrom('games', seed)), 4);
    expect(coverage(DRAWS, 'byRow', repeated)).toBeLessThan(0.8);
    const share = coverage(DRAWS, 'byGame', repeated);
    expect(share).toBeGreaterThan(LEAST - 0.01);
    expect(share).toBeLessThan(MOST);
  });
});

/** Every row so many times, as one game. */
function grown(rows: Rows, times: number): Rows {
  return rowsAt(
    rows,
    Array.from({ length: rows.rows * times }, (_, i) => Math.floor(i / times)),
  );
}

test('the solution is where the gradient, computed apart in double precision, is nothing', () => {
  const rows = plantedRows(WEIGHTS, 5000, randomFrom('gradient'));
  const { weights } = solved(rows);
  const errors = errorsOf(rows, solved(rows)).byRow;
  const gradient = new Float64Array(all.length);
  for (let row = 0; row < rows.rows; row++) {
    const values = rows.features.subarray(row * all.length, (row + 1) * all.length);
    const logit = values.reduce((sum, value, i) => sum + value * weights[i], 0);
    values.forEach((value, i) => (gradient[i] += (sigmoid(logit) - rows.results[row]) * value));
  }
  // In standard errors: the slope over the curvature is how far away the minimum is.
  gradient.forEach((slope, i) => expect(Math.abs(slope * errors[i])).toBeLessThan(1e-3));
});

test('planted weights come back within a few errors, and the errors shrink with the rows', () => {
  const small = errorsOf(
    plantedRows(WEIGHTS, 2000, randomFrom(1)),
    solved(plantedRows(WEIGHTS, 2000, randomFrom(1))),
  );
  const rows = plantedRows(WEIGHTS, 50_000, randomFrom(1));
  const solution = solved(rows);
  const errors = errorsOf(rows, solution);
  WEIGHTS.forEach((weight, i) => {
    expect(Math.abs(solution.weights[i] - weight)).toBeLessThan(4 * errors.byRow[i]);
    expect(small.byRow[i] / errors.byRow[i]).toBeCloseTo(5, 0);
  });
});

test('a row that counts three times is as good as three rows', () => {
  const rows = plantedRows(WEIGHTS, 300, randomFrom('counts'));
  const counted = { ...rows, counts: rows.counts.map(() => 3) };
  const [one, other] = [solved(grown(rows, 3), 1), solved(counted, 1)];
  one.weights.forEach((weight, i) => expect(other.weights[i]).toBeCloseTo(weight, 5));
});

test('features that are always 0, constant or sums of others are named and left at 0', () => {
  const rows = plantedRows([0.2, -0.5, 0.4, 0, 0, 0], 3000, randomFrom('sums'));
  for (let row = 0; row < rows.rows; row++) {
    const values = rows.features.subarray(row * 6, row * 6 + 6);
    values[3] = 0;
    values[4] = 2 * values[1] - values[2];
    values[5] = 5;
  }
  const solution = solveLogistic(tf, {
    rows,
    targets: rows.results,
    ridge: 1,
    wanted: [0, 1, 2, 3, 4, 5],
  });
  expect(solution.dependent).toEqual([
    { name: 'feature 3', equals: [] },
    {
      name: 'feature 4',
      equals: [
        { name: 'feature 1', factor: 2 },
        { name: 'feature 2', factor: -1 },
      ],
    },
    { name: 'feature 5', equals: [{ name: 'feature 0', factor: 5 }] },
  ]);
  expect(solution.weights.slice(3)).toEqual(new Float64Array(3));
  expect(errorsOf(rows, solution).byRow.slice(3)).toEqual(Float64Array.of(NaN, NaN, NaN));
});

test('a feature that is not wanted stays at 0', () => {
  const rows = plantedRows(WEIGHTS, 1000, randomFrom('wanted'));
  const { weights } = solveLogistic(tf, { rows, targets: rows.results, ridge: 1, wanted: [0, 2, 3, 4] });
  expect(weights[1]).toBe(0);
});

test('results that the features tell for sure need a ridge', () => {
  const rows = plantedRows(WEIGHTS, 500, randomFrom('sure'));
  for (let row = 0; row < rows.rows; row++) rows.results[row] = rows.features[row * 5 + 1] > 0 ? 1 : 0;
  expect(() => solved(rows, 0)).toThrow(Failure);
  expect(() => solved(rows, 0)).toThrow('the weights grow without end');
  expect(solved(rows, 1).weights[1]).toBeGreaterThan(1);
});

test('a loss that is no number is a failure that says so', () => {
  const rows = plantedRows(WEIGHTS, 100, randomFrom('nan'));
  rows.results[50] = NaN;
  expect(() => solved(rows)).toThrow('the loss is NaN in step 0');
});

test('no tensor is left behind', () => {
  const rows = plantedRows(WEIGHTS, 10_000, randomFrom('leak'));
  const before = tf.memory().numTensors;
  errorsOf(rows, solved(rows));
  expect(tf.memory().numTensors).toBe(before);
});
