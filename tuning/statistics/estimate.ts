import { eloOfScore, NORMALIZED_ELO_UNIT } from './elo.ts';
import { normalProbability, normalQuantile } from './normal.ts';
import { gamesEach, momentsOf, type Tally, totalOf } from './tally.ts';

/** A difference and its 95 % interval; null where the games set no limit. */
export interface Interval {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** How strong a tally shows the first player to be. */
export interface Estimate {
  readonly games: number;
  /** The mean score of a game. */
  readonly score: number;
  /** The variance of the score of one outcome of the tally: of a pair, where pairs were counted. */
  readonly variance: number;
  readonly elo: Interval;
  readonly normalizedElo: Interval;
  /** Normalised game-pair Elo, which depends little on the openings; without limits where no pairs were counted. */
  readonly gamePairElo: Interval;
  /** The probability that the difference is above zero; null where all outcomes are the same. */
  readonly superiority: number | null;
}

const NO_LIMIT: Interval = { value: null, low: null, high: null };
const DEVIATIONS_95 = normalQuantile(0.975);

/** How strong the games show the first player to be; null where there are none. */
export function estimate(tally: Tally): Estimate | null {
  const total = totalOf(tally);
  if (total === 0) return null;
  const games = total * gamesEach(tally);
  const { mean: score, variance } = momentsOf(tally);
  // Outcomes that are all the same tell nothing of their spread, however few they are.
  if (variance === 0) {
    const elo = { ...NO_LIMIT, value: eloOfScore(score) };
    return {
      games,
      score,
      variance,
      elo,
      normalizedElo: NO_LIMIT,
      gamePairElo: gamePairElo(tally),
      superiority: null,
    };
  }
  const standardError = Math.sqrt(variance / total);
  const margin = DEVIATIONS_95 * standardError;
  const normalizedElo = ((score - 0.5) / Math.sqrt(variance * gamesEach(tally))) * NORMALIZED_ELO_UNIT;
  const normalizedMargin = (DEVIATIONS_95 * NORMALIZED_ELO_UNIT) / Math.sqrt(games);
  return {
    games,
    score,
    variance,
    elo: { value: eloOfScore(score), low: eloOfScore(score - margin), high: eloOfScore(score + margin) },
    normalizedElo: {
      value: normalizedElo,
      low: normalizedElo - normalizedMargin,
      high: normalizedElo + normalizedMargin,
    },
    gamePairElo: gamePairElo(tally),
    superiority: normalProbability((score - 0.5) / standardError),
  };
}

/**
 * 100 log10((2 WW + WD) / (2 LL + LD)): pairs that end 1:1 do not count, as their openings told nothing. By Naphthalin,
 * https://github.com/official-stockfish/fishtest/issues/2134. The interval takes the logarithm of a ratio of two means to be normal.
 */
function gamePairElo(tally: Tally): Interval {
  if (tally.length !== 5) return NO_LIMIT;
  const [LL, LD, , WD, WW] = tally;
  const [won, lost] = [2 * WW + WD, 2 * LL + LD];
  if (won === 0 || lost === 0) return NO_LIMIT;
  // No pair counts on both sides: the variances of the two means over n pairs, relative to them, and twice their covariance.
  const variance = (4 * WW + WD) / won ** 2 + (4 * LL + LD) / lost ** 2;
  const value = 100 * Math.log10(won / lost);
  const margin = (100 / Math.LN10) * DEVIATIONS_95 * Math.sqrt(variance);
  return { value, low: value - margin, high: value + margin };
}
