import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { needRealFolder, renameOwn, syncBelow } from '../store/atomic-file.ts';
import { clearLeftovers, temporaryName } from '../store/temporary-name.ts';

/**
 * Makes a folder anew and puts it in the place of the old one, whole: until `fill` has written everything, the old one
 * stays, and where it fails, nothing has changed.
 */
export async function swapFolder(
  folder: string,
  fill: (temporary: string) => Promise<void> | void,
): Promise<void> {
  const old = `${folder}.old`;
  mkdirSync(dirname(folder), { recursive: true });
  needRealFolder(folder);
  // Left by a process that was killed between the two renamings.
  if (existsSync(old) && !existsSync(folder)) renameSync(old, folder);
  rmSync(old, { recursive: true, force: true });
  clearLeftovers(folder);
  const temporary = temporaryName(folder);
  try {
    mkdirSync(temporary);
    await fill(temporary);
    syncBelow(temporary);
    if (existsSync(folder)) renameSync(folder, old);
    try {
      renameOwn(temporary, folder);
    } catch (error) {
      if (!existsSync(folder) && existsSync(old)) renameSync(old, folder);
      throw error;
    }
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  rmSync(old, { recursive: true, force: true });
}
