import { clearLine, cursorTo } from 'node:readline';
import type { Limits, Line } from '../search.ts';

// A person notices nothing shorter.
const SILENT_MILLISECONDS = 700;
const TERMINAL_MILLISECONDS = 200;
const PLAIN_MILLISECONDS = 10_000;

/**
 * A search of so many nodes for a person who waits: stderr tells how far it is, and Ctrl-C ends the program at once, for
 * which the keyboard is handed back to the system as long as no JavaScript can hear it.
 */
export function thinking(nodes: number, search: (limits: Limits) => Line): Line {
  const { stdin, stderr } = process;
  const begin = performance.now();
  let next = begin + SILENT_MILLISECONDS;
  let isShown = false;
  const tell = (done: number) => {
    const now = performance.now();
    if (now < next) return false;
    next = now + (stderr.isTTY ? TERMINAL_MILLISECONDS : PLAIN_MILLISECONDS);
    const left = Math.ceil(((now - begin) * (nodes - done)) / done / 1000);
    const text = `thinking: ${Math.floor((100 * done) / nodes)} %, at most ${left} s left; Ctrl-C quits`;
    if (stderr.isTTY) clear();
    stderr.write(stderr.isTTY ? text : `${text}\n`);
    isShown = true;
    return false;
  };
  const clear = () => {
    cursorTo(stderr, 0);
    clearLine(stderr, 0);
  };
  const isRaw = stdin.isTTY && stdin.isRaw;
  if (isRaw) stdin.setRawMode(false);
  try {
    return search({ nodes, stop: tell });
  } finally {
    if (isRaw) stdin.setRawMode(true);
    if (isShown && stderr.isTTY) clear();
  }
}
