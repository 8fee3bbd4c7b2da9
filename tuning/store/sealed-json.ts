// JSON files that the toolkit writes and reads again. Their last key is a checksum of all others, so that damage is named and
// never taken for a result.
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { InputError } from '../../engine/input-error.ts';
import { parseBounded } from '../../engine/json-text.ts';
import { writeFileAtomically } from './atomic-file.ts';
import { checksumOf } from './checksum.ts';

interface Sealed {
  format: string;
  checksum?: unknown;
}

/** Writes an object whose first key is its format. */
export function writeSealed(file: string, value: { format: string }): void {
  const sealed = { ...value, checksum: checksumOf(value) };
  writeFileAtomically(file, `${JSON.stringify(sealed, undefined, 2)}\n`);
}

/**
 * Reads such a file; throws an InputError that names what is wrong with it. The schema is of its format; a file of the older
 * one, which had no checksum, is read as if it were of the new one.
 */
export function readSealed<Schema extends z.ZodType>(
  file: string,
  { format, older }: { format: string; older?: string },
  schema: Schema,
): z.output<Schema> {
  const json = readJson(file);
  if (!isObject(json)) throw new InputError(`${file} is no JSON object`);
  const { checksum, ...value } = json;
  if (json.format !== format && json.format !== older)
    throw new InputError(
      `${file} has the format ${JSON.stringify(json.format)}; this version reads ${JSON.stringify(format)}`,
    );
  if (checksum !== (json.format === format ? checksumOf(value) : undefined))
    throw new InputError(`${file} is damaged: it does not have the checksum that it names`);
  const read = schema.safeParse({ ...value, format });
  if (read.success) return read.data;
  const { path, message } = read.error.issues[0];
  throw new InputError(`${file} is wrong at ${path.join('.') || 'the top'}: ${message}`);
}

function isObject(json: unknown): json is Sealed {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function readJson(file: string): unknown {
  try {
    return parseBounded(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const problem =
      code === undefined ? 'is not JSON' : code === 'ENOENT' ? 'is missing' : `cannot be read (${code})`;
    throw new InputError(`${file} ${problem}`, { cause: error });
  }
}
