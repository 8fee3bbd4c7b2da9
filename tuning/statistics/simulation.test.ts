import { describe, expect, test } from 'vitest';
import { randomFrom } from './random.ts';
import { NORMALIZED_ELO_UNIT, scoreOfElo } from './elo.ts';
import { estimate } from './estimate.ts';
import { likeliestWithDeviations, likeliestWithMean } from './likeliest-outcomes.ts';
import { fixedPairs, sprtPower } from './power.ts';
import { sprt, type SprtSettings } from './sprt.ts';
import { momentsOf, type Tally } from './tally.ts';

const RUNS = 2000;

// Pairs as played between near equals: most decided, the two games of a pair not independent.
const even: Tally = [0.14, 0.2, 0.32, 0.2, 0.14];

/** The chances of each outcome where the difference is `elo`. */
function chancesAt(elo: number, { model }: SprtSettings): Tally {
  return model === 'logistic'
    ? likeliestWithMean(even, scoreOfElo(elo))
    : likeliestWithDeviations(even, (elo / NORMALIZED_ELO_UNIT) * Math.SQRT2);
}

function drawer(chances: Tally, seed: string): () => number {
  const random = randomFrom(seed);
  return () => {
    let rest = random.below(2 ** 32) / 2 ** 32;
    let outcome = 0;
    while (outcome < chances.length - 1 && rest >= chances[outcome]) rest -= chances[outcome++];
    return outcome;
  };
}

/** Runs a sequential test to its end over and over, looking at it whenever a batch of pairs is done. */
function simulate(elo: number, settings: SprtSettings, batch: number): { pass: number; pairs: number } {
  const draw = drawer(chancesAt(elo, settings), `${settings.model}:${elo}`);
  let passed = 0;
  let pairs = 0;
  for (let run = 0; run < RUNS; run++) {
    const tally = [0, 0, 0, 0, 0];
    let decision = 'continue';
    while (decision === 'continue') {
      for (let pair = 0; pair < batch; pair++) tally[draw()]++;
      pairs += batch;
      decision = sprt(tally, settings).decision;
    }
    if (decision === 'H1') passed++;
  }
  return { pass: passed / RUNS, pairs: pairs / RUNS };
}

const { variance } = momentsOf(even);
const errors = { alpha: 0.05, beta: 0.05 };

describe.each([
  { model: 'logistic', elo0: 0, elo1: 60, batch: 1 },
  { model: 'normalized', elo0: -30, elo1: 30, batch: 4 },
] as const)('2,000 tests of $elo1 $model Elo against $elo0 at 5 %', ({ batch, ...bounds }) => {
  const settings: SprtSettings = { ...bounds, ...errors };

  test.each([
    ['accept H1 falsely', settings.elo0, (pass: number) => pass],
    ['accept H0 falsely', settings.elo1, (pass: number) => 1 - pass],
  ])('%s in at most 6 % of the runs, after about the promised number of pairs', (_, elo, errorOf) => {
    const simulated = simulate(elo, settings, batch);
    expect(errorOf(simulated.pass)).toBeLessThanOrEqual(0.06);
    // The last pairs overstep the bound, so a real test is a little longer.
    const ratio = simulated.pairs / sprtPower(elo, settings, variance).pairs;
    expect(ratio).toBeGreaterThan(0.95);
    expect(ratio).toBeLessThan(1.15);
  });
});

test('2,000 tests midway between the hypotheses take about the promised number of pairs and pass by halves', () => {
  const settings: SprtSettings = { model: 'logistic', elo0: 0, elo1: 60, ...errors };
  const simulated = simulate(30, settings, 1);
  const promised = sprtPower(30, settings, variance);
  expect(Math.abs(simulated.pass - promised.pass)).toBeLessThan(0.04);
  expect(Math.abs(simulated.pairs / promised.pairs - 1)).toBeLessThan(0.15);
});

test('2,000 matches of the promised fixed length find a difference that is there, and one that is not, as often as promised', () => {
  const settings: SprtSettings = { model: 'logistic', elo0: 0, elo1: 40, ...errors };
  const pairs = Math.ceil(fixedPairs(40, settings, variance));
  const foundAt = (elo: number): number => {
    const draw = drawer(chancesAt(elo, settings), `fixed:${elo}`);
    let found = 0;
    for (let run = 0; run < RUNS; run++) {
      const tally = [0, 0, 0, 0, 0];
      for (let pair = 0; pair < pairs; pair++) tally[draw()]++;
      if (estimate(tally)!.superiority! > 1 - settings.alpha) found++;
    }
    return found / RUNS;
  };
  expect(Math.abs(foundAt(40) - 0.95)).toBeLessThan(0.015);
  expect(Math.abs(foundAt(0) - 0.05)).toBeLessThan(0.015);
});
