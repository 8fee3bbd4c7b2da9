import { open } from 'node:fs/promises';
import type { OracleManifest } from './oracle-file.ts';
import { partOf, VALUES } from './oracle-file.ts';
import { LongestWins, type NumberedValue } from './longest-wins.ts';

// Few enough that what else a server is asked does not wait.
const CHUNK_BYTES = 1 << 20;

/** The longest wins of an oracle in a folder, found by reading all its values once, a little at a time. */
export async function longestWinsIn(
  folder: string,
  { bits, palette, bytes }: OracleManifest,
  most: number,
): Promise<readonly NumberedValue[]> {
  const wins = new LongestWins(most);
  const chunk = new Uint8Array(CHUNK_BYTES);
  const handle = await open(partOf(folder, VALUES));
  try {
    for (let at = 0; at < bytes;) {
      const wanted = Math.min(CHUNK_BYTES, bytes - at);
      let read = 0;
      while (read < wanted) {
        const { bytesRead } = await handle.read(chunk, read, wanted - read, at + read);
        if (bytesRead === 0) throw new Error(`${folder} has fewer values than it had`);
        read += bytesRead;
      }
      wins.look({ bytes: chunk.subarray(0, read), bits, palette }, (8 * at) / bits);
      at += read;
    }
  } finally {
    await handle.close();
  }
  return wins.found;
}
