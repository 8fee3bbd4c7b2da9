// The file that the thread of a coordinator runs which packs shards.
import { serveTasks } from '../process/pool.ts';
import type { Shard } from './manifest.ts';
import { writeShard } from './shards.ts';

/** A shard to be written. */
export interface PackTask {
  folder: string;
  shard: number;
  text: string;
  counts: Pick<Shard, 'games' | 'positions'>;
}

serveTasks(() => (task): Shard => {
  const { folder, shard, text, counts } = task as PackTask;
  return writeShard(folder, shard, text, counts);
});
