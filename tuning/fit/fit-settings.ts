import { z } from 'zod';
import { InputError } from '../../engine/input-error.ts';
import { ACTIVATIONS, HIDDEN_MOST, HIDDEN_STEP } from '../../engine/models/network/network-evaluator.ts';

// The defaults of every setting of a fit stand here and nowhere else.

/** Which rows of a dataset count. A row has no score to learn from where its move was not searched. */
const rowSettings = {
  /** Keep positions that the search saw won or lost: their result says nothing of the heuristic. */
  keepDecided: z.boolean().default(false),
  /** Keep positions in which a random move was played, which may have decided the game. */
  keepRandom: z.boolean().default(false),
  keepOpenings: z.boolean().default(false),
  /** Keep positions with a capture or promotion at hand, which the search never evaluates as they stand. */
  keepNoisy: z.boolean().default(false),
  /** Leave out the plies before this one. */
  firstPly: z.int().min(0).max(10_000).default(0),
};

const targetSettings = {
  /** The target is lambda * result + (1 - lambda) * sigmoid(search score / score scale). */
  lambda: z.number().min(0).max(1).default(1),
  /** null to fit it: the scale at which the search scores predict the results best. */
  scoreScale: z.number().positive().nullable().default(null),
};

const splitSettings = {
  /** The share of the games not held out that are learned from. */
  fraction: z.number().gt(0).max(1).default(1),
  /** The share of games that are kept apart to measure by. */
  heldOut: z.number().min(0.01).max(0.9).default(0.1),
  /** Decides which games those are, and all else that is random. */
  seed: z.int().min(0).default(1),
};

const linearSettingsSchema = z.strictObject({
  ...rowSettings,
  ...targetSettings,
  /** The strength of the pull of all weights to 0, in rows: features are taken in units of their root mean square. */
  ridge: z.number().min(0).default(1),
  /** Names of features that are left at weight 0. */
  without: z.array(z.string()).default([]),
  ...splitSettings,
});

const networkSettingsSchema = z.strictObject({
  ...rowSettings,
  ...targetSettings,
  /** Hidden units of each side. */
  hidden: z.int().min(HIDDEN_STEP).max(HIDDEN_MOST).multipleOf(HIDDEN_STEP).default(32),
  activation: z.enum(ACTIVATIONS).default('clipped'),
  /** The most passes over the rows. */
  epochs: z.int().min(1).max(10_000).default(40),
  /** Epochs without a lower loss on held-out games after which the fit is over. */
  patience: z.int().min(1).max(10_000).default(6),
  /** Rows of a step. */
  batch: z.int().min(1).max(65_536).default(2048),
  /** How far a step goes at most, after the warm-up and before the decay. */
  rate: z.number().gt(0).max(1).default(0.005),
  ...splitSettings,
});

export type LinearSettings = z.infer<typeof linearSettingsSchema>;
export type NetworkSettings = z.infer<typeof networkSettingsSchema>;
export type RowSettings = Pick<LinearSettings, keyof typeof rowSettings>;
export type SplitSettings = Pick<LinearSettings, keyof typeof splitSettings>;
export type TargetSettings = Pick<LinearSettings, keyof typeof targetSettings>;

/** The settings of each model. */
export interface ModelSettings {
  linear: LinearSettings;
  network: NetworkSettings;
}

export type Model = keyof ModelSettings;

const schemas = { linear: linearSettingsSchema, network: networkSettingsSchema };

/** Fills in the defaults; throws an InputError that names the setting that is wrong. */
export function fitSettings<M extends Model>(model: M, settings: unknown, where: string): ModelSettings[M] {
  const read = schemas[model].safeParse(settings);
  if (read.success) return read.data as ModelSettings[M];
  const { path, message } = read.error.issues[0];
  throw new InputError(`${where}: ${path.join('.') || 'the settings'}: ${message}`);
}

/** The same for fits that read the same rows. */
export function rowsName(settings: RowSettings & SplitSettings): string {
  const { keepDecided, keepRandom, keepOpenings, keepNoisy, firstPly, fraction, heldOut, seed } = settings;
  return JSON.stringify([
    keepDecided,
    keepRandom,
    keepOpenings,
    keepNoisy,
    firstPly,
    fraction,
    heldOut,
    seed,
  ]);
}
