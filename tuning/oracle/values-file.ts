// Files of values may be larger than Node reads, writes or hashes at a time.
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { fillFileAtomically } from '../store/atomic-file.ts';
import { BLOCK_BYTES, checkOf } from '../tables/value-blocks.ts';

const CHUNK_BYTES = 1 << 28;

/** The check of each block of values, one after the other. */
export function checksOf(bytes: Uint8Array): Buffer {
  const count = Math.ceil(bytes.length / BLOCK_BYTES);
  return Buffer.concat(
    Array.from({ length: count }, (_, i) => checkOf(bytes.subarray(i * BLOCK_BYTES, (i + 1) * BLOCK_BYTES))),
  );
}

/** How many bytes a hash takes behind those that it is of. */
export const SEAL_BYTES = 64;

/** Writes parts one after the other, with their hash behind them. */
export function writeSealedBytes(file: string, ...parts: readonly Uint8Array[]): void {
  fillFileAtomically(file, (write) => {
    for (const part of parts) write(part);
    write(hashOfBytes(...parts));
  });
}

/** Fills in the parts of such a file; false where it has not as many bytes or is damaged. */
export function readSealedBytes(file: string, ...parts: readonly Uint8Array[]): boolean {
  const hash = Buffer.alloc(SEAL_BYTES);
  if (statSync(file).size !== parts.reduce((sum, { length }) => sum + length, hash.length)) return false;
  readParts(file, [...parts, hash]);
  return hash.toString('latin1') === hashOfBytes(...parts);
}

/** Fills in bytes from a file, which must have as many. */
export function readBytes(file: string, bytes: Uint8Array): void {
  readParts(file, [bytes]);
}

function readParts(file: string, parts: readonly Uint8Array[]): void {
  const descriptor = openSync(file, 'r');
  try {
    for (const bytes of parts)
      for (let at = 0; at < bytes.length;) {
        const read = readSync(descriptor, bytes, at, Math.min(CHUNK_BYTES, bytes.length - at), null);
        if (read === 0) throw new Error(`${file} has ended early`);
        at += read;
      }
  } finally {
    closeSync(descriptor);
  }
}

export function hashOfBytes(...parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const bytes of parts)
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) hash.update(bytes.subarray(at, at + CHUNK_BYTES));
  return hash.digest('hex');
}
