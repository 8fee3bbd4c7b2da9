import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { likeliestWithDeviations, likeliestWithMean } from './likeliest-outcomes.ts';
import { momentsOf, type Tally, totalOf } from './tally.ts';

const anyObserved = fc
  .tuple(
    fc.constantFrom(3, 5),
    fc.array(fc.double({ min: 1e-4, max: 1, noNaN: true }), { minLength: 5, maxLength: 5 }),
  )
  .map(([length, weights]) => weights.slice(0, length))
  .map((weights) => weights.map((weight) => weight / totalOf(weights)));
const logLikelihood = (observed: Tally, probabilities: Tally): number =>
  observed.reduce((sum, share, i) => sum + share * Math.log(probabilities[i]), 0);

describe('the likeliest probabilities with a given mean', () => {
  test('have that mean and add up to 1', () => {
    fc.assert(
      fc.property(anyObserved, fc.double({ min: 0.01, max: 0.99, noNaN: true }), (observed, mean) => {
        const likeliest = likeliestWithMean(observed, mean);
        expect(totalOf(likeliest)).toBeCloseTo(1, 7);
        expect(momentsOf(likeliest).mean).toBeCloseTo(mean, 7);
      }),
      { seed: 1 },
    );
  });

  test('are likelier than any other three with that mean', () => {
    fc.assert(
      fc.property(
        anyObserved.filter(({ length }) => length === 3),
        fc.double({ min: 0.1, max: 0.9, noNaN: true }),
        (observed, mean) => {
          const best = logLikelihood(observed, likeliestWithMean(observed, mean));
          for (let draws = 0.001; draws < 2 * Math.min(mean, 1 - mean); draws += 0.01) {
            const others = [1 - mean - draws / 2, draws, mean - draws / 2];
            expect(logLikelihood(observed, others)).toBeLessThan(best + 1e-9);
          }
        },
      ),
      { seed: 1 },
    );
  });
});

describe('the likeliest probabilities with a given number of deviations', () => {
  test('have that number and add up to 1', () => {
    fc.assert(
      fc.property(anyObserved, fc.double({ min: -4, max: 4, noNaN: true }), (observed, deviations) => {
        const likeliest = likeliestWithDeviations(observed, deviations);
        const { mean, variance } = momentsOf(likeliest);
        expect(totalOf(likeliest)).toBeCloseTo(1, 7);
        expect((mean - 0.5) / Math.sqrt(variance)).toBeCloseTo(deviations, 6);
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  test('are likelier than any other three with that number', () => {
    fc.assert(
      fc.property(
        anyObserved.filter(({ length }) => length === 3),
        fc.double({ min: -0.5, max: 0.5, noNaN: true }),
        (observed, deviations) => {
          const best = logLikelihood(observed, likeliestWithDeviations(observed, deviations));
          for (let draws = 0.001; draws < 1; draws += 0.001) {
            // (mean - 1/2)^2 = deviations^2 ((1 - draws) / 4 - (mean - 1/2)^2)
            const excess = (deviations / 2) * Math.sqrt((1 - draws) / (1 + deviations ** 2));
            const others = [(1 - draws) / 2 - excess, draws, (1 - draws) / 2 + excess];
            if (Math.min(...others) > 0) expect(logLikelihood(observed, others)).toBeLessThan(best + 1e-9);
          }
        },
      ),
      { seed: 1 },
    );
  });
});
