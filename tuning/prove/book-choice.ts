import type { Separation } from '../play/book.ts';

/** What an opening's games showed, two for each pair of node counts. */
export interface TriedOpening {
  /** The half points of the player named first, a pair each: 0 to 4. */
  points: readonly number[];
  /** Games that the player won who moved first, and those that the other one won. */
  firstWins: number;
  secondWins: number;
}

// Neither side may win more of an opening's decided games.
const MOST_OF_ONE_SIDE = 0.6;
// The share of decisive pairs that a book shall have, and how far from it its average may be.
const WANTED = 0.5;
const NEAR = 0.15;

export function isFair({ firstWins, secondWins }: TriedOpening): boolean {
  return Math.max(firstWins, secondWins) <= MOST_OF_ONE_SIDE * (firstWins + secondWins);
}

function decisiveOf({ points }: TriedOpening): number {
  return points.filter((half) => half !== 2).length;
}

/**
 * The numbers of the openings to keep, in their order: fair ones whose share of decisive pairs is expected to be near one half, as
 * many as keep the average near it, the nearest from below and from above in turn.
 */
export function chosenOpenings(tried: readonly TriedOpening[], most: number): number[] {
  const expected = expectedShares(tried);
  // Where the games do not show that openings differ, what they showed is still the better guess.
  const nearestFirst = (isAbove: boolean) =>
    [...tried.keys()]
      .filter((i) => isFair(tried[i]) && expected[i] >= WANTED === isAbove)
      .toSorted(
        (a, b) =>
          (isAbove ? 1 : -1) * (expected[a] - expected[b] || decisiveOf(tried[a]) - decisiveOf(tried[b])),
      );
  const below = nearestFirst(false);
  const above = nearestFirst(true);
  const distanceOf = (i: number | undefined) => (i === undefined ? Infinity : Math.abs(expected[i] - WANTED));
  // Where not even the nearest are near, they are what there is.
  const near = Math.max(NEAR, Math.min(distanceOf(below[0]), distanceOf(above[0])) + 1e-9);
  const kept: number[] = [];
  let excess = 0;
  while (kept.length < most) {
    const isDown = excess === 0 ? distanceOf(below[0]) < distanceOf(above[0]) : excess > 0;
    const next = isDown ? (below.shift() ?? above.shift()) : (above.shift() ?? below.shift());
    if (next === undefined) break;
    excess += expected[next] - WANTED;
    if (Math.abs(excess / (kept.length + 1)) > near) break;
    kept.push(next);
  }
  return kept.toSorted((a, b) => a - b);
}

/**
 * The share of decisive pairs to expect of each opening in other games: what it showed, drawn to the average of all as far as chance
 * explains that they differ (a beta prior that has the openings' mean and spread).
 */
export function expectedShares(tried: readonly TriedOpening[]): number[] {
  const pairs = tried[0].points.length;
  const counts = tried.map(decisiveOf);
  const mean = counts.reduce((sum, count) => sum + count, 0) / (pairs * counts.length);
  const chance = mean * (1 - mean);
  if (chance === 0 || pairs === 1) return counts.map(() => mean);
  const variance =
    counts.reduce((sum, count) => sum + (count / pairs - mean) ** 2, 0) / Math.max(1, counts.length - 1);
  // Of an opening's own share; the rest of the variance is that of counting a few pairs.
  const own = (variance / chance - 1 / pairs) / (1 - 1 / pairs);
  const strength = 1 / Math.min(Math.max(own, 0.001), 0.999) - 1;
  return counts.map((count) => (count + strength * mean) / (pairs + strength));
}

/** What all games of some openings showed together; null where there are none. */
export function separationOf(tried: readonly TriedOpening[]): Separation | null {
  const points = tried.flatMap((opening) => opening.points);
  if (points.length === 0) return null;
  const games = 2 * points.length;
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const firstWins = sum(tried.map((opening) => opening.firstWins));
  const decided = firstWins + sum(tried.map((opening) => opening.secondWins));
  return {
    openings: tried.length,
    games,
    decisivePairs: sum(tried.map(decisiveOf)) / points.length,
    drawn: 1 - decided / games,
    firstWins: decided === 0 ? null : firstWins / decided,
    score: sum(points) / (2 * games),
  };
}
