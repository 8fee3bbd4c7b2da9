import type { Evaluator } from '../evaluator.ts';
import type { Game } from '../game.ts';
import { InputError } from '../input-error.ts';
import type { Position } from '../position.ts';

export { isObject, shown } from '../json-text.ts';

/** A position with the exact score that the weights give it, so that a reader can tell it understands them. */
export interface Vector {
  player: string;
  board: string;
  size: number;
  score: number;
}

/** How far the score of a position is scaled towards the draw, or away from it: part of a weights file of any kind. */
export interface Draws {
  /** The id of the classes. */
  classes: string;
  /** By class, in parts of 64: 0 is a draw whatever the score. A class that is not named keeps its score. */
  factors: Record<string, number>;
  /** Above 0, and for the other side below: a score beyond this counts for little, since the game is as good as won. */
  won?: number;
}

/** A heuristic as it is kept in a file, whatever its kind; each kind has more of its own. */
export interface Weights {
  format: string;
  game: string;
  /** The board size they are for, or any. */
  size: number | 'any';
  kind: string;
  /** Win probability = sigmoid(score / scale). */
  scale: number;
  weights: unknown;
  /** Where scores are scaled by class. */
  draws?: Draws;
  vectors: Vector[];
  /** How they came about: settings, seed, code version, datasets by hash and by all that it takes to make them again, metrics. */
  provenance: Record<string, unknown>;
  /** What they have won since; added by the gate and not part of the hash. */
  evidence?: unknown;
  /** Over the evidence; files that are older have none. */
  evidenceSha256?: string;
  sha256: string;
}

/** The keys that no hash of a weights file is over. */
type Unhashed = 'evidence' | 'evidenceSha256' | 'sha256';

/** What decides weights of a kind; the rest of the file follows from it. */
export type Parts<W extends Weights> = Omit<W, 'format' | 'game' | 'vectors' | Unhashed>;

/** What one named term adds to the score of a position. */
export interface Contribution {
  feature: string;
  value: number;
  weight: number;
  contribution: number;
}

/** A kind of heuristic: how it reads and checks its part of a weights file, and how it judges a position. */
export interface Model<W extends Weights = Weights> {
  readonly kind: W['kind'];
  /** The keys of its own, in the order in which they stand in the file, between `kind` and `scale`. */
  readonly keys: readonly string[];
  /** Refuses what does not fit the game; the heading has been checked. */
  check(weights: W, game: Game): void;
  evaluator(weights: Parts<W>, game: Game): Evaluator;
  /** What the weights are over, for people. */
  over(weights: W): string;
  /** Its weights by name, where the score is a weighted sum of named terms: the features of the game first. */
  byFeature?(weights: Parts<W>, game: Game): Record<string, number>;
  /** What each term adds to the score of a position, for the player to move there; with `byFeature`. */
  contributions?(weights: Parts<W>, game: Game, position: Position): Contribution[];
}

/** Whether a value of a file is an object with keys of its own. */
export function refuse(reason: string): never {
  throw new InputError(`the weights file is refused: ${reason}`);
}
