import { cholesky, inverse } from './cholesky.ts';

/** A pair of games from one opening: who played, and the first player's result of each. */
export interface RatedPair {
  /** Indexes of the players; `a` moved first in the first game and second in the other. */
  a: number;
  b: number;
  /** The result of the player who moved first, from 0 to 1, in the two games. */
  results: readonly [number, number];
}

/** The strengths that `fitRatings` found. */
export interface Ratings {
  /** Elo of each player; the anchor has 0. */
  elo: number[];
  /** The half width of the 95 % interval of each difference to the anchor. */
  margin: number[];
  /** What moving first is worth, in Elo. */
  first: { elo: number; margin: number };
}

const LOGIT = 400 / Math.LN10;
const DEVIATIONS_95 = 1.959964;
const STEPS = 100;

/**
 * The strengths that explain all games together: the likeliest under the model of R. A. Bradley and M. E. Terry,
 * Rank Analysis of Incomplete Block Designs, Biometrika 39 (1952), with a draw as half a win and an advantage of the
 * first move as R. R. Davidson and R. J. Beaver have it, Biometrics 33 (1977). The margins allow for the two games of
 * a pair not being independent (H. White, Econometrica 50 (1982)). Every two that have met count as having drawn one
 * game more, which keeps those who have won all within reach.
 */
export function fitRatings(players: number, pairs: readonly RatedPair[], anchor: number): Ratings {
  // Players' ratings in logits but for the anchor's, which is 0, and last the advantage of moving first.
  const size = players;
  const unknowns = new Float64Array(size);
  const placeOf = (player: number) => (player < anchor ? player : player - 1);
  const ratingOf = (player: number) => (player === anchor ? 0 : unknowns[placeOf(player)]);
  const met = new Map(pairs.map(({ a, b }) => [`${Math.min(a, b)} ${Math.max(a, b)}`, [a, b]]));

  /** Adds what one game says, with the advantage of the first move counted so many times. */
  const addGame = (
    [first, second]: readonly number[],
    result: number,
    advantage: number,
    gradient: Float64Array,
    curvature: Float64Array,
  ) => {
    const lead = ratingOf(first) - ratingOf(second) + advantage * unknowns[size - 1];
    const expected = 1 / (1 + Math.exp(-lead));
    const parts = [
      { at: placeOf(first), sign: first === anchor ? 0 : 1 },
      { at: placeOf(second), sign: second === anchor ? 0 : -1 },
      { at: size - 1, sign: advantage },
    ].filter(({ sign }) => sign !== 0);
    for (const { at, sign } of parts) {
      gradient[at] += sign * (result - expected);
      for (const other of parts)
        curvature[at * size + other.at] += sign * other.sign * expected * (1 - expected);
    }
  };

  /** The gradient of the log-likelihood, the inverse of its curvature, and the spread of the pairs' gradients. */
  const look = () => {
    const gradient = new Float64Array(size);
    const curvature = new Float64Array(size * size);
    const spread = new Float64Array(size * size);
    for (const { a, b, results } of pairs) {
      const share = new Float64Array(size);
      addGame([a, b], results[0], 1, share, curvature);
      addGame([b, a], results[1], 1, share, curvature);
      for (let i = 0; i < size; i++) {
        gradient[i] += share[i];
        for (let j = 0; j < size; j++) spread[i * size + j] += share[i] * share[j];
      }
    }
    for (const both of met.values()) addGame(both, 0.5, 0, gradient, curvature);
    return { gradient, covariance: inverse(cholesky(curvature, size)!, size), spread };
  };

  // Newton's steps towards the likeliest ratings.
  for (let step = 0, largest = Infinity; step < STEPS && largest > 1e-10; step++) {
    const { gradient, covariance } = look();
    largest = 0;
    for (let i = 0; i < size; i++) {
      let change = 0;
      for (let j = 0; j < size; j++) change += covariance[i * size + j] * gradient[j];
      // Far from the answer a full step may lead further away.
      const bounded = Math.max(-1, Math.min(1, change));
      unknowns[i] += bounded;
      largest = Math.max(largest, Math.abs(bounded));
    }
  }

  const { covariance, spread } = look();
  const margin = (i: number) => {
    let variance = 0;
    for (let j = 0; j < size; j++)
      for (let k = 0; k < size; k++)
        variance += covariance[i * size + j] * spread[j * size + k] * covariance[i * size + k];
    return DEVIATIONS_95 * Math.sqrt(variance) * LOGIT;
  };
  const everyone = Array.from({ length: size }, (_, player) => player);
  return {
    elo: everyone.map((player) => ratingOf(player) * LOGIT),
    margin: everyone.map((player) => (player === anchor ? 0 : margin(placeOf(player)))),
    first: { elo: unknowns[size - 1] * LOGIT, margin: margin(size - 1) },
  };
}
