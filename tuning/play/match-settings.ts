import { z } from 'zod';
import { hash, optional, seedSetting, setting, whole } from '../settings/setting.ts';
import { depthSetting, drawSettings, openingSettings, recordedSettings } from './game-settings.ts';

/** Where nothing else limits a search. */
export const USUAL_NODES = 5000;

/** What decides the games of a match, besides the seed and who plays; at a time a move, the machine decides too. */
export const matchSettings = {
  nodes: optional(
    whole(1, 1e9),
    'K',
    'nodes searched a move',
    `${USUAL_NODES}, or no limit with --seconds or --depth`,
  ),
  seconds: optional(
    z.number().gt(0).max(86_400),
    'S',
    'seconds a move instead of nodes; a program has 1 where the others have nodes',
  ),
  depth: depthSetting,
  ...openingSettings,
  ...drawSettings,
};

/** Decides nothing of a match but whether it begins. */
export const preflightSetting = setting(
  z.boolean().default(true),
  'on|off',
  'run each program once before the first game, and refuse one that would lose them all, saying why',
);

/** The settings of a match as a dataset holds them. */
export const matchJobSettings = z.strictObject({
  by: z.literal('match'),
  seed: seedSetting('').unwrap(),
  /** What the two are: the hash of their weights, random, cmd:PROGRAM, or build: with the hashes of its engine and weights. */
  first: z.string(),
  second: z.string(),
  ...recordedSettings(matchSettings),
  /** Of the openings, where they are of a book; then the plies and the bound above decide nothing. */
  book: hash.optional(),
  /** How many of the first openings are left out; none where it is not there. */
  skipOpenings: whole(1, 1e9).optional(),
  gamesPerShard: whole(1, 1_000_000),
});

export type MatchSettings = z.output<typeof matchJobSettings>;
