import { randomUUID } from 'node:crypto';
import type { Job, UnrecoverableError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Terminal } from '../../../engine/node/terminal.ts';
import { games as knownGames } from '../../../engine/games/index.ts';
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
import { connect, disconnect, queuePackages } from './connection.ts';
import { type FleetResult, printable, readJob } from './messages.ts';
import { keys, KEPT_SECONDS, queueNames } from './redis-keys.ts';
import { BEAT_MILLISECONDS, liveVersions, machineName, signalWorker, signOffWorker } from './roster.ts';
import { fetchRun } from './run-store.ts';
import { codeVersion } from '../../store/identity.ts';

// A worker that gives no sign for so long has lost its job to another.
const LOCK_MILLISECONDS = 6000;
const STALLED_MILLISECONDS = 2000;
const MOST_STALLS = 5;
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
  const client = await connect(choices.address, (line) => terminal.note(line));
  try {
    const worker = new QueueWorker(client, choices, terminal);
    await worker.needSameVersion();
    return await worker.work();
  } finally {
    disconnect(client);
  }
}

class QueueWorker {
  private readonly client: Redis;
  private readonly choices: WorkerChoices;
  private readonly terminal: Terminal;
  private readonly version = codeVersion('fleet');
  private readonly name = `${machineName()}:${process.pid}:${randomUUID().slice(0, 8)}`;
  private readonly begin = performance.now();
  private readonly runs = new Map<string, Promise<GameJob | undefined>>();
  private pool: Pool<ThreadTask, PlayedGame> | undefined;
  private Unrecoverable: typeof UnrecoverableError | undefined;
  private games = 0;
  private jobs = 0;
  private lastWork = performance.now();

  constructor(client: Redis, choices: WorkerChoices, terminal: Terminal) {
    this.client = client;
    this.choices = choices;
    this.terminal = terminal;
  }

  /** Refuses to serve where all that is under way is of another version. */
  async needSameVersion(): Promise<void> {
    const versions = await liveVersions(this.client);
    if (versions.length > 0 && !versions.includes(this.version))
      throw new Failure(
        `this worker is of version ${this.version} and the queue's runs are of ${versions.join(', ')}; expected the same code`,
      );
  }

  async work(): Promise<number> {
    const { client, choices, terminal, version, name } = this;
    const packages = await queuePackages();
    this.Unrecoverable = packages.UnrecoverableError;
    this.pool = new Pool(workerFile('play/game-thread.js'), choices.concurrency, null);
    const { prefix, queue } = queueNames(version);
    const worker = new packages.Worker(queue, (job: Job) => this.play(job), {
      connection: client,
      prefix,
      name,
      autorun: false,
      // One job more than threads, so that none of them waits for the next.
      concurrency: choices.concurrency + 1,
      lockDuration: LOCK_MILLISECONDS,
      stalledInterval: STALLED_MILLISECONDS,
      maxStalledCount: MOST_STALLS,
      runRetryDelay: 1000,
    });
    worker.on('failed', (job, error) =>
      terminal.note(printable(`job ${job?.id ?? '?'} is not played: ${error.message}`)),
    );
    worker.on('error', (error) => {
      if (!isConnectionError(error)) terminal.note(printable(error.message));
    });
    terminal.note(
      `worker ${name} of version ${version} is at the queue at ${choices.address.name} with ${choices.concurrency} threads`,
    );
    try {
      await this.serve(worker);
    } finally {
      await this.pool.close();
      if (client.status === 'ready') await signOffWorker(client, name);
    }
    terminal.out(`played ${this.games} games in ${duration(performance.now() - this.begin)}`);
    return 0;
  }

  /** Lets the worker run until there is a reason to end, and then to the end of what it has begun. */
  private async serve(worker: Worker): Promise<void> {
    const progress = startProgress(undefined, 'games', this.terminal);
    let timer: NodeJS.Timeout | undefined;
    let stop;
    try {
      await new Promise<void>((end, fail) => {
        stop = stopOnInterrupt(() => {
          this.terminal.note('stopping when the games under way are done; Ctrl-C again drops them');
          end();
        });
        const beat = async () => {
          progress.update(this.games, '');
          const isIdle = this.jobs === 0;
          if (isIdle && performance.now() - this.lastWork >= this.choices.idleMilliseconds) end();
          if (this.client.status !== 'ready') return;
          await this.signal();
          if (isIdle) await this.needSameVersion();
        };
        timer = setInterval(() => beat().catch(fail), BEAT_MILLISECONDS);
        this.failed = fail;
        beat()
          .then(() => worker.run())
          .catch(fail);
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

  private failed: (error: Error) => void = () => {};

  private async signal(): Promise<void> {
    const { concurrency } = this.choices;
    const seconds = Math.round((performance.now() - this.begin) / 1000);
    await signalWorker(this.client, this.name, {
      version: this.version,
      concurrency,
      games: this.games,
      seconds,
    });
  }

  /** Plays a job and sends its games back. */
  private async play(job: Job): Promise<void> {
    this.jobs++;
    try {
      const { run, games } = readJob(job.data);
      const known = await this.runOf(run);
      if (known === undefined) return;
      for (const task of games) checkOpening(known, task);
      const { version, name: worker } = this;
      const played = games.map((task) => this.playGame({ ...task, run: { id: run, job: known } }));
      const result: FleetResult = { version, worker, games: await Promise.all(played) };
      const names = [keys.run(run), keys.results(run)];
      await this.client.eval(PUSH_RESULT, 2, ...names, JSON.stringify(result), KEPT_SECONDS);
      this.games += games.length;
    } catch (error) {
      // What is wrong with a job now will be wrong with it the next time.
      if (error instanceof InputError) throw new this.Unrecoverable!(error.message);
      throw error;
    } finally {
      this.jobs--;
      this.lastWork = performance.now();
    }
  }

  private async playGame(task: ThreadTask): Promise<FleetResult['games'][number]> {
    try {
      const { index, text, searchMilliseconds, milliseconds } = await this.pool!.run(task);
      return { index, text, searchMilliseconds, milliseconds };
    } catch (error) {
      this.failed(new Failure(`a thread has ended: ${(error as Error).message}`));
      throw error;
    }
  }

  private async runOf(id: string): Promise<GameJob | undefined> {
    let run = this.runs.get(id);
    if (run === undefined) {
      run = fetchRun(this.client, id, this.version);
      this.runs.set(id, run);
      for (const known of this.runs.keys()) if (this.runs.size > MOST_RUNS) this.runs.delete(known);
    }
    try {
      const known = await run;
      if (known === undefined) this.runs.delete(id);
      return known;
    } catch (error) {
      this.runs.delete(id);
      throw error;
    }
  }
}

/** Refuses an opening that cannot be played. */
function checkOpening({ game, size }: GameJob, { opening }: GameTask): void {
  const position = knownGames.find(({ name }) => name === game)!.start(size);
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
