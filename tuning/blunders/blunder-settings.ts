import { z } from 'zod';
import { WEIGHTS_HELP } from '../../engine/node/weights-folder.ts';
import { optional, seedSetting, setting, whole } from '../settings/setting.ts';

/** What decides which positions are found. */
export const blunderSettings = {
  weights: optional(
    z.string(),
    'FILE',
    `the heuristic that is judged: ${WEIGHTS_HELP}`,
    'that of the run, else default',
  ),
  against: optional(
    z.string(),
    'FILE',
    `another heuristic to compare it with: ${WEIGHTS_HELP}`,
    'hand; baseline:zero for a game without it',
  ),
  nodes: setting(
    whole(100, 1e9).default(10_000),
    'K',
    'nodes of the deeper search, for a position and again after the move',
  ),
  oracle: optional(z.string(), 'DIR', 'judge moves by the exact values of an oracle instead'),
  positions: setting(whole(1, 1e6).default(500), 'K', 'how many positions to look at, chosen at random'),
  worst: setting(whole(1, 200).default(12), 'K', 'how many of each kind to show'),
  seed: seedSetting('another seed looks at others'),
};
