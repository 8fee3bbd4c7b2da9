import { z } from 'zod';
import { setting, type Values } from '../../settings/setting.ts';
import { computingSettings, rowSettings, splitSettings, targetSettings } from '../data/data-settings.ts';
import { USUAL_RIDGE } from './logistic.ts';

export const linearSettings = {
  ...rowSettings,
  ...targetSettings,
  // Features are taken in units of their root mean square.
  ridge: setting(
    z.number().min(0).max(1e9).default(USUAL_RIDGE),
    'R',
    'how strongly all weights are pulled to 0, in rows',
  ),
  without: setting(
    z.array(z.string()).default([]),
    'NAMES',
    'features to leave at weight 0, separated by commas',
  ),
  ...splitSettings,
  heldOut: setting(
    z.number().min(0).max(0.9).default(0.1),
    'F',
    'the share of games that are kept apart to measure by; with 0 all are learned from, and only they are measured by',
  ),
  ...computingSettings,
};

export type LinearSettings = Values<typeof linearSettings>;
