import { expect, test } from 'vitest';
import { randomFrom } from '../statistics/random.ts';
import { chosenOpenings, expectedShares, isFair, separationOf, type TriedOpening } from './book-choice.ts';

const opening = (points: number[], firstWins = 1, secondWins = 1): TriedOpening => ({
  points,
  firstWins,
  secondWins,
});

test.each([
  [0, 0, true],
  [1, 1, true],
  [3, 2, true],
  [2, 1, false],
  [1, 0, false],
  [0, 4, false],
])('an opening with %d games won by who moves first and %d by the other: fair %s', (first, second, fair) => {
  expect(isFair(opening([2, 2], first, second))).toBe(fair);
});

test('unfair openings are left out, and the rest are nearest one half', () => {
  const tried = [
    opening([4, 2]),
    opening([4, 2], 4, 0),
    opening([2, 2]),
    opening([1, 2]),
    opening([4, 4]),
    opening([0, 4]),
    opening([2, 2], 2, 2),
  ];
  expect(chosenOpenings(tried, 2)).toEqual([0, 3]);
  const all = chosenOpenings(tried, 10);
  expect(all).not.toContain(1);
  expect(all.slice(0, 1)).toEqual([0]);
  expect(chosenOpenings([opening([4, 2], 1, 0)], 10)).toEqual([]);
});

test('what a few pairs showed by chance is not expected of other games', () => {
  const random = randomFrom('book choice');
  const alike = Array.from({ length: 2000 }, () =>
    opening(Array.from({ length: 4 }, () => (random.chance(0.3) ? 4 : 2))),
  );
  const shares = expectedShares(alike);
  expect(Math.max(...shares) - Math.min(...shares)).toBeLessThan(0.15);
  // Half of these always tell players apart, and half never do.
  const unlike = Array.from({ length: 200 }, (_, i) => opening(Array(4).fill(i < 100 ? 4 : 2) as number[]));
  const [yes, no] = [expectedShares(unlike)[0], expectedShares(unlike)[199]];
  expect([yes > 0.95, no < 0.05]).toEqual([true, true]);
});

test('a book is near one half where openings differ, in games that did not choose it', () => {
  const random = randomFrom('planted book');
  const truth = Array.from({ length: 3000 }, () => random.below(101) / 100);
  const played = (share: number) => Array.from({ length: 3 }, () => (random.chance(share) ? 4 : 2));
  const chosen = chosenOpenings(
    truth.map((share) => opening(played(share))),
    500,
  );
  expect(chosen).toHaveLength(500);
  const confirmed = separationOf(chosen.map((i) => opening(played(truth[i]))))!;
  expect(Math.abs(confirmed.decisivePairs - 0.5)).toBeLessThan(0.1);
});
