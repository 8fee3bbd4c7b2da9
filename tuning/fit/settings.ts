import { z } from 'zod';
import { InputError } from '../../engine/input-error.ts';

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

export const linearSettingsSchema = z.strictObject({
  ...rowSettings,
  /** The target is lambda * result + (1 - lambda) * sigmoid(search score / score scale). */
  lambda: z.number().min(0).max(1).default(1),
  /** null to fit it: the scale at which the search scores predict the results best. */
  scoreScale: z.number().positive().nullable().default(null),
  /** The strength of the pull of all weights to 0, in rows: features are taken in units of their root mean square. */
  ridge: z.number().min(0).default(1),
  /** Names of features that are left at weight 0. */
  without: z.array(z.string()).default([]),
  /** The share of the games not held out that are learned from. */
  fraction: z.number().gt(0).max(1).default(1),
  /** The share of games that are kept apart to measure by. */
  heldOut: z.number().min(0.01).max(0.9).default(0.1),
  /** Decides which games those are. */
  seed: z.int().min(0).default(1),
});

export type LinearSettings = z.infer<typeof linearSettingsSchema>;
export type RowSettings = Pick<LinearSettings, keyof typeof rowSettings>;
export type SplitSettings = Pick<LinearSettings, 'fraction' | 'heldOut' | 'seed'>;

/** Fills in the defaults; throws an InputError that names the setting that is wrong. */
export function linearSettings(settings: unknown, where: string): LinearSettings {
  const read = linearSettingsSchema.safeParse(settings);
  if (read.success) return read.data;
  const { path, message } = read.error.issues[0];
  throw new InputError(`${where}: ${path.join('.') || 'the settings'}: ${message}`);
}
