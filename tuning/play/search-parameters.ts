import { z } from 'zod';
import { type ChosenParameters, parametersFault } from '../../engine/parameters.ts';

/** Search parameters as runs, datasets and a queue hold them: those that are not the default; absent where all are. */
export const searchParameters: z.ZodOptional<z.ZodType<ChosenParameters>> = z
  .record(z.string(), z.number())
  .superRefine((values, context) => {
    const message = parametersFault(values);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  })
  .transform((values) => values as ChosenParameters)
  .optional();

/** The key of a record for search parameters. */
export function recordedParameters(parameters: ChosenParameters): { parameters?: ChosenParameters } {
  return Object.keys(parameters).length === 0 ? {} : { parameters };
}
