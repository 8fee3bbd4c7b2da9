/**
 * Which scale an Elo difference is on. Logistic Elo says what score to expect. Normalised Elo says how many games
 * it takes to see the difference, whatever the share of draws; for even players who never draw, the two agree.
 * M. Van den Bergh, https://www.cantate.be/Fishtest/normalized_elo.pdf
 */
export type EloModel = 'logistic' | 'normalized';

/** Normalised Elo of a score that is one standard deviation of a game above one half. */
export const NORMALIZED_ELO_UNIT = 800 / Math.log(10);

/** The score to expect at a logistic Elo difference. */
export function scoreOfElo(elo: number): number {
  return 1 / (1 + 10 ** (-elo / 400));
}

/** The logistic Elo difference of a score; null for the scores that no finite difference explains: 0, 1 and beyond. */
export function eloOfScore(score: number): number | null {
  return score > 0 && score < 1 ? 400 * Math.log10(score / (1 - score)) : null;
}
