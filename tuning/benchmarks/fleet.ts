import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Game } from '../../engine/game.ts';
import { QueueAddress } from '../fleet/address.ts';
import { queueNames } from '../fleet/names.ts';
import { liveWorkers } from '../fleet/roster.ts';
import { freePort, TestProcess, TestRedis } from '../fleet/testing.ts';
import { fleetVersion } from '../fleet/version.ts';
import { needs } from '../needs.ts';
import { selfplay } from '../selfplay/run.ts';
import { measuredJob } from './selfplay.ts';

// So many that a turn takes some twenty seconds.
const GAMES: Readonly<Record<string, number>> = { betsy: 240, raichu: 120, conga: 60 };
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
    const costs = new Costs(client);
    for (let turn = 0; turn < TURNS; turn++) {
      const threads = await rate(game);
      await costs.begin();
      const queue = await rate(game, redis.url);
      await costs.end(queue.games, queue.positions);
      ratios.push(queue.rate / threads.rate);
    }
    const median = ratios.toSorted((a, b) => a - b)[(TURNS - 1) / 2];
    return (
      `${game.name} ${game.usualSize}: two workers of a queue make ${median.toFixed(3)}x what two threads do ` +
      `(${ratios.map((ratio) => ratio.toFixed(3)).join(', ')}); ${costs.line()}`
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
    fleet:
      url === undefined ? undefined : { address: QueueAddress.parse('--queue', url), note: console.error },
    share: { rest: 0, of: 1 },
    // Openings are not part of the rate.
    shouldStop: () => {
      begin ||= performance.now();
      return false;
    },
    heard: () => {},
    preparing: () => {},
  });
  return { rate: (positions * 1000) / (performance.now() - begin), games, positions };
}

/** What Redis and the coordinator spend, from Redis's own counters and this process's clock. */
class Costs {
  private readonly client: Redis;
  private before: number[] = [];
  private readonly sums = [0, 0, 0, 0, 0];
  private games = 0;
  private positions = 0;

  constructor(client: Redis) {
    this.client = client;
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

  /** Jobs, Redis's seconds of processor time, its bytes in and out, and this process's seconds. */
  private async counters(): Promise<number[]> {
    const { prefix, queue } = queueNames(fleetVersion());
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
    ];
  }
}
