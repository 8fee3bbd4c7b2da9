import type { DrawRules } from '../../engine/ending.ts';
import type { Weights } from '../../engine/weights.ts';
import type { OpeningSettings } from './openings.ts';
import type { Participant } from './participants.ts';

/** All that decides the games of a match; by the clock, the machine decides too. */
export interface MatchSettings extends DrawRules, OpeningSettings {
  by: 'match';
  /** What the two are: the hash of their weights, random, cmd:PROGRAM, or build: with the hashes of its engine and weights. */
  first: string;
  second: string;
  /** Nodes or seconds a move; the other is null, and both where the depth alone limits a search. */
  nodes: number | null;
  seconds: number | null;
  /** null for as deep as the others allow. */
  depth: number | null;
  gamesPerShard: number;
}

export interface MatchJob {
  game: string;
  size: number;
  settings: MatchSettings;
  first: Participant;
  second: Participant;
  /** Judge the openings, for neither side's taste. */
  referee: Weights;
}
