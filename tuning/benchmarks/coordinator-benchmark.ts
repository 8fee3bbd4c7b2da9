import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'bullmq';
import { GAME_COLUMNS, fieldsOfRows } from '../dataset/rows.ts';
import { readManifest } from '../dataset/manifest.ts';
import { shardTexts } from '../dataset/shards.ts';
import type { FleetJob } from '../play/fleet/messages.ts';
import { keys, queueNames } from '../play/fleet/redis-keys.ts';
import { BEAT_MILLISECONDS, signalWorker } from '../play/fleet/roster.ts';
import { codeVersion } from '../store/identity.ts';
import { freePort, TestRedis } from '../testing/fleet-processes.ts';
import { needs } from '../testing/installed-program.ts';
import { TestProcess, until } from '../testing/test-process.ts';

const GAMES = 4000;
const RUN = ['selfplay', 'betsy', '--games', String(GAMES), '--nodes', '30', '--seed', '3'];
// What a game of a run worth a fleet takes, so that jobs are as large as there.
const GAME_MILLISECONDS = 80;
const THREADS = 2;
const TAKERS = 64;

/**
 * What a coordinator costs whose workers answer at once, with games that were played before: processor time of its main thread and of
 * all its threads, and the memory of Redis. `machines` are there by name alone.
 */
export async function benchmarkCoordinator(machines: number): Promise<string> {
  if (needs('redis-server').isMissing) return 'not measured, as there is no redis-server';
  const folder = mkdtempSync(join(tmpdir(), 'evalsmith-coordinator-'));
  const redis = new TestRedis(await freePort());
  await redis.start();
  const client = redis.client();
  const version = codeVersion('fleet');
  const { prefix, queue } = queueNames(version);
  const names = Array.from({ length: machines }, (_, i) => `machine-${i}:1:0`);
  const signal = () =>
    Promise.all(
      names.map((name) =>
        signalWorker(client, name, { version, concurrency: THREADS, games: 0, seconds: 0, fits: false }),
      ),
    );
  let beat: NodeJS.Timeout | undefined;
  const connection = { host: '127.0.0.1', port: redis.port, maxRetriesPerRequest: null };
  try {
    const reference = join(folder, 'reference');
    const threads = new TestProcess([...RUN, '--out', reference]);
    if ((await threads.ended) !== 0) throw new Error(threads.notes);
    const texts = gamesOf(reference);
    const { positions } = readManifest(reference);
    await signal();
    beat = setInterval(() => void signal(), BEAT_MILLISECONDS);
    let asked = 0;
    const taker = new Worker(
      queue,
      async ({ data }) => {
        const { run, games } = data as FleetJob;
        const result = {
          version,
          worker: names[asked++ % machines],
          games: games.map(({ index }) => {
            const text = texts.get(index)!;
            return { index, text, searchMilliseconds: GAME_MILLISECONDS, milliseconds: GAME_MILLISECONDS };
          }),
        };
        await client.rpush(keys.results(run), JSON.stringify(result));
      },
      { connection, prefix, concurrency: TAKERS },
    );
    const environment = { EVALSMITH_QUEUE: redis.url };
    const coordinator = new TestProcess(
      [...RUN, '--audit', '0', '--queue', 'env', '--out', join(folder, 'out')],
      environment,
    );
    let [main, all, before, beforeAll, peak] = [0, 0, 0, 0, 0];
    // Processor time of what comes before the first game, openings above all, is told apart.
    await until(
      () => {
        [before, beforeAll] = processorSeconds(coordinator.child.pid!);
        return asked > 0;
      },
      () => coordinator.notes,
    );
    while (coordinator.child.exitCode === null) {
      const now = processorSeconds(coordinator.child.pid!);
      if (now[0] > 0) [main, all] = now;
      peak = Math.max(peak, Number(/^used_memory:(\d+)/m.exec(await client.info('memory'))![1]));
      await new Promise((done) => setTimeout(done, 50));
    }
    if ((await coordinator.ended) !== 0) throw new Error(coordinator.notes);
    await taker.close();
    const micro = (seconds: number) => ((1e6 * seconds) / positions).toFixed(1);
    return (
      `${machines} machines of ${THREADS} threads, ${GAMES} games with ${positions} positions in ${asked} jobs: the main thread takes ` +
      `${micro(main - before)} us a position, all threads ${micro(all - beforeAll)} us; before the first game ${micro(beforeAll)} us; ` +
      `Redis holds ${(peak / 1e6).toFixed(1)} MB at most`
    );
  } finally {
    clearInterval(beat);
    client.disconnect();
    await redis.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

function gamesOf(folder: string): Map<number, string> {
  const games = new Map<number, string>();
  for (const text of shardTexts(folder, readManifest(folder)))
    for (const { fields } of fieldsOfRows(text, GAME_COLUMNS)) {
      const index = Number(fields[0]);
      games.set(index, `${games.get(index) ?? ''}${fields.join(',')}\n`);
    }
  return games;
}

/** What the main thread of a process and all of its threads have used of the processor; 0 where it is gone. */
function processorSeconds(pid: number): [main: number, all: number] {
  const used = (file: string) => {
    // The name in brackets may hold anything; utime and stime are the 12th and 13th after it, in hundredths.
    const fields = readFileSync(file, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  };
  try {
    return [used(`/proc/${pid}/task/${pid}/stat`), used(`/proc/${pid}/stat`)];
  } catch {
    return [0, 0];
  }
}
