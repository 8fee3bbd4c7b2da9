import { z } from 'zod';

// The settings that fits of every kind share. Defaults stand in the declaration and nowhere else.

/** Which rows of a dataset count. A row has no score to learn from where its move was not searched. */
export const rowSettings = {
  keepDecided: z
    .boolean()
    .default(false)
    .describe(
      'keep positions that the search saw won or lost, whose result does not depend on the heuristic',
    ),
  keepRandom: z
    .boolean()
    .default(false)
    .describe('keep positions in which a random move was played, which may have decided the game'),
  keepOpenings: z.boolean().default(false).describe('keep positions of the openings'),
  // Quiescence scores such a position by its evaluation or by what the captures and promotions lead to, whichever is better, so
  // that its evaluation alone need not tell the result.
  keepNoisy: z
    .boolean()
    .default(false)
    .describe('keep positions with a capture or promotion at hand, which the search looks beyond'),
  firstPly: z.int().min(0).max(10_000).default(0).describe('leave out the plies before this one'),
};

export const targetSettings = {
  lambda: z
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('the target is lambda * result + (1 - lambda) * sigmoid(search score / score scale)'),
  /** null for the scale at which the search scores predict the results best. */
  scoreScale: z.number().positive().nullable().default(null).describe('the scale of the search scores'),
};

export const splitSettings = {
  fraction: z
    .number()
    .gt(0)
    .max(1)
    .default(1)
    .describe('the share of the games not held out that are learned from'),
  heldOut: z
    .number()
    .min(0.01)
    .max(0.9)
    .default(0.1)
    .describe('the share of games that are kept apart to measure by'),
  seed: z.int().min(0).default(1).describe('decides which games those are, and all else that is random'),
};

type Values<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

export type RowSettings = Values<typeof rowSettings>;
export type TargetSettings = Values<typeof targetSettings>;
export type SplitSettings = Values<typeof splitSettings>;

/** What the settings of every kind of fit have. */
export type FitSettings = RowSettings & TargetSettings & SplitSettings;

/** The same for fits that read the same rows. */
export function rowsName(settings: RowSettings & SplitSettings): string {
  const names = Object.keys({ ...rowSettings, ...splitSettings }) as (keyof (RowSettings & SplitSettings))[];
  return JSON.stringify(names.map((name) => settings[name]));
}
