import { z } from 'zod';
import { fitResultForm } from '../../store/runs.ts';
import { hash } from '../../settings/setting.ts';

const expected = z.number();

export const drawsFitResultSchema = z.strictObject({
  ...fitResultForm,
  model: z.literal('draws'),
  /** The weights whose scores are scaled. */
  base: z.strictObject({ name: z.string(), sha256: hash }),
  /** The score beyond which the game is as good as won; null where there is none. */
  won: z.int().nullable(),
  /** The classes that occur, the most frequent first. */
  classes: z.array(
    z.strictObject({
      name: z.string(),
      trainRows: z.int(),
      /** By which its scores are multiplied, and the whole number in the file. */
      factor: z.number(),
      inFile: z.int(),
      /** On the held-out rows, for the side that the score favours: what was expected before and is now, and what it got. */
      heldOut: z
        .strictObject({ rows: z.number(), before: expected, after: expected, result: expected })
        .nullable(),
    }),
  ),
});

/** What a fit of factors found. */
export type DrawsFitResult = z.infer<typeof drawsFitResultSchema>;
