import { join } from 'node:path';
import type { z } from 'zod';
import { writeFileAtomically } from './atomic-file.ts';
import { type Run, RUN_FORMAT, runSchema } from './runs.ts';

/** Writes run.json and result.json of a run that is made in its folder step by step; the result first. */
export function writeRunFolder<Result>(
  folder: string,
  run: Omit<Run, 'format'>,
  schema: z.ZodType<Result>,
  result: Result,
): void {
  const write = (name: string, value: unknown) =>
    writeFileAtomically(join(folder, name), `${JSON.stringify(value, undefined, 2)}\n`);
  write('result.json', schema.parse(result));
  write('run.json', runSchema.parse({ ...run, format: RUN_FORMAT }));
}
