import { createHash } from 'node:crypto';

/** Values are checked in blocks of so many bytes. */
export const BLOCK_BYTES = 1 << 16;
export const CHECK_BYTES = 8;

/** The check of a block of values: the first bytes of its SHA-256. */
export function checkOf(block: Uint8Array): Buffer {
  return createHash('sha256').update(block).digest().subarray(0, CHECK_BYTES);
}
