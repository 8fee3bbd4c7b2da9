import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EloModel } from './elo.ts';
import { logLikelihoodRatio, sprt } from './sprt.ts';

const errors = { alpha: 0.05, beta: 0.05 };
const anyTally = fc.oneof(
  fc.array(fc.nat(5), { minLength: 5, maxLength: 5 }),
  fc.array(fc.nat(20_000), { minLength: 5, maxLength: 5 }),
  fc.array(fc.nat(1000), { minLength: 3, maxLength: 3 }),
);
const anyElo = fc.oneof(fc.integer({ min: -10, max: 10 }), fc.integer({ min: -1000, max: 1000 }));
const anyBounds = fc
  .tuple(anyElo, anyElo)
  .filter(([one, other]) => one !== other)
  .map((elos) => elos.toSorted((one, other) => one - other) as [number, number]);

describe.each(['logistic', 'normalized'] as const)('in %s Elo', (model: EloModel) => {
  test('the ratio is a finite number, whatever the tally', () => {
    fc.assert(
      fc.property(anyTally, anyBounds, (tally, [elo0, elo1]) => {
        expect(logLikelihoodRatio(tally, { elo0, elo1, model, ...errors })).toSatisfy(Number.isFinite);
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  test('the ratio seen from the other player, with the hypotheses exchanged, is negated', () => {
    fc.assert(
      fc.property(anyTally, anyBounds, (tally, [elo0, elo1]) => {
        const own = logLikelihoodRatio(tally, { elo0, elo1, model, ...errors });
        const other = logLikelihoodRatio(tally.toReversed(), { elo0: -elo1, elo1: -elo0, model, ...errors });
        expect(Math.abs(own + other)).toBeLessThan(1e-5 * (1 + Math.abs(own)));
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  test('before the first pair the ratio is 0, and one pair decides nothing', () => {
    const settings = { elo0: 0, elo1: 5, model, ...errors };
    expect(sprt([0, 0, 0, 0, 0], settings)).toMatchObject({ llr: 0, decision: 'continue' });
    for (let outcome = 0; outcome < 5; outcome++) {
      const tally = [0, 0, 0, 0, 0].with(outcome, 1);
      expect(sprt(tally, settings).decision).toBe('continue');
    }
  });

  test('enough pairs of one kind decide: wins for H1, losses for H0', () => {
    const settings = { elo0: 0, elo1: 5, model, ...errors };
    expect(sprt([0, 0, 0, 0, 5000], settings).decision).toBe('H1');
    expect(sprt([5000, 0, 0, 0, 0], settings).decision).toBe('H0');
  });
});

test('the bounds follow from the two error rates, each on its own side', () => {
  const { lower, upper } = sprt([1, 1, 1, 1, 1], {
    elo0: 0,
    elo1: 5,
    model: 'logistic',
    alpha: 0.05,
    beta: 0.1,
  });
  // OpenBench prints (-2.25, 2.89) for these: Yoshie2000/PlentyChess pull request 95.
  expect([lower.toFixed(2), upper.toFixed(2)]).toEqual(['-2.25', '2.89']);
});
