import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimate, type Interval } from './estimate.ts';
import { randomFrom } from './random.ts';

const anyTally = fc.oneof(
  fc.array(fc.nat(5), { minLength: 5, maxLength: 5 }),
  fc.array(fc.nat(100_000), { minLength: 5, maxLength: 5 }),
  fc.array(fc.nat(1000), { minLength: 3, maxLength: 3 }),
);
const anyPlayed = anyTally.filter((tally) => tally.some((count) => count > 0));
const negated = (number: number | null): number | null => (number === null ? null : -number);

function expectClose(actual: number | null, expected: number | null): void {
  if (expected === null || actual === null) expect(actual).toBe(expected);
  else expect(actual).toBeCloseTo(expected, 6);
}

test('of no games there is none', () => {
  expect(estimate([0, 0, 0, 0, 0])).toBeNull();
  expect(estimate([0, 0, 0])).toBeNull();
});

test.each([
  ['drawn', [0, 0, 7, 0, 0], 0.5, 0],
  ['won', [0, 0, 0, 0, 7], 1, null],
  ['lost', [7, 0, 0, 0, 0], 0, null],
])('of pairs that are all %s there is a score, and no interval', (_, tally, score, elo) => {
  expect(estimate(tally)).toEqual({
    games: 14,
    score,
    variance: 0,
    elo: { value: elo, low: null, high: null },
    normalizedElo: { value: null, low: null, high: null },
    gamePairElo: { value: null, low: null, high: null },
    superiority: null,
  });
});

test('an interval that reaches a perfect score has no upper end', () => {
  const { elo } = estimate([0, 0, 0, 1, 3])!;
  expect(elo.high).toBeNull();
  expect(elo.low).toBeLessThan(elo.value!);
});

test('no number in it is ever NaN or infinite', () => {
  fc.assert(
    fc.property(anyPlayed, (tally) => {
      const { elo, normalizedElo, gamePairElo, ...rest } = estimate(tally)!;
      for (const number of [elo, normalizedElo, gamePairElo, rest].flatMap(
        (part) => Object.values(part) as number[],
      ))
        if (number !== null) expect(number).toSatisfy(Number.isFinite);
    }),
    { seed: 1 },
  );
});

test('its intervals contain it', () => {
  const expectInside = ({ value, low, high }: Interval) => {
    if (value !== null && low !== null) expect(low).toBeLessThan(value);
    if (value !== null && high !== null) expect(high).toBeGreaterThan(value);
  };
  fc.assert(
    fc.property(anyPlayed, (tally) => {
      const { elo, normalizedElo, gamePairElo } = estimate(tally)!;
      expectInside(gamePairElo);
      expectInside(elo);
      expectInside(normalizedElo);
    }),
    { seed: 1 },
  );
});

test('seen from the other player it is negated', () => {
  fc.assert(
    fc.property(anyPlayed, (tally) => {
      const own = estimate(tally)!;
      const other = estimate(tally.toReversed())!;
      expectClose(other.score, 1 - own.score);
      expectClose(other.variance, own.variance);
      expectClose(other.superiority, own.superiority === null ? null : 1 - own.superiority);
      for (const scale of ['elo', 'normalizedElo', 'gamePairElo'] as const) {
        expectClose(other[scale].value, negated(own[scale].value));
        expectClose(other[scale].low, negated(own[scale].high));
        expectClose(other[scale].high, negated(own[scale].low));
      }
    }),
    { seed: 1 },
  );
});

test('game-pair Elo does not hear of pairs that end 1:1, and 100 of its points are odds of ten', () => {
  const few = estimate([10, 20, 30, 40, 20])!.gamePairElo;
  expect(few).toEqual(estimate([10, 20, 3000, 40, 20])!.gamePairElo);
  expect(few.value).toBeCloseTo(100 * Math.log10(80 / 40), 10);
  expect(estimate([1, 2, 3])!.gamePairElo.value).toBeNull();
  expect(estimate([0, 0, 3, 4, 5])!.gamePairElo.value).toBeNull();
});

test('the 95 % interval of game-pair Elo has the true value in 95 % of matches', () => {
  const shares = [0.08, 0.17, 0.4, 0.22, 0.13];
  const truth = 100 * Math.log10((2 * 0.13 + 0.22) / (2 * 0.08 + 0.17));
  const random = randomFrom('game-pair Elo');
  let within = 0;
  for (let match = 0; match < 2000; match++) {
    const tally = [0, 0, 0, 0, 0];
    for (let pair = 0; pair < 300; pair++) {
      let left = random.below(100) / 100;
      tally[shares.findIndex((share) => (left -= share) < -1e-9)]++;
    }
    const { low, high } = estimate(tally)!.gamePairElo;
    if (low! <= truth && truth <= high!) within++;
  }
  expect(Math.abs(within / 2000 - 0.95)).toBeLessThan(0.015);
});
