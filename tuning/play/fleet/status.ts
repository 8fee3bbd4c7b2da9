import type { Redis } from 'ioredis';
import { recordLines } from '../../process/text-table.ts';
import type { QueueAddress } from './address.ts';
import { connect, disconnect, jobQueue } from './connection.ts';
import { FITS_QUEUE, GAMES_QUEUE, queueNames } from './redis-keys.ts';
import { printable } from './messages.ts';
import { knownRuns, type LiveWorker, liveWorkers } from './roster.ts';
import { namedTroubleOf } from './trouble.ts';

/** Jobs of a run by what has become of them. */
interface JobCounts {
  waiting: number;
  active: number;
  failed: number;
}

interface RunStatus extends JobCounts {
  id: string;
  version: string;
  kind: string;
  game: string;
  size: number;
  seed: number;
  /** Games that its coordinator has taken and results that it has refused since it began; null while none is at work. */
  done: number | null;
  refused: number | null;
  coordinator: string | null;
}

export interface QueueStatus {
  queue: string;
  redis: { version: string; bytes: number; eviction: string; appendonly: boolean };
  runs: RunStatus[];
  /** Of runs that are over, or that were never any. */
  strays: JobCounts;
  /** Fits of sweeps and nights. */
  fits: JobCounts;
  workers: LiveWorker[];
}

export async function queueStatus(address: QueueAddress): Promise<QueueStatus> {
  const { client, troubles } = await connect(address, () => {});
  try {
    return await stateOf(address, client);
  } catch (error) {
    throw troubles.failure(error, await namedTroubleOf(error, client));
  } finally {
    disconnect(client);
  }
}

async function stateOf(address: QueueAddress, client: Redis): Promise<QueueStatus> {
  const runs = await knownRuns(client);
  const workers = await liveWorkers(client);
  const versions = new Set([...runs, ...workers].map(({ version }) => version));
  const idsIn = async (kind: string) => {
    const ids: Record<keyof JobCounts, string[]> = { waiting: [], active: [], failed: [] };
    for (const version of versions) {
      const queue = await jobQueue(client, queueNames(version, kind));
      for (const state of ['waiting', 'active', 'failed'] as const)
        ids[state].push(...(await queue.getRanges([state], 0, -1)));
    }
    return ids;
  };
  const [games, fits] = [await idsIn(GAMES_QUEUE), await idsIn(FITS_QUEUE)];
  const count = (isIts: (id: string) => boolean, ids = games): JobCounts => ({
    waiting: ids.waiting.filter(isIts).length,
    active: ids.active.filter(isIts).length,
    failed: ids.failed.filter(isIts).length,
  });
  return {
    queue: address.name,
    redis: await redisState(client),
    runs: runs.map(({ id, version, game, size, settings, pulse }) => ({
      id,
      version,
      kind: settings.by,
      game,
      size,
      seed: settings.seed,
      ...count((job) => job.startsWith(`${id}-`)),
      done: pulse?.games ?? null,
      refused: pulse?.refused ?? null,
      coordinator: pulse?.coordinator ?? null,
    })),
    strays: count((id) => !runs.some((run) => id.startsWith(`${run.id}-`))),
    fits: count(() => true, fits),
    workers: workers.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

async function redisState(client: Redis): Promise<QueueStatus['redis']> {
  const info = await client.info();
  const field = (name: string) => printable(new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1] ?? '');
  return {
    version: field('redis_version'),
    bytes: Number(field('used_memory')),
    eviction: field('maxmemory_policy'),
    appendonly: field('aof_enabled') === '1',
  };
}

/** The state of a queue for people. */
export function statusLines({ queue, redis, runs, strays, fits, workers }: QueueStatus): string[] {
  const megabytes = (redis.bytes / 2 ** 20).toFixed(1);
  const lines = [
    `queue at ${queue}: Redis ${redis.version}, ${megabytes} MB, ${redis.eviction}, appendonly ${redis.appendonly ? 'yes' : 'no'}`,
  ];
  if (redis.eviction !== 'noeviction') lines.push('it may drop jobs: expected maxmemory-policy noeviction');
  if (!redis.appendonly)
    lines.push('a restart loses its jobs, which are then played again: expected appendonly yes');
  const runRows = runs.map((run) => ({
    run: run.id,
    plays: `${run.kind} ${run.game} ${run.size}`,
    seed: run.seed,
    waiting: run.waiting,
    active: run.active,
    failed: run.failed,
    'games done': run.done ?? '',
    refused: run.refused ?? '',
    coordinator: run.coordinator ?? 'none',
    version: run.version,
  }));
  lines.push(...(runs.length === 0 ? ['no runs'] : recordLines(runRows)));
  if (strays.waiting + strays.active + strays.failed > 0)
    lines.push(
      `of no known run: ${strays.waiting} waiting, ${strays.active} active, ${strays.failed} failed`,
    );
  if (fits.waiting + fits.active + fits.failed > 0)
    lines.push(`fits: ${fits.waiting} waiting, ${fits.active} active, ${fits.failed} failed`);
  const workerRows = workers.map(({ name, concurrency, games, seconds, fits: makesFits, version }) => {
    return { worker: name, threads: concurrency, games, seconds, fits: makesFits ? 'yes' : 'no', version };
  });
  lines.push(...(workers.length === 0 ? ['no workers'] : recordLines(workerRows)));
  return lines;
}
