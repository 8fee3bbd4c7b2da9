import type { DrawRules } from '../../engine/ending.ts';
import type { OpeningSettings } from './openings.ts';

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
