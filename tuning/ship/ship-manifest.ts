import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { InputError } from '../../engine/input-error.ts';
import { searchParameters } from '../play/search-parameters.ts';
import { hash } from '../settings/setting.ts';
import { readSealed, writeSealed } from '../store/sealed-json.ts';

export const SHIP_FORMAT = 'evalsmith-ship-2';
const FORMATS = { format: SHIP_FORMAT, older: 'evalsmith-ship-1' };
export const MANIFEST_FILE = 'manifest.json';

const count = z.int().min(0);
const fileSchema = z.strictObject({ bytes: count, sha256: hash });

/** What was shipped, and what it must show when it is tried. */
const manifestSchema = z.strictObject({
  format: z.literal(SHIP_FORMAT),
  game: z.string(),
  /** Of the code of a game from outside. */
  gameSha256: hash.optional(),
  codeVersion: z.string(),
  /** The sum of the nodes below: the signature of the engine with these weights. */
  bench: count,
  /** Of the search, those that are not the default. */
  parameters: searchParameters,
  /** In order of their sizes; `evidence` is what the gate wrote into the file, if it did. */
  weights: z
    .array(
      z.strictObject({
        size: z.int().or(z.literal('any')),
        kind: z.string(),
        sha256: hash,
        vectors: count,
        bench: z.strictObject({ size: z.int(), depth: z.int(), nodes: count }),
        evidence: z.json().optional(),
      }),
    )
    .min(1),
  /** Every other file of the folder, by its path. */
  files: z.record(z.string().regex(/^((browser|node)\/)?[\w.-]+$/), fileSchema),
});

export type ShipManifest = z.infer<typeof manifestSchema>;
type FileEntry = z.infer<typeof fileSchema>;

export function fileEntry(folder: string, name: string): FileEntry {
  const bytes = readFileSync(join(folder, name));
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

export function writeManifest(folder: string, manifest: ShipManifest): void {
  writeSealed(join(folder, MANIFEST_FILE), manifest);
}

/** Whether the contents of a manifest.json are of a shipped player. */
export function isOfPlayer(json: { format?: unknown }): boolean {
  return Object.values(FORMATS).some((format) => format === json.format);
}

/** Throws an InputError that says what is wrong with it. */
export function readManifest(folder: string): ShipManifest {
  return readSealed(join(folder, MANIFEST_FILE), FORMATS, manifestSchema);
}

/** Throws an InputError where a file of a shipped player is not the one that was shipped. */
export function needFiles(folder: string, { files }: ShipManifest): void {
  for (const [name, { sha256 }] of Object.entries(files)) {
    const file = join(folder, name);
    if (!existsSync(file) || fileEntry(folder, name).sha256 !== sha256)
      throw new InputError(`${file} is damaged: it is not the file of its ${MANIFEST_FILE}`);
  }
}

/** The manifest of a folder whose files are all as they were written; undefined where one is not. */
export function wholeManifest(folder: string): ShipManifest | undefined {
  try {
    const manifest = readManifest(folder);
    needFiles(folder, manifest);
    return manifest;
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
