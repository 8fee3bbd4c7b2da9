import { z } from 'zod';
import {
  ACTIVATIONS,
  BUCKET_COUNTS,
  FRACTION_BITS_LEAST,
  FRACTION_BITS_MOST,
  HIDDEN_MOST,
  HIDDEN_STEP,
  USUAL_FRACTION_BITS,
} from '../../../engine/models/network/network.ts';
import { setting, type Values, whole } from '../../settings/setting.ts';
import { computingSettings, rowSettings, splitSettings, targetSettings } from '../data/data-settings.ts';
import { OPTIMIZERS } from './optimizers.ts';
import { WEIGHINGS } from './row-weights.ts';
import { SCHEDULES } from './schedules.ts';

const ENDS = ['schedule', 'converged'] as const;

/** The names of a table, as a setting. */
const nameIn = <Name extends string>(table: Readonly<Record<Name, unknown>>) =>
  z.enum(Object.keys(table) as [Name, ...Name[]]);

export const networkSettings = {
  ...rowSettings,
  ...targetSettings,
  hidden: setting(
    whole(HIDDEN_STEP, HIDDEN_MOST).multipleOf(HIDDEN_STEP).default(32),
    'H',
    `hidden units of each side, a multiple of ${HIDDEN_STEP} up to ${HIDDEN_MOST}`,
  ),
  inputs: setting(
    z.string().nullable().default(null),
    'ID',
    'what the network looks at, by an id of inputs that the game has (a wrong one is told which); those made of features are for a network for boards of any size',
    'the usual inputs of the game',
  ),
  buckets: setting(
    z.union(BUCKET_COUNTS.map((count) => z.literal(count))).default(1),
    BUCKET_COUNTS.join('|'),
    'outputs, of which the phase of the game decides which one counts',
  ),
  activation: setting(
    z.enum(ACTIVATIONS).default('clipped'),
    ACTIVATIONS.join('|'),
    'the activation of the hidden units',
  ),
  fractionBits: setting(
    whole(FRACTION_BITS_LEAST, FRACTION_BITS_MOST).default(USUAL_FRACTION_BITS),
    'B',
    'bits behind the point of the first layer when the network is rounded; with fewer more networks are played in 16 bits, and sooner',
  ),
  lambdaEnd: setting(
    z.number().min(0).max(1).nullable().default(null),
    'L',
    'the lambda of the last epoch, to which it goes along a line from that of the first; what is held out is measured by this one',
    'the same',
  ),
  weighBy: setting(
    z.enum(WEIGHINGS).default('none'),
    WEIGHINGS.join('|'),
    'the classes of positions that count the same in all, however many there are: drawn and decided games, phases, or both at once; none counts each position the same',
  ),
  epochs: setting(whole(1, 10_000).default(40), 'N', 'the most passes over the positions'),
  patience: setting(
    whole(1, 10_000).default(6),
    'N',
    'end after so many epochs without a lower loss on held-out games',
  ),
  batch: setting(whole(1, 65_536).default(2048), 'N', 'positions of a step'),
  rate: setting(z.number().gt(0).max(1).default(0.005), 'R', 'the highest learning rate'),
  optimizer: setting(
    nameIn(OPTIMIZERS).default('adam'),
    Object.keys(OPTIMIZERS).join('|'),
    'what makes a step of a gradient',
  ),
  weightDecay: setting(
    z.number().min(0).max(1).default(0.01),
    'D',
    'how strongly adamw pulls weights to 0, times the rate; the others do not',
  ),
  until: setting(
    z.enum(ENDS).default('schedule'),
    ENDS.join('|'),
    'end with the last epoch, or only once an epoch at the lowest rate was not the best one',
  ),
  schedule: setting(
    nameIn(SCHEDULES).default('cosine'),
    Object.keys(SCHEDULES).join('|'),
    'how the rate falls after the warm-up',
  ),
  warmUp: setting(
    z.number().min(0).max(1).default(0.05),
    'F',
    'the share of all steps over which the rate rises to its highest',
  ),
  ...splitSettings,
  ...computingSettings,
};

export type NetworkSettings = Values<typeof networkSettings>;
