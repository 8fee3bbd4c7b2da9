import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from '../store/atomic-file.ts';
import type { Trial } from './shipped-weights.ts';

export const SHIP_FORMAT = 'evalsmith-ship-1';
export const MANIFEST_FILE = 'manifest.json';

interface FileEntry {
  bytes: number;
  sha256: string;
}

/** What was shipped, and what it must show when it is tried. */
export interface ShipManifest {
  format: typeof SHIP_FORMAT;
  game: string;
  codeVersion: string;
  /** The sum of the nodes below: the signature of the engine with these weights. */
  bench: number;
  /** In order of their sizes; `evidence` is what the gate wrote into the file, if it did. */
  weights: ({ size: number | 'any'; kind: string; evidence?: unknown } & Trial)[];
  /** Every other file of the folder, by its path. */
  files: Record<string, FileEntry>;
}

export function fileEntry(folder: string, name: string): FileEntry {
  const bytes = readFileSync(join(folder, name));
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** The manifest of a folder whose files are all as they were written; undefined where one is not. */
export function wholeManifest(folder: string): ShipManifest | undefined {
  try {
    const manifest = JSON.parse(readFileSync(join(folder, MANIFEST_FILE), 'utf8')) as ShipManifest;
    if (manifest.format !== SHIP_FORMAT || manifest.weights.length === 0) return undefined;
    const isWhole = Object.entries(manifest.files).every(
      ([name, { sha256 }]) => fileEntry(folder, name).sha256 === sha256,
    );
    return isWhole ? manifest : undefined;
  } catch {
    return undefined;
  }
}

export function writeManifest(folder: string, manifest: ShipManifest): void {
  writeFileAtomically(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, undefined, 2)}\n`);
}
