import { randomUUID } from 'node:crypto';
import type { Job } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Terminal } from '../../../engine/node/terminal.ts';
import { gameNamed } from '../../../engine/games/index.ts';
import { InputError } from '../../../engine/input-error.ts';
import { legalMoves } from '../../../engine/position.ts';
import { Failure } from '../../process/failure.ts';
import { stopOnInterrupt } from '../../process/interrupt.ts';
import { Pool, workerFile } from '../../process/pool.ts';
import { duration, startProgress } from '../../process/progress.ts';
import type { GameJob, GameTask } from '../game-job.ts';
import type { ThreadTask } from '../game-thread.ts';
import type { PlayedGame } from '../referee.ts';
import type { QueueAddress } from './address.ts';
import { connect, disconnect, type QueueConnection } from './connection.ts';
import { type FleetResult, printable, readJob } from './messages.ts';
import { queuePackages } from './queue-packages.ts';
import { keys, KEPT_SECONDS, queueNames } from './redis-keys.ts';
import { BEAT_MILLISECONDS, liveVersions, machineName, signalWorker, signOffWorker } from './roster.ts';
import { fetchRun } from './run-store.ts';
import { namedTroubleOf } from './trouble.ts';
import { patiently } from './waiting.ts';
import { codeVersion } from '../../store/identity.ts';

// A worker that gives no sign for so long has lost its job to another.
const LOCK_MILLISECONDS = 6000;
const STALLED_MILLISECONDS = 2000;
const MOST_STALLS = 5;
// A trouble of the queue's own is over when it has not come back for so long.
const CALM_MILLISECONDS = 10_000;
// Runs whose weights are kept at hand.
const MOST_RUNS = 8;

// A result of a run that is over would stay for ever.
const PUSH_RESULT = `
  if redis.call('exists', KEYS[1]) == 0 then return 0 end
  redis.call('rpush', KEYS[2], ARGV[1])
  redis.call('expire', KEYS[2], ARGV[2])
  return 1`;

export interface WorkerChoices {
  address: QueueAddress;
  /** Threads that play. */
  concurrency: number;
  /** Ends after so long without work. */
  idleMilliseconds: number;
}

/** Plays what the queue has until it is told to stop. Returns the exit code; throws a Failure where it is refused. */
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
  { address, concurrency, idleMilliseconds }: WorkerChoices,
  terminal: Terminal,
): Promise<number> {
  const packages = await queuePackages();
  let isStopping = false;
  const atQueue = <Value>(work: () => Promise<Value>) => patiently(client, troubles, () => isStopping, work);
  await atQueue(() => needSameVersion(client, version));
  const name = `${machineName()}:${process.pid}:${randomUUID().slice(0, 8)}`;
  const begin = performance.now();
  const pool = new Pool<ThreadTask, PlayedGame>(workerFile('play/game-thread.js'), concurrency, null);
  const runs = new Map<string, Promise<GameJob | undefined>>();
  let games = 0;
  let jobs = 0;
  let lastWork = begin;
  let failed: (error: Error) => void = () => {};
  const { prefix, queue } = queueNames(version);
  const worker = new packages.Worker(queue, play, {
    connection: client,
    prefix,
    name,
    autorun: false,
    // One job more than threads, so that none of them waits for the next.
    concurrency: concurrency + 1,
    lockDuration: LOCK_MILLISECONDS,
    stalledInterval: STALLED_MILLISECONDS,
    maxStalledCount: MOST_STALLS,
    runRetryDelay: 1000,
  });
  worker.on('failed', (job, error) =>
    terminal.note(printable(`job ${job?.id ?? '?'} is not played: ${error.message}`)),
  );
  let lastError = 0;
  const suffered = new Set<string>();
  worker.on('error', (error) => void suffer(error));
  terminal.note(
    `worker ${name} of version ${version} is at the queue at ${address.name} with ${concurrency} threads`,
  );
  try {
    await serve();
  } finally {
    await pool.close();
    // Where that is not taken, the sign of life goes by itself.
    if (client.status === 'ready') await signOffWorker(client, name).catch(() => {});
  }
  terminal.out(`played ${games} games in ${duration(performance.now() - begin)}`);
  return 0;

  /** Holds the worker, which would ask again at once, until the next beat. */
  async function suffer(error: Error): Promise<void> {
    const trouble = await namedTroubleOf(error, client);
    if (trouble === undefined) {
      if (!isConnectionError(error)) terminal.note(printable(error.message));
      return;
    }
    lastError = performance.now();
    suffered.add(trouble);
    troubles.tell(trouble);
    if (!isStopping) await worker.pause(true);
  }

  /** Lets the worker run until there is a reason to end, and then to the end of what it has begun. */
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
          await atQueue(() => signalWorker(client, name, { version, concurrency, games, seconds }));
          if (isIdle) await atQueue(() => needSameVersion(client, version));
          if (worker.isPaused()) await worker.resume();
          else if (!worker.isRunning()) worker.run().catch(fail);
          else if (performance.now() - lastError > CALM_MILLISECONDS) troubles.settle(...suffered);
          isBeating = false;
        };
        timer = setInterval(() => beat().catch(fail), BEAT_MILLISECONDS);
        failed = fail;
        beat().catch(fail);
      });
      await worker.close();
    } catch (error) {
      await worker.close(true);
      throw error;
    } finally {
      clearInterval(timer);
      (stop as ReturnType<typeof stopOnInterrupt> | undefined)?.forget();
      progress.end();
    }
  }

  /** Plays a job and sends its games back. */
  async function play(job: Job): Promise<void> {
    jobs++;
    try {
      const { run, games: tasks } = readJob(job.data);
      const known = await runOf(run);
      if (known === undefined) return;
      for (const task of tasks) checkOpening(known, task);
      const played = await Promise.all(
        tasks.map((task) => playGame({ ...task, run: { id: run, job: known } })),
      );
      const result: FleetResult = { version, worker: name, games: played };
      const names = [keys.run(run), keys.results(run)];
      await atQueue(() => client.eval(PUSH_RESULT, 2, ...names, JSON.stringify(result), KEPT_SECONDS));
      games += tasks.length;
    } catch (error) {
      // The job is left to a worker that can play it.
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

  async function playGame(task: ThreadTask): Promise<FleetResult['games'][number]> {
    try {
      const { index, text, searchMilliseconds, milliseconds } = await pool.run(task);
      return { index, text, searchMilliseconds, milliseconds };
    } catch (error) {
      failed(new Failure(`a thread has ended: ${(error as Error).message}`));
      throw error;
    }
  }

  async function runOf(id: string): Promise<GameJob | undefined> {
    const run = runs.get(id) ?? atQueue(() => fetchRun(client, id, version));
    runs.set(id, run);
    for (const known of runs.keys()) if (runs.size > MOST_RUNS) runs.delete(known);
    try {
      const known = await run;
      if (known === undefined) runs.delete(id);
      return known;
    } catch (error) {
      runs.delete(id);
      throw error;
    }
  }
}

/** Refuses an opening that cannot be played. */
function checkOpening({ game, size }: GameJob, { opening }: GameTask): void {
  const position = gameNamed(game)!.start(size);
  for (const [ply, move] of opening.entries()) {
    if (position.winner !== -1 || !legalMoves(position).includes(move))
      throw new InputError(`the opening is not legal at ply ${ply}`);
    position.make(move);
  }
}

function isConnectionError(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code !== undefined || /connection/i.test(error.message);
}
