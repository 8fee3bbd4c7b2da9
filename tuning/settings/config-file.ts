import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { InputError } from '../../engine/input-error.ts';
import { parseBounded } from '../../engine/json-text.ts';
import { wrongAt } from './setting.ts';

/** Reads a JSON file that a person wrote; throws an InputError that names the key that is wrong. */
export function readConfig<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> {
  return parseConfig(configJson(file), file, schema);
}

/** The JSON of a config file. */
export function configJson(file: string): unknown {
  try {
    return parseBounded(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const problem = code === undefined ? `is not JSON: ${message}` : `cannot be read (${code})`;
    throw new InputError(`CONFIG ${file} ${problem}`, { cause: error });
  }
}

export function parseConfig<Schema extends z.ZodType>(
  json: unknown,
  name: string,
  schema: Schema,
): z.output<Schema> {
  const read = schema.safeParse(json);
  if (read.success) return read.data;
  throw new InputError(`${name} is wrong at ${wrongAt(read.error)}`);
}
