import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { InputError } from '../../../engine/input-error.ts';
import { Failure } from '../../process/failure.ts';
import type { GameJob, GameTask } from '../game-job.ts';
import type { Pool } from '../../process/pool.ts';
import type { PlayedGame } from '../referee.ts';
import type { QueueAddress } from './address.ts';
import { connect, disconnect, jobQueue, waitingConnection } from './connection.ts';
import { checkedGame } from './game-check.ts';
import { jobBoard, type PostedJob } from './job-board.ts';
import { Ledger, type OpenJob } from './ledger.ts';
import { type FleetResult, printable, readResult } from './messages.ts';
import { queueNames } from './redis-keys.ts';
import { patiently } from './waiting.ts';
import { BEAT_MILLISECONDS, liveWorkers, machineName, signalRun } from './roster.ts';
import { forgetRun, keepRun, storedRun, storeRun } from './run-store.ts';
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
type Heard = (played: PlayedGame) => void;

/** What plays games on the workers of a queue, as a Pool does on threads. */
export type Fleet = Pick<Pool<GameTask, PlayedGame>, 'runAll' | 'close'>;

/** Connects to the queue and puts the run there; `folder` is where its games go, and `shouldStop` is asked now and then. */
export async function openFleet(
  { address, note }: FleetChoice,
  job: GameJob,
  folder: string,
  shouldStop: () => boolean,
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
  let refused = 0;
  let concurrency = 0;
  let lonelySince: number | undefined = performance.now();
  let gameMilliseconds: number | undefined;
  let nextBeat = 0;
  let pending: Promise<string[]> | undefined;
  try {
    await atQueue(() => storeRun(client, run));
    await pickUp();
    return { runAll, close };
  } catch (error) {
    await close();
    throw error;
  }

  /** Gives tasks away as workers have room, and reports each game as it comes back. */
  async function runAll(tasks: Iterable<GameTask>, heard: Heard): Promise<void> {
    const source = tasks[Symbol.iterator]();
    let isDrained = false;
    let isStopping = false;
    while (!isDrained || ledger.jobs.size > 0) {
      if (!isDrained) isDrained = await give(source, heard);
      if (isDrained && ledger.jobs.size === 0) return;
      if (performance.now() >= nextBeat) await beat();
      if (!isStopping && shouldStop()) {
        isStopping = true;
        await withdraw();
      }
      if (isStopping && concurrency === 0) return;
      for (const text of await results()) take(text, heard);
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
      disconnect(waiter);
      disconnect(client);
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

  /** Whether a game has come back already, or is in a job that an earlier coordinator posted. */
  function isUnderWay(task: GameTask, heard: Heard): boolean {
    const { index } = task;
    const back = early.get(index);
    early.delete(index);
    if (back !== undefined && accept(back.worker, back.game, task, heard)) return true;
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

  async function results(): Promise<string[]> {
    pending ??= atQueue(() => board.results(waiter));
    // It is looked at again below, be it later.
    pending.catch(() => {});
    let timer: NodeJS.Timeout | undefined;
    const pause = new Promise<void>((done) => {
      timer = setTimeout(done, Math.max(0, nextBeat - performance.now()));
    });
    const texts = await Promise.race([pending, pause]);
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
    for (const game of result.games) {
      const task = ledger.task(game.index);
      if (task === undefined && !accepted.has(game.index)) {
        if (early.size < MOST_EARLY) early.set(game.index, { worker: result.worker, game });
      } else accept(result.worker, game, task, heard);
    }
  }

  /** Takes a game that the rules confirm; one that comes a second time is heard again, and compared. */
  function accept(worker: string, game: ResultGame, task: GameTask | undefined, heard: Heard): boolean {
    const { index, text, milliseconds } = game;
    try {
      heard({ ...game, ...checkedGame(job, index, text, task?.opening) });
    } catch (error) {
      refuse(`game ${index} of the worker ${worker}`, error);
      return false;
    }
    const mean = gameMilliseconds ?? milliseconds;
    gameMilliseconds = mean + (milliseconds - mean) / 16;
    accepted.add(index);
    ledger.strike(index);
    return true;
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
    const workers = await atQueue(() => liveWorkers(client));
    const own = workers.filter((worker) => worker.version === version);
    concurrency = own.reduce((sum, worker) => sum + worker.concurrency, 0);
    lookForCompany(workers.length - own.length);
    for (const { id, reason } of await atQueue(() => board.failures())) {
      const failed = ledger.jobs.get(id);
      if (failed !== undefined) await renew(failed, `a job failed: ${reason}`);
    }
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
