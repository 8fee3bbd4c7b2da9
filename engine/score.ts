/** A game won at this very moment; a win some plies away is worth that much less. */
export const WIN = 32_000;

/** Scores beyond this are won or lost games, with their distance; evaluations stay within. */
export const DECISIVE = 30_000;

/** The score of a drawn game. */
export const DRAW = 0;

/** The score of losing (for the player to move) after this many plies from the root. */
export function lossIn(plies: number): number {
  return plies - WIN;
}

/** Whether a score says that the game is won or lost. */
export function isDecisive(score: number): boolean {
  return score > DECISIVE || score < -DECISIVE;
}

/** Plies to the end of a decided game. */
export function distanceOf(score: number): number {
  return WIN - Math.abs(score);
}

/** The expected result (1 won, 0 lost) of a score on this scale. */
export function winProbability(score: number, scale: number): number {
  if (isDecisive(score)) return score > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-score / scale));
}
