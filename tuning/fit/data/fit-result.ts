import { z } from 'zod';
import { hash, measureSchema, RESULT_FORMAT } from '../../store/runs.ts';

/** What result.json tells of a fit of any kind; `model` is its kind. */
export const fitResultForm = {
  format: z.literal(RESULT_FORMAT),
  kind: z.literal('fit'),
  game: z.string(),
  size: z.int(),
  backend: z.string(),
  rows: z.strictObject({
    read: z.int(),
    leftOut: z.record(z.string(), z.int()),
    train: z.int(),
    heldOut: z.int(),
    trainGames: z.int(),
    heldOutGames: z.int(),
  }),
  /** The scale of the search scores; null where they had no part. */
  scoreScale: z.number().nullable(),
  /** `fit` and the `exported` file beside weights of 0, the baseline hand on its own scale and on the best one, and what the kind adds. */
  losses: z.array(z.strictObject({ name: z.string(), train: measureSchema, heldOut: measureSchema })),
  /** Of the held-out rows. */
  calibration: z.array(
    z.strictObject({ from: z.number(), rows: z.number(), predicted: z.number(), result: z.number() }),
  ),
  phases: z.array(measureSchema.extend({ from: z.int(), to: z.int(), rows: z.int() })),
  weights: z.strictObject({
    sha256: hash,
    scale: z.number(),
    /** In logits, between the exported file and the model. */
    difference: z.strictObject({ mean: z.number(), largest: z.number() }),
  }),
  seconds: z.number(),
};

export type FitResult = z.infer<z.ZodObject<typeof fitResultForm>> & { model: string };
export type FitLoss = FitResult['losses'][number];
