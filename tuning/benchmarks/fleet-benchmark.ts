import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Game } from '../../engine/game.ts';
import { parseAddress } from '../play/fleet/address.ts';
import { queueNames } from '../play/fleet/redis-keys.ts';
import { liveWorkers } from '../play/fleet/roster.ts';
import { median } from '../../engine/cli/benchmarks/perft-benchmark.ts';
import { freePort, TestRedis } from '../testing/fleet-processes.ts';
import { TestProcess } from '../testing/test-process.ts';
import { codeVersion } from '../store/identity.ts';
import { needs } from '../testing/installed-program.ts';
import { measure } from './selfplay-benchmark.ts';

const TURNS = 3;

/** Two workers of a queue on this machine against two threads, in turn, and what a job and a game cost on their way. */
export async function benchmarkFleet(game: Game): Promise<string> {
  if (needs('redis-server').isMissing) return `${game.name}: not measured, as there is no redis-server`;
  const redis = new TestRedis(await freePort());
  await redis.start();
  const client = redis.client();
  const fleet = { address: parseAddress('--queue', redis.url), audit: 0.05, note: console.error };
  const workers = [0, 1].map(
    () => new TestProcess(['worker', '--concurrency', '1'], { EVALSMITH_QUEUE: redis.url }),
  );
  try {
    while ((await liveWorkers(client)).length < workers.length) await wait(100);
    const ratios: number[] = [];
    const sums = [0, 0, 0, 0, 0, 0];
    let [threadSeconds, games, positions] = [0, 0, 0];
    for (let turn = 0; turn < TURNS; turn++) {
      threadSeconds -= ownSeconds();
      const threads = await measure(game, 2);
      threadSeconds += ownSeconds();
      const before = await counters(client, workers);
      const queue = await measure(game, 2, fleet);
      const after = await counters(client, workers);
      after.forEach((count, i) => (sums[i] += count - before[i]));
      games += queue.games;
      positions += queue.positions;
      ratios.push(queue.rate / threads.rate);
    }
    const [, redisSeconds, , , coordinatorSeconds, workerSeconds] = sums;
    const fleetSeconds = redisSeconds + coordinatorSeconds + workerSeconds;
    return (
      `${game.name} ${game.usualSize}: two workers of a queue make ${median(ratios).toFixed(3)}x what two threads do ` +
      `(${ratios.map((ratio) => ratio.toFixed(3)).join(', ')}), and ${(threadSeconds / fleetSeconds).toFixed(3)}x by ` +
      `processor time, which other work on the machine disturbs less; ${costLine(sums, games, positions)}`
    );
  } finally {
    for (const worker of workers) await worker.kill('SIGTERM');
    client.disconnect();
    await redis.remove();
  }
}

/**
 * What Redis and the coordinator spend, from Redis's own counters and this process's clock: jobs, Redis's seconds of processor
 * time, its bytes in and out, this process's seconds, and those of the workers.
 */
async function counters(client: Redis, workers: readonly TestProcess[]): Promise<number[]> {
  const { prefix, queue } = queueNames(codeVersion('fleet'));
  const jobs = Number(await client.get(`${prefix}:${queue}:id`));
  const info = `${await client.info('stats')}${await client.info('cpu')}`;
  const field = (name: string) => Number(new RegExp(`^${name}:(.*)$`, 'm').exec(info)![1]);
  return [
    jobs,
    field('used_cpu_user') + field('used_cpu_sys'),
    field('total_net_input_bytes'),
    field('total_net_output_bytes'),
    ownSeconds(),
    workers.reduce((sum, { child }) => sum + processorSeconds(child.pid!), 0),
  ];
}

function costLine(sums: readonly number[], games: number, positions: number): string {
  const [jobs, redisSeconds, bytesIn, bytesOut, seconds] = sums;
  const kilobytes = (bytes: number) => `${(bytes / jobs / 1000).toFixed(1)} kB`;
  return (
    `${(games / jobs).toFixed(1)} games of ${(positions / games).toFixed(0)} positions a job; a job costs Redis ` +
    `${((1000 * redisSeconds) / jobs).toFixed(2)} ms, ${kilobytes(bytesIn)} in and ${kilobytes(bytesOut)} out; ` +
    `a game costs the coordinator ${((1000 * seconds) / games).toFixed(2)} ms with its openings`
  );
}

/** What this process has used of the processor. */
function ownSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
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
