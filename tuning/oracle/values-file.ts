// Files of values may be larger than Node reads, writes or hashes at a time.
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { writeFileAtomically } from '../store/atomic-file.ts';
import type { Values } from './retrograde.ts';

const CHUNK_BYTES = 1 << 28;

/** The bytes of values as their file has them: two for each, the low one first. */
export function bytesOf(values: Values): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

export function writeValues(file: string, values: Values): void {
  writeFileAtomically(file, bytesOf(values));
}

/** Fills in values from a file, which must have as many. */
export function readValues(file: string, values: Values): void {
  const bytes = bytesOf(values);
  const descriptor = openSync(file, 'r');
  try {
    for (let at = 0; at < bytes.length;) {
      const read = readSync(descriptor, bytes, at, Math.min(CHUNK_BYTES, bytes.length - at), at);
      if (read === 0) throw new Error(`${file} has ended early`);
      at += read;
    }
  } finally {
    closeSync(descriptor);
  }
}

export function hashOfValues(values: Values): string {
  const bytes = bytesOf(values);
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) hash.update(bytes.subarray(at, at + CHUNK_BYTES));
  return hash.digest('hex');
}
