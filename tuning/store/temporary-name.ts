import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { isAlive, placeOfProcesses } from './process-identity.ts';

const NAME = /^(.+)\.([0-9a-f]{12})\.(\d+)\.[0-9a-f]{16}\.tmp$/;

/** A name beside a path that nobody can foretell, for what is not whole yet; it tells whose it is and ends in `.tmp`. */
export function temporaryName(path: string): string {
  const random = randomBytes(8).toString('hex');
  return `${withoutSlash(path)}.${placeOfProcesses()}.${process.pid}.${random}.tmp`;
}

/** Removes what killed processes of this place have left beside a path under temporary names of it. */
export function clearLeftovers(path: string): void {
  const folder = dirname(withoutSlash(path));
  for (const name of readdirSync(folder)) {
    const [, of, place, pid] = NAME.exec(name) ?? [];
    if (of === basename(path) && place === placeOfProcesses() && !isAlive(Number(pid)))
      removeOwn(join(folder, name));
  }
}

/** Removes what killed processes have left under this name among the temporary files of this machine. */
export function clearTemporaryFolders(name: string): void {
  clearLeftovers(join(tmpdir(), name));
}

/** A new empty folder among the temporary files of this machine; those that killed processes have left under its name go. */
export function temporaryFolder(name: string): string {
  clearTemporaryFolders(name);
  const folder = temporaryName(join(tmpdir(), name));
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

/** What another user has put among everybody's temporary files is left alone. */
function removeOwn(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.uid === (process.getuid?.() ?? found?.uid)) rmSync(path, { recursive: true, force: true });
}

function withoutSlash(path: string): string {
  return path.replace(/(?<=.)[/\\]+$/, '');
}
