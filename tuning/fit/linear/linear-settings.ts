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
  ...computingSettings,
};

export type LinearSettings = Values<typeof linearSettings>;
