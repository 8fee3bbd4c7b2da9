import { randomUUID } from 'node:crypto';
import type { Job } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Terminal } from '../../../engine/node/terminal.ts';
import { InputError } from '../../../engine/input-error.ts';
import { Failure } from '../../process/failure.ts';
import { stopOnInterrupt } from '../../process/interrupt.ts';
import { duration, startProgress } from '../../process/progress.ts';
import type { QueueAddress } from './address.ts';
import { connect, disconnect, type QueueConnection } from './connection.ts';
import { gameTrade } from './game-trade.ts';
import { printable } from './messages.ts';
import { queuePackages } from './queue-packages.ts';
import { queueNames } from './redis-keys.ts';
import {
  BEAT_MILLISECONDS,
  gameOfShutOut,
  liveVersions,
  machineName,
  signalWorker,
  signOffWorker,
} from './roster.ts';
import type { OpenTrade } from './trade.ts';
import { namedTroubleOf } from './trouble.ts';
import { patiently } from './waiting.ts';
import { codeVersion } from '../../store/identity.ts';

// A worker that gives no sign for so long has lost its job to another.
const LOCK_MILLISECONDS = 6000;
const STALLED_MILLISECONDS = 2000;
const MOST_STALLS = 5;
// A trouble of the queue's own is over when it has not come back for so long.
const CALM_MILLISECONDS = 10_000;

export interface WorkerChoices {
  address: QueueAddress;
  /** Threads that play. */
  concurrency: number;
  /** Ends after so long without work. */
  idleMilliseconds: number;
  /** What it does besides playing games. */
  trades?: readonly OpenTrade[];
}

/** Does what the queue has until it is told to stop. Returns the exit code; throws a Failure where it is refused. */
export async function runWorker(choices: WorkerChoices, terminal: Terminal): Promise<number> {
  const connection = await connect(choices.address, (line) => terminal.note(line));
  try {
    return await work(connection, codeVersion('fleet'), choices, terminal);
  } finally {
    disconnect(connection.client);
  }
}

/** Refuses to serve where all that is under way is of another version. */
async function needSameVersion(client: Redis, version: string): Promise<void> {
  const versions = await liveVersions(client);
  if (versions.length > 0 && !versions.includes(version))
    throw new Failure(
      `this worker is of version ${version} and the queue's runs are of ${versions.join(', ')}; expected the same code`,
    );
}

async function work(
  { client, troubles }: QueueConnection,
  version: string,
  { address, concurrency, idleMilliseconds, trades: others = [] }: WorkerChoices,
  terminal: Terminal,
): Promise<number> {
  const packages = await queuePackages();
  let isStopping = false;
  const atQueue = <Value>(work: () => Promise<Value>) => patiently(client, troubles, () => isStopping, work);
  await atQueue(() => needSameVersion(client, version));
  const name = `${machineName()}:${process.pid}:${randomUUID().slice(0, 8)}`;
  const begin = performance.now();
  let games = 0;
  let jobs = 0;
  let lastWork = begin;
  let failed: (error: Error) => void = () => {};
  let lastError = 0;
  const suffered = new Set<string>();
  const fits = others.length > 0;
  const place = {
    client,
    version,
    name,
    concurrency,
    atQueue,
    played: (count: number) => (games += count),
    failed: (error: Error) => failed(error),
    note: (line: string) => terminal.note(line),
  };
  const trades = [gameTrade, ...others].map((open) => open(place));
  const workers = trades.map((trade) => {
    const { prefix, queue } = queueNames(version, trade.queue);
    const worker = new packages.Worker(queue, (job: Job) => answer(job, trade.work), {
      connection: client,
      prefix,
      name,
      autorun: false,
      concurrency: trade.concurrency,
      lockDuration: LOCK_MILLISECONDS,
      stalledInterval: STALLED_MILLISECONDS,
      maxStalledCount: MOST_STALLS,
      runRetryDelay: 1000,
    });
    worker.on('failed', (job, error) =>
      terminal.note(printable(`job ${job?.id ?? '?'} is not ${trade.done}: ${error.message}`)),
    );
    worker.on('error', (error) => void suffer(error));
    return worker;
  });
  terminal.note(
    `worker ${name} of version ${version} is at the queue at ${address.name} with ${concurrency} threads`,
  );
  try {
    await serve();
  } finally {
    for (const trade of trades) await trade.close();
    // Where that is not taken, the sign of life goes by itself.
    if (client.status === 'ready') await signOffWorker(client, name).catch(() => {});
  }
  terminal.out(`played ${games} games in ${duration(performance.now() - begin)}`);
  return 0;

  /** Holds the workers, which would ask again at once, until the next beat. */
  async function suffer(error: Error): Promise<void> {
    const trouble = await namedTroubleOf(error, client);
    if (trouble === undefined) {
      if (!isConnectionError(error)) terminal.note(printable(error.message));
      return;
    }
    lastError = performance.now();
    suffered.add(trouble);
    troubles.tell(trouble);
    if (!isStopping) for (const worker of workers) await worker.pause(true);
  }

  /** Lets the workers run until there is a reason to end, and then to the end of what it has begun. */
  async function serve(): Promise<void> {
    const progress = startProgress(undefined, 'games', terminal);
    let timer: NodeJS.Timeout | undefined;
    let isBeating = false;
    let stop;
    try {
      await new Promise<void>((end, fail) => {
        stop = stopOnInterrupt(() => {
          terminal.note('stopping when the games under way are done; Ctrl-C again drops them');
          isStopping = true;
          end();
        });
        const beat = async () => {
          progress.update(games, '');
          const isIdle = jobs === 0;
          if (isIdle && performance.now() - lastWork >= idleMilliseconds) end();
          if (client.status !== 'ready' || isBeating) return;
          isBeating = true;
          const seconds = Math.round((performance.now() - begin) / 1000);
          await atQueue(() => signalWorker(client, name, { version, concurrency, games, seconds, fits }));
          const game = await atQueue(() => gameOfShutOut(client, name));
          if (game !== undefined)
            throw new Failure(
              `this worker is shut out: its game ${game} is not what the code of the run plays; its memory or its code is not in order`,
            );
          if (isIdle) await atQueue(() => needSameVersion(client, version));
          for (const worker of workers) {
            if (worker.isPaused()) await worker.resume();
            else if (!worker.isRunning()) worker.run().catch(fail);
            else if (performance.now() - lastError > CALM_MILLISECONDS) troubles.settle(...suffered);
          }
          isBeating = false;
        };
        timer = setInterval(() => beat().catch(fail), BEAT_MILLISECONDS);
        failed = fail;
        beat().catch(fail);
      });
      await Promise.all(workers.map((worker) => worker.close()));
    } catch (error) {
      await Promise.all(workers.map((worker) => worker.close(true)));
      throw error;
    } finally {
      clearInterval(timer);
      (stop as ReturnType<typeof stopOnInterrupt> | undefined)?.forget();
      progress.end();
    }
  }

  /** Does a job; what is wrong with it is told to the queue. */
  async function answer(job: Job, doIt: (data: unknown) => Promise<void>): Promise<void> {
    jobs++;
    try {
      await doIt(job.data);
    } catch (error) {
      // The job is left to a worker that can do it.
      if (error instanceof Failure) {
        failed(error);
        await new Promise(() => {});
      }
      // What is wrong with a job now will be wrong with it the next time.
      if (error instanceof InputError) throw new packages.UnrecoverableError(error.message);
      throw error;
    } finally {
      jobs--;
      lastWork = performance.now();
    }
  }
}

function isConnectionError(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code !== undefined || /connection/i.test(error.message);
}
