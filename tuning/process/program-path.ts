import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where a program is that is on the PATH under any of its names. */
export function programPath(...names: string[]): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
