import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { InputError } from '../../../engine/input-error.ts';
import { Failure } from '../../process/failure.ts';
import type { GameJob, GameTask } from '../game-job.ts';
import type { PlayedGame } from '../referee.ts';
import type { QueueAddress } from './address.ts';
import { connect, disconnect, jobQueue, waitingConnection } from './connection.ts';
import { ResultCheck } from './game-check.ts';
import { JobBoard } from './job-board.ts';
import { Ledger, type OpenJob } from './ledger.ts';
import { type FleetResult, printable, readResult } from './messages.ts';
import { queueNames } from './redis-keys.ts';
import { Waiting } from './waiting.ts';
import { BEAT_MILLISECONDS, liveWorkers, machineName, signalRun } from './roster.ts';
import { forgetRun, keepRun, type StoredRun, storedRun, storeRun } from './run-store.ts';
import { codeVersion } from '../../store/identity.ts';

/** The queue that plays a run, and who hears what it is about. */
export interface FleetChoice {
  address: QueueAddress;
  note: (line: string) => void;
}

// So much work in a job that its way through the queue costs less than a hundredth of it, and a lost one is soon made up for.
const JOB_MILLISECONDS = 300;
// With many threads jobs grow, so that Redis has no more than a hundred a second to carry.
const JOB_MILLISECONDS_A_THREAD = 10;
const MOST_GAMES = 64;
/** Jobs a thread of a worker: one being played and one at hand. */
const AHEAD = 2;
const FEWEST_JOBS = 4;
// A job that failed or got lost so often is given up.
const MOST_RENEWALS = 5;
// Results of games that nobody has asked for yet, as an earlier coordinator may have left them.
const MOST_EARLY = 10_000;
const LONELY_MILLISECONDS = 10_000;
const LEAVE_MILLISECONDS = 5000;

type ResultGame = FleetResult['games'][number];

/** Plays games on the workers of a queue, as a Pool does on threads. */
export class Fleet {
  private readonly client: Redis;
  private readonly waiter: Redis;
  private readonly board: JobBoard;
  private readonly run: StoredRun;
  private readonly version: string;
  private readonly check: ResultCheck;
  private readonly note: (line: string) => void;
  private readonly shouldStop: () => boolean;
  private readonly waiting: Waiting;
  private readonly ledger = new Ledger();
  private readonly early = new Map<number, { worker: string; game: ResultGame }>();
  private readonly accepted = new Set<number>();
  private leftJobs = new Map<number, string>();
  private refused = 0;
  private concurrency = 0;
  private lonelySince: number | undefined = performance.now();
  private gameMilliseconds: number | undefined;
  private nextBeat = 0;
  private pending: Promise<string[]> | undefined;

  /** Connects to the queue and puts the run there; `folder` is where its games go, and `shouldStop` is asked now and then. */
  static async open(
    { address, note }: FleetChoice,
    job: GameJob,
    folder: string,
    shouldStop: () => boolean,
  ): Promise<Fleet> {
    const client = await connect(address, note);
    const version = codeVersion('fleet');
    const run = storedRun(job, version, `${hostname()}:${resolve(folder)}`);
    const queue = await jobQueue(client, queueNames(version));
    const fleet = new Fleet(client, new JobBoard(client, queue, run.id), run, version, job, note, shouldStop);
    try {
      await storeRun(client, run);
      await fleet.pickUp();
      return fleet;
    } catch (error) {
      await fleet.close();
      throw error;
    }
  }

  private constructor(
    client: Redis,
    board: JobBoard,
    run: StoredRun,
    version: string,
    job: GameJob,
    note: (line: string) => void,
    shouldStop: () => boolean,
  ) {
    this.client = client;
    this.waiter = waitingConnection(client);
    this.board = board;
    this.run = run;
    this.version = version;
    this.check = new ResultCheck(job);
    this.note = note;
    this.shouldStop = shouldStop;
    this.waiting = new Waiting(client, shouldStop);
  }

