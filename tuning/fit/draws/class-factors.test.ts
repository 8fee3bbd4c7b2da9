import { expect, test } from 'vitest';
import { randomFrom } from '../../statistics/random.ts';
import { sigmoid } from '../../statistics/cross-entropy.ts';
import { fitFactors } from './class-factors.ts';

const SCALE = 400;
// The last two classes: one without rows, one of very few.
const PLANTED = [0, 0.25, 1, 1.8];
const ROWS = 40_000;

/** Rows of random scores whose results come about by the planted factors. */
function plantedRows() {
  const random = randomFrom(1, 'factors');
  const scores = Float64Array.from({ length: ROWS }, () => random.below(3200) - 1600);
  const classes = Uint16Array.from({ length: ROWS }, (_, row) => row % PLANTED.length);
  const targets = Float64Array.from(scores, (score, row) =>
    random.chance(sigmoid((PLANTED[classes[row]] * score) / SCALE)) ? 1 : 0,
  );
  return {
    judged: { scores, classes },
    rows: { counts: new Float32Array(ROWS).fill(1) },
    targets,
    scale: SCALE,
  };
}

test('planted factors are found, and a class without rows keeps its scores', () => {
  const factors = fitFactors(PLANTED.length + 1, { ...plantedRows(), ridge: 5 });
  PLANTED.forEach((planted, i) =>
    expect(Math.abs(factors[i] - planted)).toBeLessThan(0.06 * Math.max(1, planted)),
  );
  expect(factors[PLANTED.length]).toBe(1);
});

test('the factor is the one with the least loss, also at the ends of its range', () => {
  const fixed = (score: number, targets: number[], ridge: number) =>
    fitFactors(1, {
      judged: {
        scores: new Float64Array(targets.length).fill(score),
        classes: new Uint16Array(targets.length),
      },
      rows: { counts: new Float32Array(targets.length).fill(1) },
      targets,
      scale: SCALE,
      ridge,
    })[0];
  // Of a mean result of 0.75 the logit is ln 3.
  expect(fixed(800, [1, 1, 1, 0], 0)).toBeCloseTo(Math.log(3) / 2, 6);
  expect(fixed(800, [1, 1, 1, 0], 1e6)).toBeCloseTo(1, 3);
  expect(fixed(800, [0, 0, 0], 0)).toBeCloseTo(0, 6);
  expect(fixed(10, [1, 1, 1], 0)).toBeCloseTo(4, 6);
});
