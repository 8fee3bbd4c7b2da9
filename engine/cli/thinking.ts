import { closeSync, constants, openSync, readSync } from 'node:fs';
import { clearLine, cursorTo } from 'node:readline';
import type { Limits, Line } from '../search.ts';

// A person notices nothing shorter.
const SILENT_MILLISECONDS = 700;
const TERMINAL_MILLISECONDS = 200;
const PLAIN_MILLISECONDS = 10_000;
const KEYS_MILLISECONDS = 30;

const INTERRUPT = 3;

/**
 * A search of so many nodes for a person who waits: stderr tells how far it is. In a terminal Ctrl-C ends the thought, and the
 * best move so far is played; elsewhere it ends the program.
 */
export function thinking(nodes: number, search: (limits: Limits) => Line): Line {
  const { stderr } = process;
  const begin = performance.now();
  let next = begin + SILENT_MILLISECONDS;
  let nextKeys = begin;
  let isShown = false;
  const keys = openKeys();
  const act = keys === undefined ? 'Ctrl-C quits' : 'Ctrl-C lets it move now';
  const stop = (done: number) => {
    const now = performance.now();
    if (now >= nextKeys) {
      nextKeys = now + KEYS_MILLISECONDS;
      if (keys?.isInterrupted()) return true;
    }
    if (now < next) return false;
    next = now + (stderr.isTTY ? TERMINAL_MILLISECONDS : PLAIN_MILLISECONDS);
    const left = Math.ceil(((now - begin) * (nodes - done)) / done / 1000);
    const text = `thinking: ${Math.floor((100 * done) / nodes)} %, at most ${left} s left; ${act}`;
    if (stderr.isTTY) clear();
    stderr.write(stderr.isTTY ? text : `${text}\n`);
    isShown = true;
    return false;
  };
  const clear = () => {
    cursorTo(stderr, 0);
    clearLine(stderr, 0);
  };
  try {
    return search({ nodes, stop });
  } finally {
    keys?.close();
    if (isShown && stderr.isTTY) clear();
  }
}

interface Keys {
  isInterrupted(): boolean;
  close(): void;
}

/** The keyboard, read while no JavaScript but the search runs; undefined where there is none that can be. */
function openKeys(): Keys | undefined {
  const { stdin } = process;
  if (!stdin.isTTY) return undefined;
  let terminal: number;
  try {
    terminal = openSync('/dev/tty', constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  const wasRaw = stdin.isRaw;
  // So that Ctrl-C is a key and no signal.
  stdin.setRawMode(true);
  const bytes = Buffer.alloc(256);
  const typed: Buffer[] = [];
  return {
    isInterrupted() {
      try {
        const some = bytes.subarray(0, readSync(terminal, bytes));
        if (some.includes(INTERRUPT)) return true;
        typed.push(Buffer.from(some));
      } catch {
        // Nothing was typed.
      }
      return false;
    },
    close() {
      closeSync(terminal);
      stdin.setRawMode(wasRaw);
      // What was typed ahead is for the prompt.
      if (typed.length > 0) stdin.unshift(Buffer.concat(typed));
    },
  };
}
