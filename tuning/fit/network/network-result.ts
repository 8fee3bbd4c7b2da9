import { z } from 'zod';
import { ACTIVATIONS } from '../../../engine/models/network/network.ts';
import { fitResultForm } from '../../store/runs.ts';

export const networkFitResultSchema = z.strictObject({
  ...fitResultForm,
  model: z.literal('network'),
  hidden: z.int(),
  activation: z.enum(ACTIVATIONS),
  /** Passes over the rows that were made, and the one after which the loss on held-out games was the lowest. */
  epochs: z.int(),
  bestEpoch: z.int(),
  /** Rows learned from a second, held-out measures included. */
  rate: z.number(),
});

/** What the fit of a network found. */
export type NetworkFitResult = z.infer<typeof networkFitResultSchema>;
