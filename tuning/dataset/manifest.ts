import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { InputError } from '../../engine/input-error.ts';
import { json } from '../store/json-value.ts';
import { readSealed, writeSealed } from '../store/sealed-json.ts';

const DATASET_FORMAT = 'evalsmith-dataset-2';
const FORMATS = { format: DATASET_FORMAT, older: 'evalsmith-dataset-1' };
export const MANIFEST = 'manifest.json';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

const shardSchema = z.strictObject({
  file: z.string().regex(/^shard-\d{5,}\.csv\.gz$/),
  /** Games and rows in it; a dataset of positions has no games. */
  games: z.int().min(0),
  positions: z.int().min(0),
  /** Of the CSV text: what the shard says. */
  sha256: hash,
  /** Of the file: that nothing has happened to it. */
  fileSha256: hash,
  bytes: z.int().min(0),
});

/** What it takes to make a dataset again, and to know that it is the same; its folder need not be there. */
export const descriptionSchema = z.strictObject({
  /** Of the contents. */
  sha256: hash,
  kind: z.enum(['games', 'positions']),
  size: z.int(),
  games: z.int().min(0),
  positions: z.int().min(0),
  codeVersion: z.string(),
  settings: z.record(z.string(), json),
  /** Of the datasets that it was made from. */
  get sources() {
    return z.array(descriptionSchema).optional();
  },
});

const manifestSchema = z.strictObject({
  format: z.literal(DATASET_FORMAT),
  kind: z.enum(['games', 'positions']),
  game: z.string(),
  /** Of the code of a game from outside. */
  gameSha256: hash.optional(),
  size: z.int(),
  /** All that decides the contents; a run resumes only with the same. */
  settings: z.record(z.string(), json),
  codeVersion: z.string(),
  /** The datasets that it was made from; none for games that were played. */
  sources: z.array(descriptionSchema).optional(),
  games: z.int().min(0),
  positions: z.int().min(0),
  shards: z.array(shardSchema),
});

export type Shard = z.infer<typeof shardSchema>;
export type DatasetDescription = z.infer<typeof descriptionSchema>;
/** What manifest.json says of a dataset: its form, how it was made, and its files with their hashes. */
export type Manifest = z.infer<typeof manifestSchema>;

/** Whether the contents of a manifest.json are of a dataset, and not of an oracle. */
export function isOfDataset(json: { format?: unknown }): boolean {
  return Object.values(FORMATS).some((format) => format === json.format);
}

export function hasManifest(folder: string): boolean {
  return existsSync(join(folder, MANIFEST));
}

/** Reads a dataset's manifest; throws an InputError that says what is wrong with it. */
export function readManifest(folder: string): Manifest {
  const file = join(folder, MANIFEST);
  if (!existsSync(file)) throw new InputError(`${folder} is no dataset: it has no ${MANIFEST}`);
  return readSealed(file, FORMATS, manifestSchema);
}

export function writeManifest(folder: string, manifest: Manifest): void {
  writeSealed(join(folder, MANIFEST), manifest);
}

export function removeManifest(folder: string): void {
  rmSync(join(folder, MANIFEST), { force: true });
}

/** A dataset that has no shards yet; the header is in the order of the file. */
export function emptyManifest(header: Omit<Manifest, 'format' | 'games' | 'positions' | 'shards'>): Manifest {
  return { format: DATASET_FORMAT, ...header, games: 0, positions: 0, shards: [] };
}

/** A manifest with the counts of its shards. */
export function withShards(manifest: Manifest, shards: readonly Shard[]): Manifest {
  const sorted = shards.toSorted((a, b) => shardNumber(a) - shardNumber(b));
  return {
    ...manifest,
    games: sorted.reduce((sum, shard) => sum + shard.games, 0),
    positions: sorted.reduce((sum, shard) => sum + shard.positions, 0),
    shards: sorted,
  };
}

export function shardFile(number: number): string {
  return `shard-${String(number).padStart(5, '0')}.csv.gz`;
}

export function shardNumber(shard: Shard): number {
  return Number(shard.file.slice('shard-'.length, -'.csv.gz'.length));
}

/** The first setting in which two differ, with both values; undefined where they agree. */
export function firstDifference(a: Manifest, b: Manifest): string | undefined {
  const parts = (manifest: Manifest): Record<string, unknown> => ({
    kind: manifest.kind,
    game: manifest.game,
    size: manifest.size,
    ...manifest.settings,
    'code version': manifest.codeVersion,
  });
  const [some, others] = [parts(a), parts(b)];
  for (const name of new Set([...Object.keys(some), ...Object.keys(others)])) {
    const [one, other] = [JSON.stringify(some[name]), JSON.stringify(others[name])];
    if (one !== other) return `${name} is ${other ?? 'not set'} there and ${one ?? 'not set'} here`;
  }
  return undefined;
}
