import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Terminal } from '../../engine/node/terminal.ts';
import { InputError } from '../../engine/input-error.ts';
import { firstGames } from '../dataset/transformations.ts';
import { type Manifest, readManifest } from '../dataset/manifest.ts';

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
    const manifest = readable(folder, terminal);
    if (manifest === undefined || manifest.positions === 0) continue;
    if (manifest.positions <= left) {
      sources.push({ folder, manifest });
      left -= manifest.positions;
      continue;
    }
    const cut = join(room, basename(join(folder, '..', '..')));
    const beginning = existsSync(cut) ? readManifest(cut) : firstGames(folder, cut, left);
    if (beginning.positions > 0) sources.push({ folder: cut, manifest: beginning });
    break;
  }
  return sources;
}

/** Nothing where a night has left no games, or none that can be read. */
function readable(folder: string, terminal: Terminal): Manifest | undefined {
  if (!existsSync(folder)) return undefined;
  try {
    return readManifest(folder);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    terminal.note(`not learned from: ${error.message}`);
    return undefined;
  }
}
