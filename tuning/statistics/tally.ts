/**
 * How often each score occurred, lowest first: [L, D, W] of games, or [LL, LD, DD+WL, WD, WW] of pairs of
 * games that exchange the sides of one opening. The two games of a pair are not independent, so a match that
 * was played in pairs is judged by its pairs.
 */
export type Tally = readonly number[];

/** The scores of a tally's outcomes, from 0 to 1 a game. */
export function scoresOf(tally: Tally): number[] {
  return tally.map((_, index) => index / (tally.length - 1));
}

/** How many games one outcome of the tally stands for. */
export function gamesEach(tally: Tally): number {
  return (tally.length - 1) / 2;
}

export function totalOf(tally: Tally): number {
  return tally.reduce((sum, count) => sum + count, 0);
}

/** Mean and variance of the score of one outcome; the counts, or probabilities, may not all be zero. */
export function momentsOf(tally: Tally): { mean: number; variance: number } {
  const scores = scoresOf(tally);
  const mean = averageOf(scores, tally);
  const squares = scores.map((score) => (score - mean) ** 2);
  return { mean, variance: averageOf(squares, tally) };
}

export function averageOf(values: readonly number[], weights: Tally): number {
  let sum = 0;
  let total = 0;
  for (let i = 0; i < values.length; i++) {
    sum += values[i] * weights[i];
    total += weights[i];
  }
  return sum / total;
}
