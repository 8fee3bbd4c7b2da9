import { type EloModel, NORMALIZED_ELO_UNIT, scoreOfElo } from './elo.ts';
import { normalQuantile } from './normal.ts';
import { sprtBounds, type SprtSettings } from './sprt.ts';

/** The variance of a pair's score between even players whose games are independent, with this share of draws. */
export function pairVariance(draws: number): number {
  return (1 - draws) / 8;
}

/** Pairs of a match of fixed length that tells a difference of `elo` from one of elo0. */
export function fixedPairs(elo: number, settings: SprtSettings, variance: number): number {
  const { elo0, alpha, beta, model } = settings;
  const difference = scoreOf(elo, model, variance) - scoreOf(elo0, model, variance);
  const deviations = normalQuantile(1 - alpha) + normalQuantile(1 - beta);
  return (deviations / difference) ** 2 * variance;
}

export interface SprtPower {
  /** The probability that H1 is accepted. */
  readonly pass: number;
  /** The pairs expected before either hypothesis is accepted. */
  readonly pairs: number;
}

/**
 * What a sequential test does where the difference is `elo`. The log-likelihood ratio is taken for a Brownian
 * motion between its bounds, as in A. Wald, Sequential Analysis (1947), with the drift and variance of
 * M. Van den Bergh, https://www.cantate.be/Fishtest/GSPRT_approximation.pdf
 */
export function sprtPower(elo: number, settings: SprtSettings, variance: number): SprtPower {
  const [score, score0, score1] = [elo, settings.elo0, settings.elo1].map((each) =>
    scoreOf(each, settings.model, variance),
  );
  const { lower, upper } = sprtBounds(settings);
  const spread = (score1 - score0) ** 2 / variance;
  const drift = ((score1 - score0) * (score - (score0 + score1) / 2)) / variance;
  const pass = chanceOfUpper((2 * drift) / spread, lower, upper);
  // Where the drift is lost in rounding, so is the mean that it is divided into.
  const isLevel = Math.abs(drift) < 1e-6 * spread;
  return {
    pass,
    pairs: isLevel ? (-lower * upper) / spread : (pass * upper + (1 - pass) * lower) / drift,
  };
}

/** The chance that a Brownian motion from 0 meets `upper` before `lower`; `lean` is twice drift over variance. */
function chanceOfUpper(lean: number, lower: number, upper: number): number {
  if (lean < 0) return 1 - chanceOfUpper(-lean, -upper, -lower);
  if (lean < 1e-9) return -lower / (upper - lower);
  return Math.expm1(lean * lower) / Math.expm1(lean * (lower - upper));
}

function scoreOf(elo: number, model: EloModel, variance: number): number {
  return model === 'logistic' ? scoreOfElo(elo) : 0.5 + (elo / NORMALIZED_ELO_UNIT) * Math.sqrt(2 * variance);
}
