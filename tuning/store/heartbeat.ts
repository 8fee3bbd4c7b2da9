import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';

/** So often an owner shows that it lives. */
const BEAT_MILLISECONDS = 5000;

// Written through a descriptor whose text was read: a file that another has put in its place meanwhile is not touched. A write
// takes the clock of the disk, which may be another machine's.
const CODE = `
const { closeSync, openSync, readSync, writeSync } = require('node:fs');
const { parentPort } = require('node:worker_threads');
const texts = new Map();
parentPort.on('message', ({ file, text }) => text === undefined ? texts.delete(file) : texts.set(file, text));
setInterval(() => {
  for (const [file, text] of texts) {
    try {
      const descriptor = openSync(file, 'r+');
      try {
        const bytes = Buffer.alloc(text.length + 1);
        const read = readSync(descriptor, bytes, 0, bytes.length, 0);
        if (bytes.toString('latin1', 0, read) === text) writeSync(descriptor, text[0], 0, 'latin1');
      } finally { closeSync(descriptor); }
    } catch {}
  }
}, ${BEAT_MILLISECONDS});`;

let worker: Worker | undefined;

/**
 * Keeps the time of a file's last change fresh for as long as this process runs and the file has this text; returns what
 * ends it. A thread of its own does it: a long computation must not make its owner seem dead.
 */
export function startHeartbeat(file: string, text: string): () => void {
  if (worker === undefined) {
    worker = new Worker(CODE, { eval: true });
    worker.unref();
  }
  const heart = worker;
  heart.postMessage({ file: resolve(file), text });
  return () => heart.postMessage({ file: resolve(file) });
}
