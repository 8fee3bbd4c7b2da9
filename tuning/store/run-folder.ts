import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { InputError } from '../../engine/input-error.ts';
import { parseConfig } from '../settings/config-file.ts';
import { writeFileAtomically } from './atomic-file.ts';
import { type ResultOf, resultSchemas, type Run, RUN_FORMAT, type RunKind, runSchema } from './runs.ts';

/** What a run says of itself before it is written. */
export type RunHeader<Kind extends RunKind = RunKind> = Omit<Run, 'format' | 'kind'> & {
  kind: Kind;
};

/** Writes run.json and result.json; the result first, so that a folder with a run has both. */
export function writeRunFolder<Kind extends RunKind>(
  folder: string,
  run: RunHeader<Kind>,
  result: ResultOf<Kind>,
): void {
  const write = (name: string, value: unknown) =>
    writeFileAtomically(join(folder, name), `${JSON.stringify(value, undefined, 2)}\n`);
  write('result.json', resultSchemas[run.kind].parse(result));
  write('run.json', runSchema.parse({ ...run, format: RUN_FORMAT }));
}

export function hasRun(folder: string): boolean {
  return existsSync(join(folder, 'run.json'));
}

/** Throws an InputError that says what is wrong, as does `readResult`. */
export function readRun(folder: string): Run {
  return checkedJson(join(folder, 'run.json'), runSchema) as Run;
}

export function readResult<Kind extends RunKind>(folder: string, kind: Kind): ResultOf<Kind> {
  return checkedJson(join(folder, 'result.json'), resultSchemas[kind]) as ResultOf<Kind>;
}

function checkedJson(file: string, schema: z.ZodType): unknown {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const problem =
      code === undefined ? 'is not JSON' : code === 'ENOENT' ? 'is missing' : `cannot be read (${code})`;
    throw new InputError(`${file} ${problem}`, { cause: error });
  }
  return parseConfig(json, file, schema);
}
