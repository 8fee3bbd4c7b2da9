import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { workerFile } from '../../process/pool.ts';
import { instantiate, type KernelCode } from './kernel-code.ts';

/** What a thread of a kernel is given. */
export interface KernelShare {
  code: KernelCode;
  /** The address of the network. */
  network: number;
  control: Int32Array;
}

// The words of the control block.
const TURN = 0;
const OPERATION = 1;
const PARTS = 2;
const NEXT_PART = 3;
const THREADS_DONE = 4;
const WORDS = 5;

const END = -1;
// A thread looks so often for its next turn before it sleeps: waking one takes as long as a small operation.
const LOOKS = 20_000;

/**
 * Threads that share out the parts of an operation of a kernel with the thread that asks, which waits until all are done. The
 * parts are the same for any number of threads, and so is what they come to.
 */
export class KernelThreads {
  private readonly control = new Int32Array(new SharedArrayBuffer(4 * WORDS));
  private readonly run: (operation: number, part: number) => void;
  private readonly workers: Worker[];

  private constructor(code: KernelCode, network: number, others: number) {
    const { run } = instantiate(code);
    this.run = (operation, part) => run(network, operation, part);
    const share: KernelShare = { code, network, control: this.control };
    this.workers = Array.from(
      { length: others },
      () => new Worker(workerFile('fit/backend/kernel-thread.js'), { workerData: share }),
    );
  }

  /** Starts all threads but the one that calls. */
  static async start(code: KernelCode, network: number, threads: number): Promise<KernelThreads> {
    const started = new KernelThreads(code, network, threads - 1);
    await Promise.all(
      started.workers.map(
        (worker) => new Promise((ready, failed) => worker.once('message', ready).once('error', failed)),
      ),
    );
    for (const worker of started.workers) worker.unref();
    return started;
  }

  do(operation: number, parts: number): void {
    const { control, workers } = this;
    if (workers.length === 0 || parts === 1) {
      for (let part = 0; part < parts; part++) this.run(operation, part);
      return;
    }
    this.begin(operation, parts);
    doParts(control, this.run);
    for (let looks = 0; ; looks++) {
      const done = Atomics.load(control, THREADS_DONE);
      if (done === workers.length) return;
      if (looks > LOOKS) Atomics.wait(control, THREADS_DONE, done);
    }
  }

  async close(): Promise<void> {
    for (const worker of this.workers) worker.ref();
    const exits = this.workers.map((worker) => once(worker, 'exit'));
    this.begin(END, 0);
    await Promise.all(exits);
  }

  private begin(operation: number, parts: number): void {
    const { control } = this;
    control[OPERATION] = operation;
    control[PARTS] = parts;
    control[NEXT_PART] = 0;
    control[THREADS_DONE] = 0;
    Atomics.add(control, TURN, 1);
    Atomics.notify(control, TURN);
  }
}

/** The thread's side: does parts at each turn until it is told to end. */
export function serveTurns({ code, network, control }: KernelShare, ready: () => void): void {
  const { run } = instantiate(code);
  let turn = 0;
  ready();
  for (;;) {
    for (let looks = 0; Atomics.load(control, TURN) === turn; looks++)
      if (looks > LOOKS) Atomics.wait(control, TURN, turn);
    turn++;
    if (control[OPERATION] === END) return;
    doParts(control, (operation, part) => run(network, operation, part));
    Atomics.add(control, THREADS_DONE, 1);
    Atomics.notify(control, THREADS_DONE);
  }
}

function doParts(control: Int32Array, run: (operation: number, part: number) => void): void {
  const [operation, parts] = [control[OPERATION], control[PARTS]];
  for (;;) {
    const part = Atomics.add(control, NEXT_PART, 1);
    if (part >= parts) return;
    run(operation, part);
  }
}
