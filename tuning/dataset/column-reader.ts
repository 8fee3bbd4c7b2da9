import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import { Pool, workerFile } from '../process/pool.ts';
import { codeVersion } from '../store/identity.ts';
import { columnsFolder, pruneCache, readArrays, writeArrays } from './column-cache.ts';
import { describeDataset } from './dataset-writer.ts';
import type { Manifest, Shard } from './manifest.ts';
import {
  type DecodedShard,
  decodedShard,
  type InputLists,
  narrowed,
  type ShardColumns,
  SQUARES,
} from './shard-columns.ts';
import { needShard } from './shards.ts';

/** A shard to be read, by this thread or another. */
export interface ShardTask {
  game: string;
  folder: string;
  manifest: Pick<Manifest, 'kind' | 'size'>;
  shard: Shard;
  /** What is wanted besides columns: the lists of the inputs of an id, or SQUARES. */
  extra: string | undefined;
  /** Where what was read is kept; undefined where it is not. */
  cache: string | undefined;
}

/** How a dataset is read; the same is read in any way. */
export interface ReadingWay {
  workers: number;
  isCached: boolean;
}

// Below this, threads and cache take longer than they save.
const LARGE = 100_000;
// Above this, a dataset might not fit into the cache.
const TOO_LARGE = 10_000_000;
/** Shards that are read before they are wanted, for each worker. */
const AHEAD = 2;

export function usualWay({ positions, shards }: Manifest): ReadingWay {
  const isLarge = positions >= LARGE;
  return {
    workers: isLarge ? Math.min(availableParallelism(), shards.length) : 1,
    isCached: isLarge && positions <= TOO_LARGE,
  };
}

/** Reads the shards of a dataset in their order, some of them at a time. */
export async function* readShards(
  game: Game,
  folder: string,
  manifest: Manifest,
  extra: string | undefined,
  { workers, isCached }: ReadingWay = usualWay(manifest),
): AsyncGenerator<DecodedShard> {
  const { kind, size } = manifest;
  const cache = isCached
    ? columnsFolder(describeDataset(manifest).sha256, codeVersion('columns', game.name))
    : undefined;
  const tasks = manifest.shards.map((shard): ShardTask => ({
    game: game.name,
    folder,
    manifest: { kind, size },
    shard,
    extra,
    cache,
  }));
  // What is kept is read so quickly that threads would only begin.
  if (workers <= 1 || tasks.every(isKept)) for (const task of tasks) yield readShardColumns(game, task);
  else yield* readInThreads(tasks, workers);
  if (cache !== undefined) pruneCache(cache);
}

async function* readInThreads(tasks: readonly ShardTask[], workers: number): AsyncGenerator<DecodedShard> {
  const pool = new Pool<ShardTask, DecodedShard | { problem: string }>(
    workerFile('dataset/columns-thread.js'),
    workers,
    undefined,
  );
  try {
    const ahead = tasks.slice(0, AHEAD * workers).map((task) => pool.run(task));
    for (let i = 0; i < tasks.length; i++) {
      const read = await ahead.shift()!;
      if ('problem' in read) throw new InputError(read.problem);
      const next = tasks[i + AHEAD * workers];
      if (next !== undefined) ahead.push(pool.run(next));
      yield read;
    }
  } finally {
    await pool.close();
  }
}

function isKept({ cache, shard, extra }: ShardTask): boolean {
  if (cache === undefined) return false;
  return filesOf(cache, shard, extra).every((file) => existsSync(file));
}

/** Of the columns and of what is wanted besides. */
function filesOf(cache: string, { file }: Shard, extra: string | undefined): string[] {
  const parts = extra === undefined ? ['features'] : ['features', extra.replaceAll(' ', '-')];
  return parts.map((part) => join(cache, `${file}.${part}`));
}

/** Reads a shard, from the cache where it is there; throws an InputError where its file is not the one of the manifest. */
export function readShardColumns(game: Game, task: ShardTask): DecodedShard {
  const { folder, manifest, shard, extra, cache } = task;
  if (cache === undefined) return decodedShard(game, folder, manifest, shard, extra);
  const [columnsFile, extraFile] = filesOf(cache, shard, extra);
  const columns = readArrays(columnsFile, shard.sha256) as ShardColumns | undefined;
  const kept = extra === undefined ? undefined : readArrays(extraFile, shard.sha256);
  if (columns !== undefined && (kept !== undefined || extra === undefined)) {
    needShard(folder, shard);
    if (kept === undefined) return { columns };
    if (extra === SQUARES) return { columns, squares: kept['squares'] as Uint8Array };
    const { active, offsets, phases } = kept as unknown as InputLists;
    return { columns, lists: { rows: phases.length, active, offsets, phases } };
  }
  const read = decodedShard(game, folder, manifest, shard, extra);
  const { lists, squares } = read;
  if (columns === undefined) writeArrays(columnsFile, shard.sha256, { ...narrowed(read.columns) });
  if (squares !== undefined) writeArrays(extraFile, shard.sha256, { squares });
  if (lists !== undefined) {
    const { active, offsets, phases } = lists;
    writeArrays(extraFile, shard.sha256, { active, offsets, phases });
  }
  return read;
}
