import { z } from 'zod';
import { fitResultForm } from '../../store/runs.ts';

/** A standard error and the 95 % interval; null where the feature has no weight of its own. */
const errorSchema = z
  .strictObject({ error: z.number(), interval: z.tuple([z.number(), z.number()]) })
  .nullable();

export const linearFitResultSchema = z.strictObject({
  ...fitResultForm,
  model: z.literal('linear'),
  iterations: z.int(),
  /** How long the last step was, in standard errors. */
  lastStep: z.number(),
  /** Each feature's weight in logits, with what is known of it. */
  features: z.array(
    z.strictObject({
      name: z.string(),
      mean: z.number(),
      /** Root mean square: the weight times this is what the feature does to a usual logit. */
      size: z.number(),
      weight: z.number(),
      byRow: errorSchema,
      byGame: errorSchema,
      /** The weight in the file. */
      rounded: z.int(),
    }),
  ),
  /** Features that are sums of others, or always 0, and so have no weight of their own. */
  dependent: z.array(
    z.strictObject({
      name: z.string(),
      equals: z.array(z.strictObject({ name: z.string(), factor: z.number() })),
    }),
  ),
});

/** What a linear fit found. */
export type LinearFitResult = z.infer<typeof linearFitResultSchema>;
