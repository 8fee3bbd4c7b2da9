import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

// Node writes less than two gigabytes at a time.
const MOST_BYTES = 1 << 30;

/** Writes a file so that at any instant either the old contents are there or all of the new. */
export function writeFileAtomically(file: string, contents: string | Uint8Array): void {
  const temporary = `${file}.tmp`;
  const bytes = typeof contents === 'string' ? Buffer.from(contents) : contents;
  const descriptor = openSync(temporary, 'w');
  try {
    for (let written = 0; written < bytes.length;)
      written += writeSync(descriptor, bytes, written, Math.min(bytes.length - written, MOST_BYTES));
    fsyncSync(descriptor);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
  renameSync(temporary, file);
  syncFolder(dirname(file));
}

/** Makes sure that a renaming in this folder outlives a loss of power. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
