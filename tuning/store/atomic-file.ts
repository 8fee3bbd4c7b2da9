import {
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { InputError } from '../../engine/input-error.ts';
import { isLocked, needLocks } from './lock.ts';
import { clearLeftovers, temporaryName } from './temporary-name.ts';

// Node writes less than two gigabytes at a time.
const MOST_BYTES = 1 << 30;
// A file that is there already, or a link of that name, is never written to.
const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/** Adds to a file that is being written. */
export type Write = (contents: string | Uint8Array) => void;

/** Writes a file so that at any instant either the old contents are there or all of the new. */
export function writeFileAtomically(file: string, contents: string | Uint8Array): void {
  fillFileAtomically(file, (write) => write(contents));
}

/** The same of contents that come in parts. */
export function fillFileAtomically<Result>(file: string, fill: (write: Write) => Result): Result {
  needRealFolder(dirname(file));
  // Who locks a folder clears it up.
  if (!isLocked(file)) clearLeftovers(file);
  const temporary = temporaryName(file);
  const descriptor = openSync(temporary, NEW_FILE, 0o666);
  try {
    let result;
    try {
      result = fill((contents) => writeAll(descriptor, contents));
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameOwn(temporary, file);
    return result;
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/**
 * Gives a file or folder its name, in a folder that this process still holds the lock of, where it has one, so that the name
 * outlives a loss of power.
 */
export function renameOwn(temporary: string, path: string): void {
  needLocks(path);
  renameSync(temporary, path);
  syncFile(dirname(path));
}

/** Refuses to write through a link: a stranger's folder may have one to anywhere. */
export function needRealFolder(folder: string): void {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    throw new InputError(`${folder} is a link; expected a folder, as nothing is written through links`);
}

export function writeAll(descriptor: number, contents: string | Uint8Array): void {
  const bytes = typeof contents === 'string' ? Buffer.from(contents) : contents;
  for (let written = 0; written < bytes.length;)
    written += writeSync(descriptor, bytes, written, Math.min(bytes.length - written, MOST_BYTES));
}

/** Makes sure that what a file holds, or which names a folder has, outlives a loss of power. */
export function syncFile(path: string, platform = process.platform): void {
  // Windows opens no folders, and syncs only what may be written.
  const isWindows = platform === 'win32';
  if (isWindows && lstatSync(path).isDirectory()) return;
  const descriptor = openSync(path, isWindows ? 'r+' : 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The same of all that is in a folder, which other means may have filled. */
export function syncBelow(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    syncFile(join(entry.parentPath, entry.name));
  syncFile(folder);
}
