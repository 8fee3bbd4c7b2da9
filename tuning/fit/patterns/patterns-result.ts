import { z } from 'zod';
import { fitResultForm } from '../../store/runs.ts';

export const patternsFitResultSchema = z.strictObject({
  ...fitResultForm,
  model: z.literal('patterns'),
  iterations: z.int(),
  /** How long the last step was, in standard errors. */
  lastStep: z.number(),
  /** Of each pattern on each part of the board. */
  tables: z.array(
    z.strictObject({
      name: z.string(),
      /** Combinations that may have a weight, and those that have one in the file. */
      combinations: z.int(),
      inFile: z.int(),
      /** Root mean square over the rows learned from, in logits. */
      effect: z.number(),
    }),
  ),
  /** Each feature's weight in logits, with its effect on a usual row and its weight in the file. */
  features: z.array(
    z.strictObject({ name: z.string(), weight: z.number(), effect: z.number(), rounded: z.int() }),
  ),
  /** The combinations that do most: their weight in logits times the root of how often a row has them. */
  largest: z.array(
    z.strictObject({
      table: z.string(),
      /** The pattern's squares as the game declares them. */
      squares: z.array(z.string()),
      combination: z.string(),
      weight: z.number(),
      rounded: z.int(),
      /** How often the rows learned from have it. */
      count: z.int(),
    }),
  ),
});

/** What the fit of patterns found. */
export type PatternsFitResult = z.infer<typeof patternsFitResultSchema>;
