import { sha256 } from '../../engine/node/sha256.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, gunzipSync, gzipSync } from 'node:zlib';
import { InputError } from '../../engine/input-error.ts';
import { writeFileAtomically } from '../store/atomic-file.ts';
import { type Manifest, type Shard, shardFile } from './manifest.ts';

/** Writes a shard and returns its entry for the manifest. */
export function writeShard(
  folder: string,
  number: number,
  text: string,
  { games, positions }: Pick<Shard, 'games' | 'positions'>,
): Shard {
  const file = shardFile(number);
  const packed = gzipSync(text, { level: constants.Z_BEST_COMPRESSION, memLevel: constants.Z_MAX_MEMLEVEL });
  writeFileAtomically(join(folder, file), packed);
  const hashes = { sha256: sha256(text), fileSha256: sha256(packed) };
  return { file, games, positions, ...hashes, bytes: packed.length };
}

/** What is wrong with a shard's file, and its text as far as it can be read. */
export function inspectShard(folder: string, shard: Shard): { text?: string; problem?: string } {
  const file = join(folder, shard.file);
  if (!existsSync(file)) return { problem: 'the file is missing' };
  const packed = readFileSync(file);
  const changed = sha256(packed) !== shard.fileSha256;
  let text;
  try {
    text = gunzipSync(packed).toString('utf8');
  } catch {
    const cut = packed.length < shard.bytes ? `; it has ${packed.length} bytes of ${shard.bytes}` : '';
    return { problem: `the file is damaged and cannot be unpacked${cut}` };
  }
  if (sha256(text) !== shard.sha256) return { text, problem: 'its contents are not those of the manifest' };
  if (changed) return { text, problem: 'the file is not the one of the manifest, though its text is' };
  return { text };
}

/** The text of a shard; throws an InputError where it is not what the manifest says. */
export function readShard(folder: string, shard: Shard): string {
  const { text, problem } = inspectShard(folder, shard);
  if (text === undefined || problem !== undefined)
    throw new InputError(`${join(folder, shard.file)}: ${problem}`);
  return text;
}

/** The text of each shard in turn, one in memory at a time. */
export function* shardTexts(folder: string, manifest: Manifest): Generator<string> {
  for (const shard of manifest.shards) yield readShard(folder, shard);
}
