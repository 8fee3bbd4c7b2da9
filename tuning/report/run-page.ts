import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { InputError } from '../../engine/input-error.ts';
import { type Run, runSchema } from '../store/runs.ts';
import type { Content } from '../page/page.ts';

/** Makes the page of a run from what its files say. */
export type RunPage = (folder: string, run: Run) => Content | Promise<Content>;

/** The page of a kind of run: its result.json is read by the kind's schema. */
export function runPage<Result>(
  schema: z.ZodType<Result>,
  contentOf: (folder: string, result: Result, run: Run) => Content | Promise<Content>,
): RunPage {
  return (folder, run) => contentOf(folder, readJson(join(folder, 'result.json'), schema), run);
}

export function hasRun(folder: string): boolean {
  return existsSync(join(folder, 'run.json'));
}

export function readRun(folder: string): Run {
  return readJson(join(folder, 'run.json'), runSchema);
}

/** Reads a file of a run; throws an InputError that says what is wrong with it. */
export function readJson<Value>(file: string, schema: z.ZodType<Value>): Value {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const problem =
      code === undefined ? 'is not JSON' : code === 'ENOENT' ? 'is missing' : `cannot be read (${code})`;
    throw new InputError(`${file} ${problem}`, { cause: error });
  }
  const read = schema.safeParse(json);
  if (read.success) return read.data;
  const { path, message } = read.error.issues[0];
  throw new InputError(`${file} is wrong at ${path.join('.') || 'the top'}: ${message}`);
}
