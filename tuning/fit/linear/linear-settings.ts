import { z } from 'zod';
import { rowSettings, splitSettings, targetSettings } from '../data/data-settings.ts';

export const linearSettings = {
  ...rowSettings,
  ...targetSettings,
  /** In rows: features are taken in units of their root mean square. */
  ridge: z.number().min(0).default(1).describe('how strongly all weights are pulled to 0, in rows'),
  without: z.array(z.string()).default([]).describe('features to leave at weight 0'),
  ...splitSettings,
};

export type LinearSettings = z.output<z.ZodObject<typeof linearSettings>>;
