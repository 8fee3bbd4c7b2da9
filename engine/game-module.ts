import type { Drawing } from './drawing.ts';
import type { Endings } from './endings.ts';
import type { Game } from './game.ts';
import type { ExactValues, SolvableBoards } from './numbering.ts';
import type { Words } from './words.ts';

/** Weights made by hand: each feature that counts, and the score that stands for a win probability of e / (1 + e). */
export interface Baseline {
  scale: number;
  weights: Readonly<Record<string, number>>;
}

/**
 * What the module of a game exports: the game, and what only some rooms ask for, each with a default. The player programs load the
 * game alone.
 */
export interface GameModule {
  readonly default: Game;
  /** Weights made by hand, by name; `baseline:hand`, where it is there, is what plays before anything is tuned. */
  readonly baselines?: Readonly<Record<string, Baseline>>;
  /** How many random plies an opening has, unless a command says otherwise; 4, unless it is given. */
  readonly openingPlies?: number;
  /** Sizes on which weights for any size are tried besides the one of a gate; the two nearest, unless it is given. */
  readonly otherSizes?: readonly number[];
  /** Which boards `evalsmith oracle build` can solve: none, unless it is given. */
  readonly solvable?: SolvableBoards;
  /** How a search uses the exact values of an oracle; it does not, unless this is given. */
  readonly endings?: (values: ExactValues) => Endings;
  /** How it is spoken of, and its moves made by hand. */
  readonly words?: Words;
  /** How it is drawn on pages. */
  readonly drawing?: Drawing;
}
