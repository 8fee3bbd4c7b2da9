import { describe, expect, test } from 'vitest';
import { Perturbation, type TunedNumber } from './perturbation.ts';
import { type Random, randomFrom } from './random.ts';

const GAINS = { pairs: 10_000, alpha: 0.602, gamma: 0.101, stability: 0.1 };
const NUMBERS: readonly TunedNumber[] = [
  { start: 10, least: 0, most: 100, isWhole: false, cEnd: 5, rEnd: 0.02 },
  { start: 0.9, least: 0, most: 1, isWhole: false, cEnd: 0.05, rEnd: 0.02 },
  { start: 2, least: 0, most: 40, isWhole: true, cEnd: 2, rEnd: 0.02 },
];
const OPTIMUM = [60, 0.4, 22];
const STEP_PAIRS = 8;

/** A strength in logits that falls with the square of the distance from the optimum, in shares of the range. */
function quadratic(values: readonly number[]): number {
  const distances = values.map((value, i) => (value - OPTIMUM[i]) / (NUMBERS[i].most - NUMBERS[i].least));
  return -8 * distances.reduce((sum, distance) => sum + distance ** 2, 0);
}

/** Games won less games lost of so many games, half of which are drawn, between sides of these strengths. */
function gamesWon(games: number, difference: number, random: Random): number {
  let won = 0;
  for (let game = 0; game < games; game++) {
    if (random.chance(0.5)) continue;
    won += random.chance(1 / (1 + Math.exp(-difference))) ? 1 : -1;
  }
  return won;
}

function tuned(
  strength: (values: readonly number[]) => number,
  seed: number,
  numbers: readonly TunedNumber[] = NUMBERS,
): Perturbation {
  const run = new Perturbation(numbers, GAINS, seed);
  while (run.pairs < GAINS.pairs) {
    const { plus, minus } = run.sides();
    const difference = strength(plus) - strength(minus);
    run.follow(STEP_PAIRS, gamesWon(2 * STEP_PAIRS, difference, randomFrom('games', seed, run.pairs)));
  }
  return run;
}

const shares = ({ values }: Perturbation, at: readonly number[]) =>
  values.map((value, i) => Math.abs(value - at[i]) / (NUMBERS[i].most - NUMBERS[i].least));

describe('simultaneous perturbation', () => {
  const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

  test('finds the optimum of a noisy quadratic within a tenth of the range of each number', () => {
    // Each begins at half of its range from it.
    for (const far of shares(new Perturbation(NUMBERS, GAINS, 1), OPTIMUM))
      expect(far).toBeGreaterThanOrEqual(0.49);
    for (const seed of seeds)
      for (const far of shares(tuned(quadratic, seed), OPTIMUM))
        expect([seed, far < 0.1]).toEqual([seed, true]);
  });

  test('goes away from the optimum where the side that plays better is told to lose', () => {
    for (const seed of seeds.slice(0, 2))
      for (const far of shares(
        tuned((values) => -quadratic(values), seed),
        OPTIMUM,
      ))
        expect(far).toBeGreaterThan(0.3);
  });

  test('says by its spread how far an estimate strays that makes no difference', () => {
    // From the middle, so that no end of the range is in the way.
    const inside = NUMBERS.map((number) => ({
      ...number,
      start: Math.round(50 * (number.least + number.most)) / 100,
    }));
    const deviations = Array.from({ length: 60 }, (_, seed) => tuned(() => 0, seed, inside)).flatMap(
      ({ values, variances }) =>
        values.map((value, i) => (value - inside[i].start) / Math.sqrt(variances[i])),
    );
    const meanSquare = deviations.reduce((sum, value) => sum + value ** 2, 0) / deviations.length;
    // The mean of 180 squares of standard normal numbers has a standard deviation of 0.11.
    expect(meanSquare).toBeGreaterThan(0.6);
    expect(meanSquare).toBeLessThan(1.4);
  });

  test('tries whole values where only those are wanted, on average the estimate and as far apart as it says', () => {
    const number = { start: 3.3, least: 0, most: 10, isWhole: true, cEnd: 0.5, rEnd: 0.1 };
    let [sum, apart] = [0, 0];
    const steps = 2000;
    for (let seed = 0; seed < steps; seed++) {
      const { plus, minus } = new Perturbation([number], { ...GAINS, pairs: 1 }, seed).sides();
      expect([plus, minus].every(([value]) => Number.isInteger(value))).toBe(true);
      expect(Math.abs(plus[0] - minus[0])).toBe(1);
      sum += plus[0] + minus[0];
      apart += plus[0] - minus[0];
    }
    expect(Math.abs(sum / steps / 2 - 3.3)).toBeLessThan(0.05);
    expect(Math.abs(apart / steps)).toBeLessThan(0.1);
  });

  test('never tries or keeps a value outside its range', () => {
    const edge = { start: 0.1, least: 0, most: 1, isWhole: false, cEnd: 0.6, rEnd: 0.5 };
    const run = new Perturbation([edge], { ...GAINS, pairs: 50 }, 1);
    for (let step = 0; step < 50; step++) {
      for (const [value] of Object.values(run.sides())) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
      }
      run.follow(1, step % 3 === 0 ? 2 : -2);
      expect(run.values[0]).toBeGreaterThanOrEqual(0);
      expect(run.values[0]).toBeLessThanOrEqual(1);
    }
  });

  test('ends with the given gains', () => {
    const number = { start: 5, least: -100, most: 100, isWhole: false, cEnd: 2, rEnd: 0.25 };
    const run = new Perturbation([number], { ...GAINS, pairs: 64 }, 3);
    for (let pair = 0; pair < 63; pair++) run.follow(1, 0);
    const { plus, minus } = run.sides();
    expect(Math.abs(plus[0] - minus[0])).toBeCloseTo(4, 5);
    run.follow(1, 1);
    expect(Math.abs(run.values[0] - 5)).toBeCloseTo(0.5, 10);
  });
});
