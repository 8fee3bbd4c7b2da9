import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { InputError } from '../../engine/input-error.ts';
import { renameOwn, syncBelow } from './atomic-file.ts';
import { clearLeftovers, temporaryName } from './temporary-name.ts';

/** Refuses a folder that is there already, before any work is done. */
export function needNewFolder(folder: string): void {
  if (existsSync(folder)) throw new InputError(`--out ${folder} exists already; expected a new folder`);
}

/** A folder that appears whole or not at all: `fill` writes into another, which then takes its name. */
export function makeFolder<Result>(folder: string, fill: (temporary: string) => Result): Result {
  needNewFolder(folder);
  mkdirSync(dirname(folder), { recursive: true });
  clearLeftovers(folder);
  const temporary = temporaryName(folder);
  mkdirSync(temporary);
  try {
    const result = fill(temporary);
    syncBelow(temporary);
    renameOwn(temporary, folder);
    return result;
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    throw error;
  }
}
