import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  RESULT_FORMATS,
  type Results,
  resultSchemas,
  type Run,
  RUN_FORMAT,
  RUN_FORMATS,
  type RunKind,
  runSchema,
} from './runs.ts';
import { readSealed, writeSealed } from './sealed-json.ts';

/** What a run says of itself before it is written. */
export type RunHeader<Kind extends RunKind = RunKind> = Omit<Run, 'format' | 'kind'> & {
  kind: Kind;
};

/** Writes run.json and result.json; the result first, so that a folder with a run has both. */
export function writeRunFolder<Kind extends RunKind>(
  folder: string,
  run: RunHeader<Kind>,
  result: Results[Kind],
): void {
  writeSealed(join(folder, 'result.json'), resultSchemas[run.kind].parse(result));
  writeSealed(join(folder, 'run.json'), runSchema.parse({ ...run, format: RUN_FORMAT }));
}

export function hasRun(folder: string): boolean {
  return existsSync(join(folder, 'run.json'));
}

export function hasResult(folder: string): boolean {
  return existsSync(join(folder, 'result.json'));
}

/** Reads run.json; throws an InputError that says what is wrong with it. */
export function readRun(folder: string): Run {
  return readSealed(join(folder, 'run.json'), RUN_FORMATS, runSchema);
}

/** Reads result.json of a run of this kind; throws an InputError that says what is wrong with it. */
export function readResult<Kind extends keyof Results>(folder: string, kind: Kind): Results[Kind] {
  return readSealed(join(folder, 'result.json'), RESULT_FORMATS, resultSchemas[kind]) as Results[Kind];
}
