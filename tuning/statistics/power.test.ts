import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixedPairs, pairVariance, sprtPower } from './power.ts';
import { normalQuantile } from './normal.ts';

const errors = { alpha: 0.05, beta: 0.05 };

// The table simulated with lucasart/sprt, README: bounds of 0 and 2.48 logistic Elo, independent games,
// 61.66 % of them drawn (a draw Elo of 250).
test.each([
  [-0.62, 0.0128, 28_982],
  [0, 0.0515, 40_145],
  [0.62, 0.1888, 55_858],
  [1.24, 0.5031, 65_163],
  [1.86, 0.8149, 55_612],
  [2.48, 0.9506, 39_821],
  [3.1, 0.9875, 28_835],
])('a difference of %f passes and lasts as published', (elo, pass, games) => {
  const power = sprtPower(elo, { elo0: 0, elo1: 2.48, model: 'logistic', ...errors }, pairVariance(0.6166));
  expect(Math.abs(power.pass - pass)).toBeLessThan(0.005);
  expect(Math.abs((power.pairs * 2) / games - 1)).toBeLessThan(0.01);
});

test('the longest test of normalised bounds 3 apart takes 116 thousand games (fishtest pull request 914)', () => {
  for (const draws of [0, 0.5, 0.9]) {
    const { pairs } = sprtPower(
      1,
      { elo0: -0.5, elo1: 2.5, model: 'normalized', ...errors },
      pairVariance(draws),
    );
    expect(Math.round((pairs * 2) / 1000)).toBe(116);
  }
});

test('where a hypothesis is true, its error is the promised one and midway is the longest', () => {
  const settings = { elo0: -2, elo1: 7, model: 'logistic', alpha: 0.05, beta: 0.1 } as const;
  const power = (elo: number) => sprtPower(elo, settings, 0.1);
  expect(power(-2).pass).toBeCloseTo(0.05, 10);
  expect(power(7).pass).toBeCloseTo(0.9, 10);
  expect(power(2.5).pairs).toBeGreaterThan(power(-2).pairs);
  expect(power(2.5).pairs).toBeGreaterThan(power(7).pairs);
});

test('a sequential test at either hypothesis is expected to be shorter than one of fixed length', () => {
  const settings = { elo0: 0, elo1: 10, model: 'normalized', ...errors } as const;
  const fixed = fixedPairs(10, settings, 0.1);
  expect(sprtPower(10, settings, 0.1).pairs).toBeLessThan(fixed);
  expect(sprtPower(0, settings, 0.1).pairs).toBeLessThan(fixed);
});

test('half the difference takes four times the games of a fixed length', () => {
  const settings = { elo0: 0, elo1: 1, model: 'normalized', ...errors } as const;
  expect(fixedPairs(5, settings, 0.1) / fixedPairs(10, settings, 0.1)).toBeCloseTo(4, 10);
});

test('in normalised Elo a fixed length is (z / (ln 10 nElo / 800))^2 games, whatever the variance', () => {
  const settings = { elo0: 0, elo1: 8, model: 'normalized', ...errors } as const;
  const games = ((2 * normalQuantile(0.95)) / ((Math.log(10) * 8) / 800)) ** 2;
  for (const variance of [0.01, 0.125]) expect(fixedPairs(8, settings, variance) * 2).toBeCloseTo(games, 4);
});

test('chances are chances and lengths are finite and not negative, however far the truth lies from the bounds', () => {
  const anyElo = fc.double({ min: -1000, max: 1000, noNaN: true });
  fc.assert(
    fc.property(anyElo, fc.constantFrom('logistic', 'normalized'), (elo, model) => {
      const { pass, pairs } = sprtPower(elo, { elo0: 0, elo1: 1, model, ...errors }, 0.1);
      expect(pass).toBeGreaterThanOrEqual(0);
      expect(pass).toBeLessThanOrEqual(1);
      expect(pairs).toSatisfy(Number.isFinite);
      expect(pairs).toBeGreaterThan(0);
    }),
    { seed: 1 },
  );
});
