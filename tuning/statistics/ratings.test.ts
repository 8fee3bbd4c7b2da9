import { describe, expect, test } from 'vitest';
import { randomFrom } from './random.ts';
import { fitRatings, type RatedPair } from './ratings.ts';

/** Pairs between every two of some players of known strength, drawn at random. */
function simulated(elo: readonly number[], first: number, pairs: number, seed: number): RatedPair[] {
  const random = randomFrom('ratings', seed);
  const result = (lead: number) => (random.chance(1 / (1 + 10 ** (-lead / 400))) ? 1 : 0);
  return elo.flatMap((one, a) =>
    elo.slice(a + 1).flatMap((other, i) =>
      Array.from({ length: pairs }, (): RatedPair => ({
        a,
        b: a + 1 + i,
        results: [result(one - other + first), result(other - one + first)],
      })),
    ),
  );
}

describe('ratings', () => {
  test('of known strengths come back, with 95 % intervals that cover about 95 % of the time', () => {
    const elo = [0, 120, -80, 300];
    let covered = 0;
    let intervals = 0;
    for (let seed = 0; seed < 150; seed++) {
      const ratings = fitRatings(4, simulated(elo, 50, 100, seed), 0);
      const checks = [1, 2, 3].map((i) => [ratings.elo[i] - elo[i], ratings.margin[i]]);
      checks.push([ratings.first.elo - 50, ratings.first.margin]);
      for (const [error, margin] of checks) {
        intervals++;
        if (Math.abs(error) <= margin) covered++;
      }
    }
    expect(covered / intervals).toBeGreaterThan(0.92);
    expect(covered / intervals).toBeLessThan(0.98);
  });

  test('of two players equal the Elo of their score', () => {
    const pairs: RatedPair[] = Array.from({ length: 5000 }, (_, i) => ({
      a: 0,
      b: 1,
      results: i % 4 === 0 ? [0, 1] : [1, 0],
    }));
    // Three quarters for the first of the two, on either side.
    const { elo, first } = fitRatings(2, pairs, 1);
    expect(elo[0]).toBeCloseTo(400 * Math.log10(3), 1);
    expect(first.elo).toBeCloseTo(0, 6);
  });

  test('do not depend on the anchor but for their zero', () => {
    const pairs = simulated([0, 60, 200], 20, 60, 1);
    const [one, other] = [fitRatings(3, pairs, 0), fitRatings(3, pairs, 2)];
    for (let i = 0; i < 3; i++) expect(one.elo[i] - one.elo[2]).toBeCloseTo(other.elo[i], 6);
  });

  test('stay finite where one has won every game', () => {
    const pairs: RatedPair[] = Array.from({ length: 20 }, () => ({ a: 0, b: 1, results: [1, 0] }));
    const { elo } = fitRatings(2, pairs, 1);
    expect(elo[0]).toBeGreaterThan(300);
    expect(elo[0]).toBeLessThan(2000);
  });
});
