import { existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Terminal } from '../../engine/node/terminal.ts';
import { firstGames } from '../dataset/transformations.ts';
import { type Manifest, readManifest } from '../dataset/manifest.ts';
import { readShard } from '../dataset/shards.ts';
import { unlessDamaged } from './unless-damaged.ts';

/** A dataset that fits learn from. */
export interface Source {
  folder: string;
  manifest: Manifest;
}

/**
 * The games of earlier nights, the newest first, up to a number of positions. The one that would go beyond it is cut: its
 * first games are written to a folder in `room`.
 */
export function earlierSources(
  folders: readonly string[],
  cap: number,
  room: string,
  terminal: Terminal,
): Source[] {
  const sources: Source[] = [];
  let left = cap;
  for (const folder of folders) {
    const manifest = readable(folder, (problem) => terminal.note(`not learned from: ${problem}`));
    if (manifest === undefined || manifest.positions === 0) continue;
    if (manifest.positions <= left) {
      sources.push({ folder, manifest });
      left -= manifest.positions;
      continue;
    }
    const cut = join(room, basename(join(folder, '..', '..')));
    const damaged = (problem: string) => terminal.note(`made again: ${problem}`);
    const beginning = readable(cut, damaged) ?? cutAgain(folder, cut, left);
    if (beginning.positions > 0) sources.push({ folder: cut, manifest: beginning });
    break;
  }
  return sources;
}

function cutAgain(folder: string, cut: string, positions: number): Manifest {
  rmSync(cut, { recursive: true, force: true });
  return firstGames(folder, cut, positions);
}

/** Nothing where a night has left no games, or none that can be read; hears why. */
function readable(folder: string, heard: (problem: string) => void): Manifest | undefined {
  if (!existsSync(folder)) return undefined;
  return unlessDamaged(() => {
    const manifest = readManifest(folder);
    for (const shard of manifest.shards) readShard(folder, shard);
    return manifest;
  }, heard);
}
