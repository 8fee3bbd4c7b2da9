// Text that is written before the next thing is done, for programs that may be killed at any moment.
import { writeSync } from 'node:fs';

// So long a full pipe is waited for that nobody reads.
const PATIENCE_MILLISECONDS = 5000;
const PAUSE_MILLISECONDS = 5;

/** Writes to stdout. A reader that has seen enough ends the program; an error is the caller's. */
export function writeOut(text: string): void {
  try {
    writeAll(1, text);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
    process.exit();
  }
}

/** Writes to stderr, where that can be done. */
export function writeNote(text: string): void {
  try {
    writeAll(2, text);
  } catch {
    // There is nobody to tell.
  }
}

/** What ends a program, in a line. */
export function reasonOf(error: unknown): string {
  const { message, syscall, code }: NodeJS.ErrnoException =
    error instanceof Error ? error : new Error(String(error));
  const reason = syscall === 'write' ? `the output cannot be written (${code})` : message;
  return reason.split('\n')[0];
}

function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  let deadline = performance.now() + PATIENCE_MILLISECONDS;
  for (let written = 0; written < bytes.length;) {
    try {
      written += writeSync(descriptor, bytes, written);
      deadline = performance.now() + PATIENCE_MILLISECONDS;
    } catch (error) {
      const isFull = (error as NodeJS.ErrnoException).code === 'EAGAIN';
      if (!isFull || performance.now() >= deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MILLISECONDS);
    }
  }
}
