import { z } from 'zod';
import { setting, type Values, whole } from '../../settings/setting.ts';
import { computingSettings, rowSettings, splitSettings, targetSettings } from '../data/data-settings.ts';

export const patternsSettings = {
  ...rowSettings,
  ...targetSettings,
  ridge: setting(
    z.number().gt(0).max(1e9).default(200),
    'R',
    'pull the weight of each combination to 0 as strongly as R rows would: one seen in n rows keeps about n / (n + R) of what they say',
  ),
  least: setting(whole(1, 1e9).default(10), 'N', 'combinations seen less often have no weight'),
  without: setting(
    z.array(z.string()).default([]),
    'NAMES',
    'patterns and features to leave at weight 0, separated by commas',
  ),
  ...splitSettings,
  ...computingSettings,
};

export type PatternsSettings = Values<typeof patternsSettings>;
