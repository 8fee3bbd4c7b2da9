import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

// Kept free at the end of the time, to write the answer and leave. A busy machine that was slow to start Node will be as slow
// to end it, so the time that the start took is kept free as well.
const RESERVE_MILLISECONDS = 40;
const RESERVE_STARTS = 1.2;
const RESERVE_SHARE = 0.05;

// What a start spends waiting for a processor, and how long the search was once left without one, will happen again at the
// end. Shorter pauses are the search's own: the clock is asked every few hundred nodes.
const RESERVE_WAITS = 0.5;
const RESERVE_PAUSES = 2.5;
const OWN_PAUSE_MILLISECONDS = 12;

// The system tells when a process began in hundredths of a second, twice rounded.
const TICK_MILLISECONDS = 10;

const STARTED_MILLISECONDS = performance.now();
const WORKED_MILLISECONDS = workedMilliseconds();

/**
 * When a program that has some seconds must stop to have ended in time, for whoever started it. The busier the machine
 * shows itself, the earlier that is.
 */
export class Deadline {
  private readonly milliseconds: number;
  private end: number;
  private last: number | undefined;
  private longestPause = OWN_PAUSE_MILLISECONDS;

  constructor(seconds: number, unseen = unseenMilliseconds()) {
    this.milliseconds = 1000 * seconds - unseen;
    const waited = Math.max(STARTED_MILLISECONDS + unseen - WORKED_MILLISECONDS, 0);
    const reserve =
      RESERVE_MILLISECONDS + RESERVE_STARTS * (STARTED_MILLISECONDS + unseen) + RESERVE_WAITS * waited;
    this.end = 1000 * seconds * (1 - RESERVE_SHARE) - unseen - reserve;
  }

  /** Whether there is no time to begin a search: the end is here, or half of the time went into the start. */
  isMissed(): boolean {
    const now = performance.now();
    return now >= this.end || now >= this.milliseconds / 2;
  }

  /** Whether to stop. To be asked again and again, without other work in between than the search's. */
  isOver(now = performance.now()): boolean {
    // The first time, the search was being made ready.
    const pause = now - (this.last ?? now);
    this.last = now;
    if (pause > this.longestPause) {
      this.end -= RESERVE_PAUSES * (pause - this.longestPause);
      this.longestPause = pause;
    }
    return now >= this.end;
  }
}

/** How long the process was there before performance.now began to count. A shell may have lived in it before, so no more than a start takes. */
function unseenMilliseconds(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1');
    const ticks = Number(stat.slice(stat.lastIndexOf(')')).split(' ')[20]);
    const age = 1000 * uptime() - TICK_MILLISECONDS * ticks - 2 * TICK_MILLISECONDS;
    return Math.min(Math.max(age - performance.now(), 0), STARTED_MILLISECONDS);
  } catch {
    // Only Linux tells.
    return 0;
  }
}

function workedMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
