import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

// Where a system looks that was not told where.
const USUAL_PATH = '/usr/bin:/bin';
const MOST_FIRST_LINE = 256;

/** Why a program cannot be run, as far as its files tell; undefined where it can. */
export function refusalOf(program: string): string | undefined {
  const files = program.includes('/')
    ? [program]
    : (process.env['PATH'] ?? USUAL_PATH).split(delimiter).map((folder) => join(folder || '.', program));
  const refusals = files.map(fileRefusal);
  if (refusals.includes(undefined)) return undefined;
  const closest = refusals.find((refusal) => refusal !== ABSENT);
  return closest ?? (program.includes('/') ? ABSENT : 'there is no such program in PATH');
}

const ABSENT = 'there is no such file';

function fileRefusal(file: string): string | undefined {
  try {
    if (!statSync(file).isFile()) return 'it is no file';
  } catch {
    return ABSENT;
  }
  try {
    accessSync(file, constants.X_OK);
  } catch {
    return 'it is not executable';
  }
  const interpreter = interpreterOf(file);
  if (interpreter === undefined || fileRefusal(interpreter) === undefined) return undefined;
  return `its first line names ${JSON.stringify(interpreter)}, which cannot be run`;
}

/** What a script names in its first line to be run by. */
function interpreterOf(file: string): string | undefined {
  const bytes = Buffer.alloc(MOST_FIRST_LINE);
  try {
    const descriptor = openSync(file, 'r');
    try {
      const length = readSync(descriptor, bytes, 0, bytes.length, 0);
      return /^#![ \t]*([^ \t\n]+)/.exec(bytes.toString('latin1', 0, length))?.[1];
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Run it may be all the same.
    return undefined;
  }
}
