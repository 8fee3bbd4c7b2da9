import type { Evaluator } from './evaluator.ts';
import type { SearchParameters } from './parameters.ts';
import type { State } from './history.ts';
import { DECISIVE } from './score.ts';

// After so many quiet plies a credit is twice as large.
const QUIET_PLIES = 32;

/**
 * A preference for progress where a game is as good as won: among moves that win all the same, a capture or promotion that can be had now
 * is worth more than later, and the more the longer nothing has happened. Without it waiting scores as much, until the game is drawn.
 */
export class RootCredit {
  private readonly won: number;
  private readonly base: number;

  constructor({ won, scale }: Pick<Evaluator, 'won' | 'scale'>, { progressCredit }: SearchParameters) {
    this.won = won ?? DECISIVE;
    this.base = won === undefined ? 0 : Math.round(progressCredit * scale);
  }

  /** What the move that led to a state is worth more, if the game is as good as won after it. */
  pointsFor({ ply, progress, previous }: State): number {
    if (progress !== ply) return 0;
    return this.base + Math.floor((this.base * (previous.ply - previous.progress)) / QUIET_PLIES);
  }

  /** A score with its credit. */
  credited(score: number, points: number): number {
    return score > this.won && score <= DECISIVE ? Math.min(score + points, DECISIVE) : score;
  }

  /** The score above which one with its credit is above this bound. */
  needed(bound: number, points: number): number {
    if (bound <= this.won || bound > DECISIVE) return bound;
    return Math.max(this.won, bound - points);
  }
}
