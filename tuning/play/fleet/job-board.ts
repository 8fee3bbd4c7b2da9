import type { Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { sha256 } from '../../../engine/node/sha256.ts';
import { InputError } from '../../../engine/input-error.ts';
import type { GameTask } from '../game-job.ts';
import { type FleetJob, printable, readJob } from './messages.ts';
import { keys } from './redis-keys.ts';
import { answersOf } from './trouble.ts';

/** Some games of a run that one worker plays. */
export interface PostedJob {
  id: string;
  games: FleetJob['games'];
}

/** A result of a batch and more is read at a time. */
const MOST_RESULTS = 64;

// A job that nobody has asked about is forgotten in the end; one that has come back is not kept at all.
const OPTIONS = {
  attempts: 3,
  removeOnComplete: true,
  removeOnFail: { age: 24 * 3600, count: 1000 },
} as const;

/** The jobs of one run in Redis, as its coordinator sees them. */
export function jobBoard(client: Redis, queue: Queue, run: string) {
  const idsOf = async (...kinds: ('waiting' | 'active' | 'delayed' | 'failed')[]): Promise<string[]> =>
    (await queue.getRanges(kinds, 0, -1)).filter((id) => id.startsWith(`${run}-`));
  const jobsOf = (ids: readonly string[]): Promise<(Job | undefined)[]> =>
    Promise.all(ids.map((id) => queue.getJob(id) as Promise<Job | undefined>));
  const resultsNow = async () => (await client.lpop(keys.results(run), MOST_RESULTS)) ?? [];

  return {
    /** A job for these games: the same games always have the same id, so that none is there twice, but for `another` on purpose. */
    jobOf(tasks: readonly GameTask[], another = ''): PostedJob {
      const games = tasks.map(({ index, opening }) => ({ index, opening: [...opening] }));
      return { id: `${run}-${sha256(JSON.stringify(games) + another).slice(0, 16)}`, games };
    },

    async post(jobs: readonly PostedJob[]): Promise<void> {
      await queue.addBulk(
        jobs.map(({ id, games }) => ({
          name: 'games',
          data: { run, games } satisfies FleetJob,
          opts: { ...OPTIONS, jobId: id },
        })),
      );
    },

    /** The jobs of this run that wait or are being played, as an earlier coordinator left them. */
    async left(): Promise<PostedJob[]> {
      const jobs = await jobsOf(await idsOf('waiting', 'active', 'delayed'));
      return jobs.flatMap((job) => {
        try {
          return job === undefined ? [] : [{ id: job.id!, games: readJob(job.data).games }];
        } catch (error) {
          if (error instanceof InputError) return [];
          throw error;
        }
      });
    },

    /** Takes back the jobs that nobody has begun, and returns their ids. */
    async withdraw(): Promise<string[]> {
      const withdrawn: string[] = [];
      for (const id of await idsOf('waiting', 'delayed'))
        if ((await queue.remove(id)) === 1) withdrawn.push(id);
      return withdrawn;
    },

    /** Those of these jobs that Redis does not know (any more). */
    async absent(ids: readonly string[]): Promise<string[]> {
      if (ids.length === 0) return [];
      const asked = client.pipeline();
      for (const id of ids) asked.exists(queue.toKey(id));
      const answers = await answersOf(asked.exec());
      return ids.filter((_, i) => answers[i] === 0);
    },

    /** The jobs of this run that have failed for good, with the reason; they are taken off the board. */
    async failures(): Promise<{ id: string; reason: string }[]> {
      const failed = await jobsOf(await idsOf('failed'));
      const known = failed.filter((job) => job !== undefined);
      await Promise.all(known.map(({ id }) => queue.remove(id!)));
      return known.map(({ id, failedReason }) => ({ id: id!, reason: printable(failedReason) }));
    },

    /** Waits a while for results; `waiter` is a connection that may be kept waiting. */
    async results(waiter: Redis): Promise<string[]> {
      const first = await waiter.blpop(keys.results(run), 5);
      if (first === null) return [];
      // What is wrong now will show again; the first is off the list already.
      return [first[1], ...(await resultsNow().catch(() => []))];
    },

    resultsNow,

    hasResults: async (): Promise<boolean> => (await client.llen(keys.results(run))) > 0,
  };
}
