import type { DrawRules } from '../../engine/ending.ts';
import type { Weights } from '../../engine/weights.ts';

/** All that decides which games are played: two runs with the same settings and code play the same. */
export interface SelfplaySettings extends DrawRules {
  by: 'selfplay';
  seed: number;
  /** Of the heuristic that plays, and of its opponent where that is another. */
  weights: string;
  opponent: string | null;
  nodes: number;
  /** null for as deep as the nodes allow. */
  depth: number | null;
  /** Random plies at the beginning of each game, and how far from even the search may find what they lead to. */
  openings: number;
  openingBound: number;
  /** The probability of a random move after the opening. */
  randomRate: number;
  /** Ends a game once both sides agree on its score for some plies; null to play all games to their end. */
  adjudicate: { score: number; plies: number } | null;
  gamesPerShard: number;
}

/** What a worker needs to play any game of a run. */
export interface SelfplayJob {
  game: string;
  size: number;
  settings: SelfplaySettings;
  weights: Weights;
  opponent: Weights | null;
}
