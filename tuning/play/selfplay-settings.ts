import { z } from 'zod';
import { DECISIVE } from '../../engine/score.ts';
import { hash, optional, seedSetting, setting, whole } from '../settings/setting.ts';
import { searchParameters } from './search-parameters.ts';
import { depthSetting, drawSettings, openingSettings, recordedSettings } from './game-settings.ts';

/** What decides the games of self-play, besides the seed and who plays. */
export const selfplaySettings = {
  nodes: setting(whole(1, 1e9).default(5000), 'K', 'nodes searched a move'),
  depth: depthSetting,
  ...openingSettings,
  openingSpread: setting(
    whole(0, 1000).default(0),
    'PLIES',
    'up to so many random plies more, as many in one game as in another, so that games start in every phase',
  ),
  randomRate: setting(
    z.number().min(0).max(1).default(0),
    'P',
    'the probability of a random move after the opening',
  ),
  ...drawSettings,
  adjudicate: optional(
    z.strictObject({ score: whole(1, DECISIVE), plies: whole(1, 1000) }),
    'SCORE,PLIES',
    'end a game once the searches of both sides agree on SCORE or more for so many plies',
    'games are played to their end',
  ),
  oracle: optional(
    z.string(),
    'DIR',
    'end a game at the first position that this oracle knows, for what it is worth',
    'games are played to their end',
  ),
  gamesPerShard: setting(whole(1, 1_000_000).default(1000), 'K', 'games in each file'),
};

/** The settings of self-play as a dataset and a queue hold them: two runs with the same settings and code play the same. */
export const selfplayJobSettings = z.strictObject({
  by: z.literal('selfplay'),
  seed: seedSetting('').unwrap(),
  /** Of the heuristic that plays, and of its opponent where that is another. */
  weights: hash,
  opponent: hash.nullable(),
  /** Of the search of both. */
  parameters: searchParameters,
  ...recordedSettings(selfplaySettings),
  /** Where there is some. */
  openingSpread: selfplaySettings.openingSpread.unwrap().optional(),
  /** Of the values of the oracle that ends games, where there is one. */
  oracle: hash.optional(),
});

export type SelfplaySettings = z.output<typeof selfplayJobSettings>;