  /** Gives tasks away as workers have room, and tells of each game as it comes back. */
  async runAll(tasks: Iterable<GameTask>, heard: (played: PlayedGame) => void): Promise<void> {
    const source = tasks[Symbol.iterator]();
    let isDrained = false;
    let isStopping = false;
    while (!isDrained || this.ledger.jobs.size > 0) {
      if (!isDrained) isDrained = await this.waiting.for(this.give(source, heard));
      if (isDrained && this.ledger.jobs.size === 0) return;
      if (performance.now() >= this.nextBeat) await this.waiting.for(this.beat());
      if (!isStopping && this.shouldStop()) {
        isStopping = true;
        await this.waiting.for(this.withdraw());
      }
      if (isStopping && this.concurrency === 0) return;
      for (const text of await this.waiting.for(this.results())) this.take(text, heard);
    }
  }

  /** Leaves nothing of the run in the queue but what is being played. */
  async close(): Promise<void> {
    const leave = async () => {
      await this.board.withdraw();
      await forgetRun(this.client, this.run.id);
    };
    try {
      // A queue that has gone just now is not waited for.
      if (this.client.status === 'ready')
        await Promise.race([leave(), wait(LEAVE_MILLISECONDS, undefined, { ref: false })]);
    } finally {
      disconnect(this.waiter);
      disconnect(this.client);
    }
  }

  /** Finds what an earlier coordinator of this run has left: results, and jobs that are still to come. */
  private async pickUp(): Promise<void> {
    for (;;) {
      const texts = await this.board.resultsNow();
      for (const text of texts) this.take(text, () => {});
      if (texts.length === 0) break;
    }
    for (const { id, games } of await this.board.left())
      for (const { index } of games) this.leftJobs.set(index, id);
  }

  /** Posts jobs while there is room; true when there are no more tasks. */
  private async give(source: Iterator<GameTask>, heard: (played: PlayedGame) => void): Promise<boolean> {
    const posts = [];
    let isDrained = false;
    while (!isDrained && this.ledger.jobs.size < Math.max(FEWEST_JOBS, AHEAD * this.concurrency)) {
      const some: GameTask[] = [];
      while (some.length < this.gamesPerJob()) {
        const next = source.next();
        isDrained = next.done === true;
        if (next.done) break;
        if (!this.isUnderWay(next.value, heard)) some.push(next.value);
      }
      if (some.length === 0) continue;
      const job = this.board.jobOf(some.map(({ index, opening }) => ({ index, opening: [...opening] })));
      this.ledger.enter(job, some);
      posts.push(job);
    }
    if (posts.length > 0) await this.board.post(posts);
    return isDrained;
  }

  /** Whether a game has come back already, or is in a job that an earlier coordinator posted. */
  private isUnderWay(task: GameTask, heard: (played: PlayedGame) => void): boolean {
    const { index } = task;
    const early = this.early.get(index);
    this.early.delete(index);
    if (early !== undefined && this.accept(early.worker, early.game, task, heard)) return true;
    const id = this.leftJobs.get(index);
    if (id === undefined) return false;
    this.leftJobs.delete(index);
    this.ledger.enter({ id }, [task]);
    return true;
  }

  private gamesPerJob(): number {
    if (this.gameMilliseconds === undefined) return 1;
    const work = Math.max(JOB_MILLISECONDS, JOB_MILLISECONDS_A_THREAD * this.concurrency);
    return Math.min(MOST_GAMES, Math.max(1, Math.round(work / this.gameMilliseconds)));
  }

  private async results(): Promise<string[]> {
    this.pending ??= this.board.results(this.waiter);
    let timer: NodeJS.Timeout | undefined;
    const pause = new Promise<void>((done) => {
      timer = setTimeout(done, Math.max(0, this.nextBeat - performance.now()));
    });
    const texts = await Promise.race([this.pending, pause]);
    clearTimeout(timer);
    if (!Array.isArray(texts)) return [];
    this.pending = undefined;
    return texts;
  }

