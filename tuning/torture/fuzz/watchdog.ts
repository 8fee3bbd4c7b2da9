import { Worker } from 'node:worker_threads';

// Of the processor: on a busy machine any text is slow. One that takes as long as this never ends.
const HANG_SECONDS = 20;
const MOST_BYTES = 4096;

// On a thread of its own, since a reader that hangs lets nobody else speak.
const PROGRAM = `
const { workerData: { count, text } } = require('node:worker_threads');
const { writeSync } = require('node:fs');
let last = -1;
let since = 0;
setInterval(() => {
  const now = Atomics.load(count, 0);
  const used = process.cpuUsage().user;
  if (now !== last) since = used;
  else if (used - since > ${1e6 * HANG_SECONDS}) {
    writeSync(2, 'hangs: ' + Buffer.from(text).toString('utf8').replace(/\\0+$/, '') + '\\n');
    process.kill(process.pid, 'SIGKILL');
  }
  last = now;
}, 1000);
`;

/** Ends this process, and says at which text, where it reads one for far too long. */
export function watchForHangs(): { heard(reader: string, text: string): void; end(): void } {
  const count = new Int32Array(new SharedArrayBuffer(4));
  const text = new Uint8Array(new SharedArrayBuffer(MOST_BYTES));
  const worker = new Worker(PROGRAM, { eval: true, workerData: { count, text } });
  worker.unref();
  return {
    heard(reader, read) {
      text.fill(0);
      text.set(Buffer.from(`${reader}: ${JSON.stringify(read.slice(0, 500))}`).subarray(0, MOST_BYTES));
      Atomics.add(count, 0, 1);
    },
    end: () => void worker.terminate(),
  };
}
