import { type EloModel, NORMALIZED_ELO_UNIT, scoreOfElo } from './elo.ts';
import { likeliestWithDeviations, likeliestWithMean } from './likeliest-outcomes.ts';
import { averageOf, gamesEach, type Tally, totalOf } from './tally.ts';

/** A test of the hypothesis H1, the difference is elo1, against H0, it is elo0; elo0 is the lower. */
export interface SprtSettings {
  readonly elo0: number;
  readonly elo1: number;
  /** The probability of accepting H1 where H0 is true. */
  readonly alpha: number;
  /** The probability of accepting H0 where H1 is true. */
  readonly beta: number;
  /** The scale of elo0 and elo1. */
  readonly model: EloModel;
}

/** The hypothesis that is accepted, or that more games are needed. */
export type Decision = 'H0' | 'H1' | 'continue';

/** The state of a sequential test. */
export interface Sprt {
  /** The log-likelihood ratio; H0 is accepted at `lower`, H1 at `upper`. */
  readonly llr: number;
  readonly lower: number;
  readonly upper: number;
  readonly decision: Decision;
}

/**
 * What the games so far decide. A. Wald, Sequential Tests of Statistical Hypotheses, Annals of Mathematical
 * Statistics 16 (1945).
 */
export function sprt(tally: Tally, settings: SprtSettings): Sprt {
  const llr = logLikelihoodRatio(tally, settings);
  const { lower, upper } = sprtBounds(settings);
  return { llr, lower, upper, decision: llr >= upper ? 'H1' : llr <= lower ? 'H0' : 'continue' };
}

/** The log-likelihood ratios at which H0 and H1 are accepted. */
export function sprtBounds({ alpha, beta }: Pick<SprtSettings, 'alpha' | 'beta'>): {
  lower: number;
  upper: number;
} {
  return { lower: Math.log(beta / (1 - alpha)), upper: Math.log((1 - beta) / alpha) };
}

// As in fishtest: an outcome that has not occurred is not impossible.
const NEVER_SEEN = 1e-3;

/**
 * The generalised log-likelihood ratio: each hypothesis is given the likeliest outcome probabilities that agree
 * with it. X. Li, J. Liu, Z. Ying, Generalized Sequential Probability Ratio Test for Separate Families of
 * Hypotheses, Sequential Analysis 33 (2014); without approximation, as fishtest computes it.
 */
export function logLikelihoodRatio(tally: Tally, { elo0, elo1, model }: SprtSettings): number {
  if (totalOf(tally) === 0) return 0;
  const counts = tally.map((count) => count || NEVER_SEEN);
  const total = totalOf(counts);
  const observed = counts.map((count) => count / total);
  const likeliest = (elo: number): Tally =>
    model === 'logistic'
      ? likeliestWithMean(observed, scoreOfElo(elo))
      : likeliestWithDeviations(observed, (elo / NORMALIZED_ELO_UNIT) * Math.sqrt(gamesEach(tally)));
  const [under0, under1] = [likeliest(elo0), likeliest(elo1)];
  return (
    total *
    averageOf(
      under1.map((probability, i) => Math.log(probability / under0[i])),
      observed,
    )
  );
}
