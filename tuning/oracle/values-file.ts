// Files of values may be larger than Node reads, writes or hashes at a time.
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { fillFileAtomically, writeFileAtomically } from '../store/atomic-file.ts';
import { BLOCK_BYTES, checkOf } from '../tables/value-blocks.ts';
import { type Values } from '../tables/exact-values.ts';

const CHUNK_BYTES = 1 << 28;

/** The bytes of values as their file has them: two for each, the low one first. */
export function bytesOf(values: Values): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

export function writeValues(file: string, values: Values): void {
  writeFileAtomically(file, bytesOf(values));
}

/** The check of each block of values, one after the other. */
export function checksOf(values: Values): Buffer {
  const bytes = bytesOf(values);
  const count = Math.ceil(bytes.length / BLOCK_BYTES);
  return Buffer.concat(
    Array.from({ length: count }, (_, i) => checkOf(bytes.subarray(i * BLOCK_BYTES, (i + 1) * BLOCK_BYTES))),
  );
}

/** Writes values with their hash behind them. */
export function writeSealedValues(file: string, values: Values): void {
  fillFileAtomically(file, (write) => {
    write(bytesOf(values));
    write(hashOfValues(values));
  });
}

/** Fills in values from such a file; false where it has not as many or is damaged. */
export function readSealedValues(file: string, values: Values): boolean {
  const hash = Buffer.alloc(64);
  if (statSync(file).size !== values.byteLength + hash.length) return false;
  readParts(file, [bytesOf(values), hash]);
  return hash.toString('latin1') === hashOfValues(values);
}

/** Fills in values from a file, which must have as many. */
export function readValues(file: string, values: Values): void {
  readParts(file, [bytesOf(values)]);
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

export function hashOfValues(values: Values): string {
  const bytes = bytesOf(values);
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) hash.update(bytes.subarray(at, at + CHUNK_BYTES));
  return hash.digest('hex');
}
