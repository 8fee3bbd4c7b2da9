import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Game } from '../../engine/game.ts';
import { parseAddress } from '../play/fleet/address.ts';
import { queueNames } from '../play/fleet/redis-keys.ts';
import { liveWorkers } from '../play/fleet/roster.ts';
import { freePort, TestProcess, TestRedis } from '../testing/fleet-processes.ts';
import { codeVersion } from '../store/identity.ts';
import { needs } from '../testing/installed-program.ts';
import { selfplay } from '../play/selfplay.ts';
import { measuredJob } from './selfplay-benchmark.ts';

// So many that a turn takes some ten seconds.
const GAMES: Readonly<Record<string, number>> = { betsy: 120, raichu: 60, conga: 40 };
const TURNS = 3;

/** Two workers of a queue on this machine against two threads, in turn, and what a job and a game cost on their way. */
export async function benchmarkFleet(game: Game): Promise<string> {
  if (needs('redis-server').isMissing) return `${game.name}: not measured, as there is no redis-server`;
  const redis = new TestRedis(await freePort());
  await redis.start();
  const client = redis.client();
  const workers = [0, 1].map(
    () => new TestProcess(['worker', '--concurrency', '1'], { EVALSMITH_QUEUE: redis.url }),
  );
  try {
    while ((await liveWorkers(client)).length < workers.length) await wait(100);
    const ratios: number[] = [];
    const costs = new Costs(
      client,
      workers.map(({ child }) => child.pid!),
    );
    let threadSeconds = 0;
    for (let turn = 0; turn < TURNS; turn++) {
      const before = process.cpuUsage();
      const threads = await rate(game);
      const { user, system } = process.cpuUsage(before);
      threadSeconds += (user + system) / 1e6;
      await costs.begin();
      const queue = await rate(game, redis.url);
      await costs.end(queue.games, queue.positions);
      ratios.push(queue.rate / threads.rate);
    }
    const median = ratios.toSorted((a, b) => a - b)[(TURNS - 1) / 2];
    return (
      `${game.name} ${game.usualSize}: two workers of a queue make ${median.toFixed(3)}x what two threads do ` +
      `(${ratios.map((ratio) => ratio.toFixed(3)).join(', ')}), and ${(threadSeconds / costs.seconds).toFixed(3)}x by ` +
      `processor time, which other work on the machine disturbs less; ${costs.line()}`
    );
  } finally {
    for (const worker of workers) await worker.kill('SIGTERM');
    client.disconnect();
    await redis.remove();
  }
}

/** Positions a second on two threads, or on the workers of a queue. */
async function rate(game: Game, url?: string): Promise<{ rate: number; games: number; positions: number }> {
  let begin = 0;
  const { games, positions } = await selfplay(game, measuredJob(game), {
    folder: join(mkdtempSync(join(tmpdir(), 'evalsmith-bench-')), 'dataset'),
    games: GAMES[game.name],
    workers: 2,
    fleet: url === undefined ? undefined : { address: parseAddress('--queue', url), note: console.error },
    // Openings are not part of the rate.
    shouldStop: () => {
      begin ||= performance.now();
      return false;
    },
  });
  return { rate: (positions * 1000) / (performance.now() - begin), games, positions };
}

/** What Redis and the coordinator spend, from Redis's own counters and this process's clock. */
class Costs {
  private readonly client: Redis;
  private before: number[] = [];
  private readonly workers: readonly number[];
  private readonly sums = [0, 0, 0, 0, 0, 0];
  private games = 0;
  private positions = 0;

  constructor(client: Redis, workers: readonly number[]) {
    this.client = client;
    this.workers = workers;
  }

  /** Of processor time, by all that take part. */
  get seconds(): number {
    const [, redis, , , coordinator, workers] = this.sums;
    return redis + coordinator + workers;
  }

  async begin(): Promise<void> {
    this.before = await this.counters();
  }

  async end(games: number, positions: number): Promise<void> {
    const after = await this.counters();
    after.forEach((count, i) => (this.sums[i] += count - this.before[i]));
    this.games += games;
    this.positions += positions;
  }

  line(): string {
    const [jobs, redisSeconds, bytesIn, bytesOut, seconds] = this.sums;
    const kilobytes = (bytes: number) => `${(bytes / jobs / 1000).toFixed(1)} kB`;
    return (
      `${(this.games / jobs).toFixed(1)} games of ${(this.positions / this.games).toFixed(0)} positions a job; a job costs Redis ` +
      `${((1000 * redisSeconds) / jobs).toFixed(2)} ms, ${kilobytes(bytesIn)} in and ${kilobytes(bytesOut)} out; ` +
      `a game costs the coordinator ${((1000 * seconds) / this.games).toFixed(2)} ms with its openings`
    );
  }

  /** Jobs, Redis's seconds of processor time, its bytes in and out, this process's seconds, and those of the workers. */
  private async counters(): Promise<number[]> {
    const { prefix, queue } = queueNames(codeVersion('fleet'));
    const jobs = Number(await this.client.get(`${prefix}:${queue}:id`));
    const info = `${await this.client.info('stats')}${await this.client.info('cpu')}`;
    const field = (name: string) => Number(new RegExp(`^${name}:(.*)$`, 'm').exec(info)![1]);
    const { user, system } = process.cpuUsage();
    return [
      jobs,
      field('used_cpu_user') + field('used_cpu_sys'),
      field('total_net_input_bytes'),
      field('total_net_output_bytes'),
      (user + system) / 1e6,
      this.workers.reduce((sum, worker) => sum + processorSeconds(worker), 0),
    ];
  }
}

/** What a process has used of the processor, where the system tells. */
function processorSeconds(pid: number): number {
  try {
    // The name in brackets may hold anything; utime and stime are the 12th and 13th after it, in hundredths.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return NaN;
  }
}
