import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where a program is that is on the PATH under any of its names. */
export function programPath(...names: string[]): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.flatMap((name) => fileNames(name).map((file) => join(folder, file))))
    .find(isExecutable);
}

/** What a program's file may be called. */
export function fileNames(
  name: string,
  platform = process.platform,
  endings = process.env.PATHEXT,
): string[] {
  return platform === 'win32'
    ? (endings ?? '.EXE;.CMD').split(';').map((ending) => `${name}${ending}`)
    : [name];
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
