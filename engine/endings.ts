import type { Position } from './position.ts';

/** No score: a position that is not known. */
export const UNKNOWN = -32_768;

/** Known wins are scored below this and beyond any judgement but the most extreme; how far the game's end is, is not known. */
export const KNOWN_WIN = 29_000;

/** Positions whose value is known without a search. It is asked at every node, and allocates nothing. */
export interface Endings<P extends Position = Position> {
  /**
   * The score of an undecided position for the player to move, or UNKNOWN. It does not depend on how the position was come to, but for
   * the plies since the last progress; among won positions it rises along some line of play to the end.
   */
  scoreOf(position: P): number;
}
