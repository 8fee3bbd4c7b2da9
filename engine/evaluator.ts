import type { Endings } from './endings.ts';
import type { Position } from './position.ts';

/** Judges a position that is not decided. */
export interface Evaluator<P extends Position = Position> {
  /** Win probability = sigmoid(score / scale), so that this is the unit in which scores are far apart or near. */
  readonly scale: number;
  /** A whole number for the player to move, within the bounds of DECISIVE. */
  evaluate(position: P): number;
  /** A score beyond which the game is as good as won, where there is one: then what matters is to make progress. */
  readonly won?: number;
  /** Positions that need not be judged, as their value is known. */
  endings?: Endings<P>;
}
