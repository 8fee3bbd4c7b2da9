import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { childEnvironment } from './child-environment.ts';
import { Failure } from './failure.ts';

/** Tasks sent ahead to each worker, so that it never waits for the next. */
const AHEAD = 2;

/** What a worker is told instead of a task when there are no more. */
const END = 'end';
// Node 20 aborts at times where a thread ends while its code is being compiled; that of one with nothing to do soon is.
const COMPILING_MILLISECONDS = 30;
const MOST_END_MILLISECONDS = 1000;

interface Waiting<Task, Result> {
  task: Task;
  resolve: (result: Result) => void;
  reject: (error: Error) => void;
}

/** Worker threads that all run the same file and share out tasks, in the order in which they are given. */
export class Pool<Task, Result> {
  private readonly workers: Worker[];
  private readonly underWay: Waiting<Task, Result>[][];
  private readonly queue: Waiting<Task, Result>[] = [];
  // Why a worker has ended, and with it all of them.
  private failure: Error | undefined;

  constructor(file: URL, size: number, data: unknown, env = childEnvironment()) {
    const options = { workerData: data, env };
    this.workers = Array.from({ length: size }, () => new Worker(file, options));
    this.underWay = this.workers.map(() => []);
    this.workers.forEach((worker, i) => {
      worker.on('message', (result: Result) => {
        this.underWay[i].shift()!.resolve(result);
        this.dispatch();
      });
      // An error's class is lost on its way between threads.
      worker.on('error', (error: Error) =>
        this.fail(error.name === 'Failure' ? new Failure(error.message) : error),
      );
    });
  }

  /** Runs one task as soon as a worker is free. */
  run(task: Task): Promise<Result> {
    if (this.failure !== undefined) return Promise.reject(this.failure);
    return new Promise((resolve, reject) => {
      this.queue.push({ task, resolve, reject });
      this.dispatch();
    });
  }

  /** Runs tasks as they are taken, one by one and only when there is room, and reports each result as it comes. */
  async runAll(tasks: Iterable<Task>, heard: (result: Result) => void): Promise<void> {
    const underWay = new Set<Promise<void>>();
    for (const task of tasks) {
      const done = this.run(task).then((result) => {
        underWay.delete(done);
        heard(result);
      });
      // Whoever is told of the first failure is told enough.
      done.catch(() => {});
      underWay.add(done);
      while (this.room <= 0) await Promise.race(underWay);
    }
    await Promise.all(underWay);
  }

  /** Tasks that can be given before any has to wait. */
  private get room(): number {
    const busy = this.underWay.reduce((sum, tasks) => sum + tasks.length, this.queue.length);
    return this.workers.length * AHEAD - busy;
  }

  /** Ends all workers: those that have nothing to do by their own hand, the others at once. */
  async close(): Promise<void> {
    await Promise.all(
      this.workers.map(async (worker, i) => {
        const isIdle = this.underWay[i].length === 0 && this.failure === undefined;
        if (isIdle) {
          const exited = once(worker, 'exit');
          worker.postMessage(END);
          await Promise.race([exited, wait(MOST_END_MILLISECONDS, undefined, { ref: false })]);
        }
        await worker.terminate();
      }),
    );
  }

  private dispatch(): void {
    while (this.queue.length > 0) {
      const least = this.underWay.reduce(
        (best, tasks, i, all) => (tasks.length < all[best].length ? i : best),
        0,
      );
      if (this.underWay[least].length >= AHEAD) return;
      const next = this.queue.shift()!;
      this.underWay[least].push(next);
      this.workers[least].postMessage(next.task);
    }
  }

  private fail(error: Error): void {
    this.failure ??= error;
    for (const { reject } of [...this.underWay.flat(), ...this.queue]) reject(error);
    this.underWay.forEach((tasks) => (tasks.length = 0));
    this.queue.length = 0;
  }
}

/** The worker's side: what it was given when it was made, and an answer to each task in turn. */
export function serveTasks(prepare: (data: unknown) => (task: unknown) => unknown): void {
  const answer = prepare(workerData);
  let last: Promise<unknown> = Promise.resolve();
  parentPort!.on('message', (task: unknown) => {
    if (task === END) {
      void last.then(() => setTimeout(() => process.exit(0), COMPILING_MILLISECONDS));
      return;
    }
    last = last.then(() => answer(task)).then((result) => parentPort!.postMessage(result));
  });
}

/** A worker's file, which must be a built one: Node 20 cannot run TypeScript in a worker. `path` is from tuning/. */
export function workerFile(path: string): URL {
  const built = import.meta.url.endsWith('.ts') ? `../../dist/tuning/${path}` : `../${path}`;
  return new URL(built, import.meta.url);
}
