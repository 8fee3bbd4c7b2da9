import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { InputError } from '../../engine/input-error.ts';

/** Refuses a folder that is there already, before any work is done. */
export function needNewFolder(folder: string): void {
  if (existsSync(folder)) throw new InputError(`--out ${folder} exists already; expected a new folder`);
}

/** A folder that appears whole or not at all: `fill` writes into another, which then takes its name. */
export function makeFolder<Result>(folder: string, fill: (temporary: string) => Result): Result {
  needNewFolder(folder);
  const temporary = `${folder}.tmp`;
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { recursive: true });
  try {
    const result = fill(temporary);
    mkdirSync(dirname(folder), { recursive: true });
    renameSync(temporary, folder);
    return result;
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    throw error;
  }
}
