import { z } from 'zod';
import { ACTIVATIONS, HIDDEN_MOST, HIDDEN_STEP } from '../../../engine/models/network/network-evaluator.ts';
import { rowSettings, splitSettings, targetSettings } from '../data/data-settings.ts';
import { OPTIMIZERS } from './optimizers.ts';
import { SCHEDULES } from './schedules.ts';

/** The names of a table, as a setting. */
const nameIn = <Name extends string>(table: Readonly<Record<Name, unknown>>) =>
  z.enum(Object.keys(table) as [Name, ...Name[]]);

export const networkSettings = {
  ...rowSettings,
  ...targetSettings,
  hidden: z
    .int()
    .min(HIDDEN_STEP)
    .max(HIDDEN_MOST)
    .multipleOf(HIDDEN_STEP)
    .default(32)
    .describe('hidden units of each side'),
  activation: z.enum(ACTIVATIONS).default('clipped').describe('of the hidden units'),
  epochs: z.int().min(1).max(10_000).default(40).describe('the most passes over the rows'),
  patience: z
    .int()
    .min(1)
    .max(10_000)
    .default(6)
    .describe('epochs without a lower loss on held-out games after which the fit is over'),
  batch: z.int().min(1).max(65_536).default(2048).describe('rows of a step'),
  rate: z.number().gt(0).max(1).default(0.005).describe('the highest learning rate'),
  optimizer: nameIn(OPTIMIZERS).default('adam').describe('what makes a step of a gradient'),
  weightDecay: z
    .number()
    .min(0)
    .max(1)
    .default(0.01)
    .describe('how strongly adamw pulls weights to 0, times the rate; the others do not'),
  schedule: nameIn(SCHEDULES).default('cosine').describe('how the rate falls after the warm-up'),
  warmUp: z
    .number()
    .min(0)
    .max(1)
    .default(0.05)
    .describe('the share of all steps over which the rate rises to its highest'),
  ...splitSettings,
};

export type NetworkSettings = z.output<z.ZodObject<typeof networkSettings>>;
