import type { Scope } from '../../engine/numbering.ts';

/** A position in which one move is better than all others, and what it takes to find it. */
export interface Puzzle {
  game: string;
  size: number;
  /** Of the oracle that judged it: the variant or part of the board. */
  scope: Scope;
  player: string;
  board: string;
  /** The one move. */
  best: string;
  /** How many moves there are. */
  moves: number;
  /** Plies to the win, as the oracle counts them; null where it does not, or a search judged. */
  plies: number | null;
  /** The share of the other moves that lose; null where a search judged. */
  losing: number | null;
  /** How much more the best move wins by than the second, as a win probability; null where an oracle judged. */
  gap: number | null;
  /** How much the expected result fell with the move that was played, as the players saw it; null for a position of no game. */
  swing: number | null;
  /** By how much two heuristics differ in the win probability that they see; null for a position of no game. */
  disagreement: number | null;
  /** The nodes after which the player has found the move for good; null where it does not find it. */
  nodes: number | null;
  /** Doublings of the nodes that the player needs; one more than there are in the most it gets where that is not enough. */
  difficulty: number;
}