  private take(text: string, heard: (played: PlayedGame) => void): void {
    let result: FleetResult;
    try {
      result = readResult(text);
      if (result.version !== this.version)
        throw new InputError(`it is of version ${result.version}; this is ${this.version}`);
    } catch (error) {
      this.refuse('a result', error);
      return;
    }
    for (const game of result.games) {
      const task = this.ledger.task(game.index);
      if (task === undefined && !this.accepted.has(game.index)) {
        if (this.early.size < MOST_EARLY) this.early.set(game.index, { worker: result.worker, game });
      } else this.accept(result.worker, game, task, heard);
    }
  }

  /** Takes a game that the rules confirm; one that comes a second time is heard again, and compared. */
  private accept(
    worker: string,
    { index, text, searchMilliseconds, milliseconds }: ResultGame,
    task: GameTask | undefined,
    heard: (played: PlayedGame) => void,
  ): boolean {
    try {
      const checked = this.check.check(index, text, task?.opening);
      heard({ index, text, ...checked, searchMilliseconds, milliseconds });
    } catch (error) {
      this.refuse(`game ${index} of the worker ${worker}`, error);
      return false;
    }
    const mean = this.gameMilliseconds ?? milliseconds;
    this.gameMilliseconds = mean + (milliseconds - mean) / 16;
    this.accepted.add(index);
    this.ledger.strike(index);
    return true;
  }

  private refuse(what: string, error: unknown): void {
    if (!(error instanceof InputError)) throw error;
    this.refused++;
    this.note(printable(`refused ${what}: ${error.message}`));
  }

  /** Every other second: a sign of life, a look at who is there, and a search for jobs that got lost. */
  private async beat(): Promise<void> {
    this.nextBeat = performance.now() + BEAT_MILLISECONDS;
    const { client, run, version } = this;
    const coordinator = `${machineName()}:${process.pid}`;
    const pulse = { version, coordinator, games: this.accepted.size, refused: this.refused };
    await signalRun(client, run.id, pulse);
    await keepRun(client, run);
    const workers = await liveWorkers(client);
    const own = workers.filter((worker) => worker.version === version);
    this.concurrency = own.reduce((sum, worker) => sum + worker.concurrency, 0);
    this.lookForCompany(workers.length - own.length);
    for (const { id, reason } of await this.board.failures()) {
      const job = this.ledger.jobs.get(id);
      if (job !== undefined) await this.renew(job, `a job failed: ${reason}`);
    }
    const jobs = [...this.ledger.jobs.values()];
    const absent = new Set(await this.board.absent(jobs.map(({ id }) => id)));
    for (const job of jobs) {
      job.absences = absent.has(job.id) ? job.absences + 1 : 0;
      // The first time its result may just be on its way.
      if (job.absences > 1) await this.renew(job, 'a job came back without all its games');
    }
  }

  /** Posts what is left of a job again, and the run with it, whose weights may be what was wrong. */
  private async renew(job: OpenJob, reason: string): Promise<void> {
    const tasks = this.ledger.remove(job);
    const games = tasks.map(({ index }) => index).join(', ');
    if (job.renewals >= MOST_RENEWALS)
      throw new Failure(
        `the queue has failed ${job.renewals + 1} times to play game ${games}; the last time ${reason}`,
      );
    this.note(`${reason}; played again: game ${games}`);
    await storeRun(this.client, this.run);
    const again = this.board.jobOf(tasks.map(({ index, opening }) => ({ index, opening: [...opening] })));
    this.ledger.enter(again, tasks, job.renewals + 1);
    await this.board.post([again]);
  }

  private async withdraw(): Promise<void> {
    for (const id of await this.board.withdraw()) {
      const job = this.ledger.jobs.get(id);
      if (job !== undefined) this.ledger.remove(job);
    }
  }

  /** Says once in a while of loneliness that there is nobody to play. */
  private lookForCompany(others: number): void {
    if (this.concurrency > 0) {
      this.lonelySince = undefined;
      return;
    }
    this.lonelySince ??= performance.now();
    if (performance.now() - this.lonelySince < LONELY_MILLISECONDS) return;
    this.lonelySince = Infinity;
    const strangers = others === 0 ? '' : `; ${others} of another version are refused`;
    this.note(
      `no worker of version ${this.version} is at the queue${strangers}; evalsmith worker starts one`,
    );
  }
}
