import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';

// Kept free at the end of the time, to write the answer and leave. A busy machine that was slow to start Node will be as slow
// to end it, so the time that the start took is kept free as well.
const RESERVE_MILLISECONDS = 40;
const RESERVE_STARTS = 1.2;
const RESERVE_SHARE = 0.05;

// What else is kept free on a busy machine, the largest of three: half of what the start waited for a processor, two and a
// half times the longest pause that the search was left without one, and a share of the time where it was so for a fifth
// of its own. Shorter pauses are the search's own: the clock is asked every few hundred nodes.
const RESERVE_WAITS = 0.5;
const RESERVE_PAUSES = 2.5;
const OWN_PAUSE_MILLISECONDS = 12;
const BUSY_SHARE = 0.2;
const RESERVE_BUSY_SHARE = 0.15;
const RESERVE_BUSY_MOST_MILLISECONDS = 500;

// The system tells when a process began in hundredths of a second, twice rounded.
const TICK_MILLISECONDS = 10;

const CLOCKED_MILLISECONDS = performance.now();
const WORKED_MILLISECONDS = workedMilliseconds();

/** How the start of a process went, in milliseconds. */
interface Start {
  /** What performance.now had counted when the program began. */
  clocked: number;
  /** What went by before that clock began. */
  unseen: number;
  /** How long processors worked on it. */
  worked: number;
}

/**
 * When a program that has some seconds must stop to have ended in time, for whoever started it. The busier the machine
 * shows itself, the earlier that is.
 */
export class Deadline {
  private readonly milliseconds: number;
  /** When to stop on a calm machine. */
  private readonly calmEnd: number;
  private readonly busyReserve: number;
  private reserve: number;
  private first: number | undefined;
  private last = 0;
  private paused = 0;

  constructor(seconds: number, { clocked, unseen, worked } = startOfProcess()) {
    const started = clocked + unseen;
    this.milliseconds = 1000 * seconds - unseen;
    this.calmEnd =
      1000 * seconds * (1 - RESERVE_SHARE) - unseen - RESERVE_MILLISECONDS - RESERVE_STARTS * started;
    this.busyReserve = Math.min(1000 * seconds * RESERVE_BUSY_SHARE, RESERVE_BUSY_MOST_MILLISECONDS);
    this.reserve = RESERVE_WAITS * Math.max(started - worked, 0);
  }

  /** Milliseconds to the end of the time itself, which nothing may outlast. */
  left(now = performance.now()): number {
    return this.milliseconds - now;
  }

  /** Whether there is no time to begin a search: the end is here, or half of the time went into the start. */
  isMissed(now = performance.now()): boolean {
    return now >= this.calmEnd - this.reserve || now >= this.milliseconds / 2;
  }

  /** Whether to stop. To be asked again and again, without other work in between than the search's. */
  isOver(now = performance.now()): boolean {
    // Before the first time, the search was being made ready.
    if (this.first === undefined) this.first = now;
    else if (now - this.last > OWN_PAUSE_MILLISECONDS) this.notice(now - this.last, now - this.first);
    this.last = now;
    return now >= this.calmEnd - this.reserve;
  }

  private notice(pause: number, searched: number): void {
    this.paused += pause;
    const busy = this.paused > BUSY_SHARE * searched && this.paused > 2 * pause ? this.busyReserve : 0;
    this.reserve = Math.max(this.reserve, RESERVE_PAUSES * (pause - OWN_PAUSE_MILLISECONDS), busy);
  }
}

function startOfProcess(): Start {
  return { clocked: CLOCKED_MILLISECONDS, unseen: unseenMilliseconds(), worked: WORKED_MILLISECONDS };
}

/** How long the process was there before performance.now began to count. A shell may have lived in it before, so no more than a start takes. */
function unseenMilliseconds(): number {
  try {
    const stat = readFileSync('/proc/self/stat', 'latin1');
    const ticks = Number(stat.slice(stat.lastIndexOf(')')).split(' ')[20]);
    const age = 1000 * uptime() - TICK_MILLISECONDS * ticks - 2 * TICK_MILLISECONDS;
    return Math.min(Math.max(age - performance.now(), 0), CLOCKED_MILLISECONDS);
  } catch {
    // Only Linux tells.
    return 0;
  }
}

function workedMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
