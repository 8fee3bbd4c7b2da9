import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { InputError } from '../../../engine/input-error.ts';
import { Failure } from '../../process/failure.ts';
import { Pool, workerFile } from '../../process/pool.ts';
import type { GameJob, GameTask } from '../game-job.ts';
import type { PlayedGame } from '../referee.ts';
import type { QueueAddress } from './address.ts';
import { connect, disconnect, jobQueue, waitingConnection } from './connection.ts';
import { type CheckAnswer, checkedGames, type CheckedJob, type CheckTask } from './game-check.ts';
import { jobBoard, type PostedJob } from './job-board.ts';
import { Ledger, type OpenJob } from './ledger.ts';
import { type FleetResult, printable, readResult } from './messages.ts';
import { queueNames } from './redis-keys.ts';
import { patiently } from './waiting.ts';
import { BEAT_MILLISECONDS, liveWorkers, machineName, shutOutWorker, signalRun } from './roster.ts';
import { forgetRun, keepRun, storedRun, storeRun } from './run-store.ts';
import { codeVersion } from '../../store/identity.ts';

/** The queue that plays a run, and who hears what it is about. */
export interface FleetChoice {
  address: QueueAddress;
  note: (line: string) => void;
  /** The share of the games that are played again. */
  audit: number;
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
/** Threads that check games where there are many, and results that may wait for them. */
const CHECKERS = 2;
const FEW_GAMES = 200;
const MOST_CHECKS = 64;
const LONELY_MILLISECONDS = 10_000;
const LEAVE_MILLISECONDS = 5000;

type ResultGame = FleetResult['games'][number];
/** A game and who played it. */
export interface FleetGame extends PlayedGame {
  worker: string;
}

type Heard = (played: FleetGame) => void;

/** A game that came in, and what it is to be where that is known. */
interface Claim {
  game: ResultGame;
  task: GameTask | undefined;
}

/** What plays games on the workers of a queue, as a Pool does on threads. */
export interface Fleet {
  runAll: (tasks: Iterable<GameTask>, heard: Heard) => Promise<void>;
  /** Plays games once more that have come back, while others are played. */
  again: (tasks: readonly GameTask[]) => void;
  close: () => Promise<void>;
}

/** Connects to the queue and puts the run there; `folder` is where its games go, and `shouldStop` is asked now and then. */
export async function openFleet(
  { address, note }: FleetChoice,
  job: GameJob,
  folder: string,
  shouldStop: () => boolean,
  /** Workers whose results are not taken, and of each the game that was its last. */
  shutOut: ReadonlyMap<string, number> = new Map(),
): Promise<Fleet> {
  const { client, troubles } = await connect(address, note);
  const atQueue = <Value>(work: () => Promise<Value>) => patiently(client, troubles, shouldStop, work);
  const version = codeVersion('fleet');
  const run = storedRun(job, version, `${hostname()}:${resolve(folder)}`);
  const board = jobBoard(client, await jobQueue(client, queueNames(version)), run.id);
  const waiter = waitingConnection(client);
  const ledger = new Ledger();
  const early = new Map<number, { worker: string; game: ResultGame }>();
  const accepted = new Set<number>();
  const leftJobs = new Map<number, string>();
  const repeats: GameTask[] = [];
  let refused = 0;
  let concurrency = 0;
  let lonelySince: number | undefined = performance.now();
  let gameMilliseconds: number | undefined;
  let nextBeat = 0;
  let pending: Promise<string[]> | undefined;
  const { game, size, settings, seats } = job;
  const checked: CheckedJob = { game, size, settings, seats: seats.map(({ kind }) => ({ kind })) };
  let checkers: Pool<CheckTask, CheckAnswer> | undefined;
  const inCheck = new Set<Promise<void>>();
  let failure: unknown;
  let isClosed = false;
  try {
    await atQueue(() => storeRun(client, run));
    await pickUp();
    return { runAll, again: (tasks) => repeats.push(...tasks), close };
  } catch (error) {
    await close();
    throw error;
  }

  /** Gives tasks away as workers have room, and reports each game as it comes back. */
  async function runAll(tasks: Iterable<GameTask>, heard: Heard): Promise<void> {
    const source = tasks[Symbol.iterator]();
    let isDrained = false;
    let isStopping = false;
    for (;;) {
      if (!isDrained) isDrained = await give(source, heard);
      if (isStopping) repeats.length = 0;
      await repeat(isDrained);
      if (failure !== undefined) throw failure;
      if (isDrained && ledger.jobs.size === 0 && inCheck.size === 0 && repeats.length === 0) return;
      if (performance.now() >= nextBeat) await beat();
      if (!isStopping && shouldStop()) {
        isStopping = true;
        await withdraw();
      }
      if (isStopping && concurrency === 0) return;
      for (const text of await results()) take(text, heard);
      while (inCheck.size > MOST_CHECKS) await Promise.race(inCheck);
    }
  }

  /** Leaves nothing of the run in the queue but what is being played. */
  async function close(): Promise<void> {
    const leave = async () => {
      await board.withdraw();
      await forgetRun(client, run.id);
    };
    try {
      // A queue that is not well just now is not waited for: what stays there is picked up later, or forgotten in the end.
      if (client.status === 'ready')
        await Promise.race([leave().catch(() => {}), wait(LEAVE_MILLISECONDS, undefined, { ref: false })]);
    } finally {
      isClosed = true;
      disconnect(waiter);
      disconnect(client);
      await checkers?.close();
    }
  }

  /** Finds what an earlier coordinator of this run has left: results, and jobs that are still to come. */
  async function pickUp(): Promise<void> {
    for (;;) {
      const texts = await atQueue(() => board.resultsNow());
      for (const text of texts) take(text, () => {});
      if (texts.length === 0) break;
    }
    for (const { id, games } of await atQueue(() => board.left()))
      for (const { index } of games) leftJobs.set(index, id);
  }

  /** Posts jobs while there is room; true when there are no more tasks. */
  async function give(source: Iterator<GameTask>, heard: Heard): Promise<boolean> {
    const posts: PostedJob[] = [];
    let isDrained = false;
    while (!isDrained && ledger.jobs.size < Math.max(FEWEST_JOBS, AHEAD * concurrency)) {
      const some: GameTask[] = [];
      while (some.length < gamesPerJob()) {
        const next = source.next();
        isDrained = next.done === true;
        if (next.done) break;
        if (!isUnderWay(next.value, heard)) some.push(next.value);
      }
      if (some.length === 0) continue;
      const posted = board.jobOf(some);
      ledger.enter(posted, some);
      posts.push(posted);
    }
    if (posts.length > 0) await atQueue(() => board.post(posts));
    return isDrained;
  }

  /** Posts games once more, a job's worth at a time. */
  async function repeat(isAll: boolean): Promise<void> {
    const least = isAll ? 1 : gamesPerJob();
    while (repeats.length >= least) {
      const some = repeats.splice(0, gamesPerJob());
      const posted = board.jobOf(some, randomUUID());
      ledger.enter(posted, some);
      await atQueue(() => board.post([posted]));
    }
  }

  /** Whether a game has come back already, or is in a job that an earlier coordinator posted. */
  function isUnderWay(task: GameTask, heard: Heard): boolean {
    const { index } = task;
    const back = early.get(index);
    early.delete(index);
    if (back !== undefined) {
      check(back.worker, [{ game: back.game, task }], heard, () => repeats.push(task));
      return true;
    }
    const id = leftJobs.get(index);
    if (id === undefined) return false;
    leftJobs.delete(index);
    ledger.enter({ id }, [task]);
    return true;
  }

  function gamesPerJob(): number {
    if (gameMilliseconds === undefined) return 1;
    const work = Math.max(JOB_MILLISECONDS, JOB_MILLISECONDS_A_THREAD * concurrency);
    return Math.min(MOST_GAMES, Math.max(1, Math.round(work / gameMilliseconds)));
  }

  /** What was waited for when the run was over. */
  function unlessClosed(error: unknown): string[] {
    if (isClosed) return [];
    throw error;
  }

  async function results(): Promise<string[]> {
    pending ??= atQueue(() => board.results(waiter).catch(unlessClosed));
    // It is looked at again below, be it later.
    pending.catch(() => {});
    let timer: NodeJS.Timeout | undefined;
    const pause = new Promise<void>((done) => {
      timer = setTimeout(done, Math.max(0, nextBeat - performance.now()));
    });
    const texts = await Promise.race([pending, pause, ...inCheck]);
    clearTimeout(timer);
    if (!Array.isArray(texts)) return [];
    pending = undefined;
    return texts;
  }

  function take(text: string, heard: Heard): void {
    let result: FleetResult;
    try {
      result = readResult(text);
      if (result.version !== version)
        throw new InputError(`it is of version ${result.version}; this is ${version}`);
    } catch (error) {
      return refuse('a result', error);
    }
    if (shutOut.has(result.worker)) {
      const tasks = result.games.flatMap(({ index }) => ledger.task(index) ?? []);
      for (const { index } of tasks) ledger.strike(index);
      repeats.push(...tasks);
      return;
    }
    // Before they are checked, as the size of the next jobs depends on it.
    gameMilliseconds ??= result.games[0].milliseconds;
    const claims: Claim[] = [];
    for (const game of result.games) {
      const task = ledger.task(game.index);
      if (task !== undefined || accepted.has(game.index)) claims.push({ game, task });
      else if (early.size < MOST_EARLY) early.set(game.index, { worker: result.worker, game });
    }
    if (claims.length > 0) check(result.worker, claims, heard);
  }

  /** What the rules say of games: threads take longer to start than a few games to check. */
  async function answersTo(task: CheckTask): Promise<CheckAnswer> {
    if (accepted.size < FEW_GAMES) return checkedGames(checked, task);
    checkers ??= new Pool(workerFile('play/fleet/check-thread.js'), CHECKERS, checked);
    return checkers.run(task);
  }

  /** Checks games and takes those that the rules confirm. */
  function check(worker: string, claims: readonly Claim[], heard: Heard, refused = () => {}): void {
    const task = claims.map(({ game: { index, text }, task: known }) => ({
      index,
      text,
      opening: known?.opening,
    }));
    const done = answersTo(task)
      .then((answers) => {
        for (const [i, answer] of answers.entries()) {
          const { index } = task[i];
          if ('problem' in answer) {
            refuse(`game ${index} of the worker ${worker}`, new InputError(answer.problem));
            refused();
          } else accept({ ...claims[i].game, ...answer, worker }, heard);
        }
      })
      .catch((error: unknown) => void (failure ??= error))
      .finally(() => inCheck.delete(done));
    inCheck.add(done);
  }

  /** Takes a game; one that comes a second time is heard again, and compared. */
  function accept(played: FleetGame, heard: Heard): void {
    const { index, milliseconds } = played;
    heard(played);
    const mean = gameMilliseconds ?? milliseconds;
    gameMilliseconds = mean + (milliseconds - mean) / 16;
    accepted.add(index);
    ledger.strike(index);
  }

  function refuse(what: string, error: unknown): void {
    if (!(error instanceof InputError)) throw error;
    refused++;
    note(printable(`refused ${what}: ${error.message}`));
  }

  /** Every other second: a sign of life, a look at who is there, and a search for jobs that got lost. */
  async function beat(): Promise<void> {
    nextBeat = performance.now() + BEAT_MILLISECONDS;
    const coordinator = `${machineName()}:${process.pid}`;
    const pulse = { version, coordinator, games: accepted.size, refused };
    await atQueue(() => signalRun(client, run.id, pulse));
    await atQueue(() => keepRun(client, run));
    for (const [worker, game] of shutOut) await atQueue(() => shutOutWorker(client, worker, game));
    const workers = await atQueue(() => liveWorkers(client));
    const own = workers.filter((worker) => worker.version === version);
    concurrency = own.reduce((sum, worker) => sum + worker.concurrency, 0);
    lookForCompany(workers.length - own.length);
    for (const { id, reason } of await atQueue(() => board.failures())) {
      const failed = ledger.jobs.get(id);
      if (failed !== undefined) await renew(failed, `a job failed: ${reason}`);
    }
    // What is being checked, or not yet read, has come back.
    await Promise.all(inCheck);
    if (await atQueue(() => board.hasResults())) return;
    const jobs = [...ledger.jobs.values()];
    const ids = jobs.map(({ id }) => id);
    const absent = new Set(await atQueue(() => board.absent(ids)));
    for (const open of jobs) {
      open.absences = absent.has(open.id) ? open.absences + 1 : 0;
      // The first time its result may just be on its way.
      if (open.absences > 1) await renew(open, 'a job came back without all its games');
    }
  }

  /** Posts what is left of a job again, and the run with it, whose weights may be what was wrong. */
  async function renew(lost: OpenJob, reason: string): Promise<void> {
    const tasks = ledger.remove(lost);
    const games = tasks.map(({ index }) => index).join(', ');
    if (lost.renewals >= MOST_RENEWALS)
      throw new Failure(
        `the queue has failed ${lost.renewals + 1} times to play game ${games}; the last time ${reason}`,
      );
    note(`${reason}; played again: game ${games}`);
    await atQueue(() => storeRun(client, run));
    const again = board.jobOf(tasks);
    ledger.enter(again, tasks, lost.renewals + 1);
    await atQueue(() => board.post([again]));
  }

  async function withdraw(): Promise<void> {
    for (const id of await atQueue(() => board.withdraw())) {
      const withdrawn = ledger.jobs.get(id);
      if (withdrawn !== undefined) ledger.remove(withdrawn);
    }
  }

  /** Says once in a while of loneliness that there is nobody to play. */
  function lookForCompany(others: number): void {
    if (concurrency > 0) {
      lonelySince = undefined;
      return;
    }
    lonelySince ??= performance.now();
    if (performance.now() - lonelySince < LONELY_MILLISECONDS) return;
    lonelySince = Infinity;
    const strangers = others === 0 ? '' : `; ${others} of another version are refused`;
    note(`no worker of version ${version} is at the queue${strangers}; evalsmith worker starts one`);
  }
}
