import { sha256 } from '../../engine/node/sha256.ts';

/** What the last key of a sealed JSON file says of all others. */
export function checksumOf(value: object): string {
  return sha256(JSON.stringify(value));
}
