import { cholesky, inverse } from './cholesky.ts';

/** A pair of games from one opening: who played, and the first player's result of each. */
export interface RatedPair {
  /** Indexes of the players; `a` moved first in the first game and second in the other. */
  a: number;
  b: number;
  /** The result of the player who moved first, from 0 to 1, in the two games. */
  results: readonly [number, number];
}

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
  const model = new RatingModel(players, pairs, anchor);
  for (let step = 0; step < STEPS && model.step() > 1e-10; step++);
  return model.ratings();
}

/** Players' ratings in logits, the anchor's being 0, and last the advantage of moving first. */
class RatingModel {
  private readonly unknowns: Float64Array;
  private readonly players: number;
  private readonly pairs: readonly RatedPair[];
  private readonly anchor: number;
  private readonly met: readonly (readonly [number, number])[];

  constructor(players: number, pairs: readonly RatedPair[], anchor: number) {
    this.players = players;
    this.pairs = pairs;
    this.anchor = anchor;
    this.unknowns = new Float64Array(players);
    const met = pairs.map(({ a, b }) => [`${Math.min(a, b)} ${Math.max(a, b)}`, [a, b] as const] as const);
    this.met = [...new Map(met).values()];
  }

  /** Newton's step towards the likeliest ratings; returns how far it went. */
  step(): number {
    const size = this.players;
    const { gradient, covariance } = this.look();
    let largest = 0;
    for (let i = 0; i < size; i++) {
      let change = 0;
      for (let j = 0; j < size; j++) change += covariance[i * size + j] * gradient[j];
      // Far from the answer a full step may lead further away.
      const bounded = Math.max(-1, Math.min(1, change));
      this.unknowns[i] += bounded;
      largest = Math.max(largest, Math.abs(bounded));
    }
    return largest;
  }

  ratings(): Ratings {
    const size = this.players;
    const { covariance, spread } = this.look();
    const margin = (i: number) => {
      let variance = 0;
      for (let j = 0; j < size; j++)
        for (let k = 0; k < size; k++)
          variance += covariance[i * size + j] * spread[j * size + k] * covariance[i * size + k];
      return DEVIATIONS_95 * Math.sqrt(variance) * LOGIT;
    };
    const everyone = Array.from({ length: size }, (_, player) => player);
    return {
      elo: everyone.map((player) => this.ratingOf(player) * LOGIT),
      margin: everyone.map((player) => (player === this.anchor ? 0 : margin(this.placeOf(player)))),
      first: { elo: this.unknowns[size - 1] * LOGIT, margin: margin(size - 1) },
    };
  }

  /** The gradient of the log-likelihood, the inverse of its curvature, and the spread of the pairs' gradients. */
  private look(): { gradient: Float64Array; covariance: Float64Array; spread: Float64Array } {
    const size = this.players;
    const gradient = new Float64Array(size);
    const curvature = new Float64Array(size * size);
    const spread = new Float64Array(size * size);
    for (const { a, b, results } of this.pairs) {
      const share = new Float64Array(size);
      this.addGame(a, b, results[0], 1, share, curvature);
      this.addGame(b, a, results[1], 1, share, curvature);
      for (let i = 0; i < size; i++) {
        gradient[i] += share[i];
        for (let j = 0; j < size; j++) spread[i * size + j] += share[i] * share[j];
      }
    }
    for (const [a, b] of this.met) this.addGame(a, b, 0.5, 0, gradient, curvature);
    return { gradient, covariance: inverse(cholesky(curvature, size)!, size), spread };
  }

  /** Adds what one game says, with the advantage of the first move counted so many times. */
  private addGame(
    first: number,
    second: number,
    result: number,
    advantage: number,
    gradient: Float64Array,
    curvature: Float64Array,
  ): void {
    const size = this.players;
    const lead = this.ratingOf(first) - this.ratingOf(second) + advantage * this.unknowns[size - 1];
    const expected = 1 / (1 + Math.exp(-lead));
    const parts = [
      { at: this.placeOf(first), sign: 1 },
      { at: this.placeOf(second), sign: -1 },
      { at: size - 1, sign: advantage },
    ].filter(({ at, sign }) => at !== -1 && sign !== 0);
    for (const { at, sign } of parts) {
      gradient[at] += sign * (result - expected);
      for (const other of parts)
        curvature[at * size + other.at] += sign * other.sign * expected * (1 - expected);
    }
  }

  private placeOf(player: number): number {
    if (player === this.anchor) return -1;
    return player < this.anchor ? player : player - 1;
  }

  private ratingOf(player: number): number {
    return player === this.anchor ? 0 : this.unknowns[this.placeOf(player)];
  }
}
