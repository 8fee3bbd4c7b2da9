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

test('unfair openings are left out, and the average of the rest is near one half', () => {
  const [drawn, half, decisive] = [opening([2, 2]), opening([4, 2]), opening([4, 0])];
  const unfair = opening([4, 2], 4, 0);
  const tried = [decisive, half, unfair, drawn, decisive, half, unfair, drawn, drawn, drawn];
  expect(chosenOpenings(tried, 6).filter((i) => tried[i] === unfair)).toEqual([]);
  const all = chosenOpenings(tried, 10);
  expect(all.filter((i) => tried[i] === decisive)).toHaveLength(2);
  expect(all.length).toBeGreaterThan(5);
  expect(chosenOpenings([unfair], 10)).toEqual([]);
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
