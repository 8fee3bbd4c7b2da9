import { sha256 } from '../../engine/node/sha256.ts';
import { constants } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { constants as zlib, gunzipSync, gzipSync } from 'node:zlib';
import { InputError } from '../../engine/input-error.ts';
import { writeFileAtomically } from '../store/atomic-file.ts';
import { type Manifest, type Shard, shardFile } from './manifest.ts';

// More than any row of any board has; what unpacks to more is no shard.
const MOST_ROW_BYTES = 2048;
// What is unpacked in pieces is put together in the end, so a shard of the usual size is unpacked in one.
const USUAL_ROW_BYTES = 128;
const MOST_AT_ONCE = 1 << 26;

/** Writes a shard and returns its entry for the manifest. */
export function writeShard(
  folder: string,
  number: number,
  text: string,
  { games, positions }: Pick<Shard, 'games' | 'positions'>,
): Shard {
  const file = shardFile(number);
  const packed = gzipSync(text, { level: zlib.Z_BEST_COMPRESSION, memLevel: zlib.Z_MAX_MEMLEVEL });
  writeFileAtomically(join(folder, file), packed);
  const hashes = { sha256: sha256(text), fileSha256: sha256(packed) };
  return { file, games, positions, ...hashes, bytes: packed.length };
}

/** What is wrong with a shard's file, and its text where that is had. */
export function inspectShard(folder: string, shard: Shard): { text?: string; problem?: string } {
  const { bytes, problem } = inspectBytes(folder, shard);
  return { text: bytes?.toString('utf8'), problem };
}

/** The same of the bytes of its text. Nothing is unpacked that is not what was written. */
function inspectBytes(folder: string, shard: Shard): { bytes?: Buffer; problem?: string } {
  const { packed, problem } = packedShard(folder, shard);
  if (packed === undefined) return { problem };
  const bytes = unpacked(packed, shard);
  if (bytes === undefined) return { problem: 'the file cannot be unpacked to the rows of the manifest' };
  if (sha256(bytes) !== shard.sha256) return { bytes, problem: 'its contents are not those of the manifest' };
  return { bytes };
}

/** Refuses a shard whose file is not the one that was written, by its length and hash alone. */
export function needShard(folder: string, shard: Shard): void {
  const { problem } = packedShard(folder, shard);
  if (problem !== undefined)
    throw new InputError(`${join(folder, shard.file)}: ${problem}; expected it as it was written`);
}

function packedShard(folder: string, shard: Shard): { packed?: Buffer; problem?: string } {
  const file = join(folder, shard.file);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return { problem: 'the file is missing' };
  if (found.size !== shard.bytes)
    return { problem: `the file is damaged: it has ${found.size} bytes of ${shard.bytes}` };
  const packed = readFileSync(file);
  return sha256(packed) === shard.fileSha256
    ? { packed }
    : { problem: 'the file is damaged: it is not the one of the manifest' };
}

/** The text of a shard; undefined where it is none, or longer than so many rows can be. */
function unpacked(packed: Buffer, { positions }: Shard): Buffer | undefined {
  const maxOutputLength = Math.min((positions + 1) * MOST_ROW_BYTES, constants.MAX_STRING_LENGTH);
  const chunkSize = Math.min((positions + 1) * USUAL_ROW_BYTES, MOST_AT_ONCE);
  try {
    return gunzipSync(packed, { maxOutputLength, chunkSize });
  } catch {
    return undefined;
  }
}

/** The text of a shard; throws an InputError where it is not what the manifest says. */
export function readShard(folder: string, shard: Shard): string {
  return readShardBytes(folder, shard).toString('utf8');
}

/** The bytes of its text. */
export function readShardBytes(folder: string, shard: Shard): Buffer {
  const { bytes, problem } = inspectBytes(folder, shard);
  if (bytes === undefined || problem !== undefined)
    throw new InputError(`${join(folder, shard.file)}: ${problem}`);
  return bytes;
}

/** The text of each shard in turn, one in memory at a time. */
export function* shardTexts(folder: string, manifest: Manifest): Generator<string> {
  for (const shard of manifest.shards) yield readShard(folder, shard);
}
