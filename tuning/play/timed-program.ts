import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setImmediate as afterEvents, setTimeout as wait } from 'node:timers/promises';
import { childEnvironment } from '../process/child-environment.ts';
import { killGroup, killMarked, marked, processNumbers } from '../process/marked-processes.ts';

/** How a run ended. It is unwatched where the time was up, but the referee was away meanwhile and cannot tell whose time. */
export type TimedEnd = 'exited' | 'crashed' | 'late' | 'unwatched';

// The answer is at the end; more than any line of it.
const KEPT_OUTPUT = 1 << 16;

/** What came of a run of a program. */
export interface TimedRun {
  /** The end of what it wrote to stdout and to stderr. */
  output: string;
  errors: string;
  end: TimedEnd;
  /** Its exit code, or the signal that ended it; null where its time was up. */
  exit: number | NodeJS.Signals | null;
  milliseconds: number;
}

const TICK_MILLISECONDS = 50;
// A busy machine wakes nobody to the millisecond; who comes so much later than a tick was stopped.
const AWAY_MILLISECONDS = 200;
// What has been killed is waited for so long; a program of another user cannot be killed.
const KILLED_MILLISECONDS = 1000;

/**
 * Runs a program until it exits or its time is up, and returns the end of its outputs. Then whatever it has started is
 * killed: what it has left behind neither lives on nor is waited for. Rejects where the program cannot be started.
 */
export async function runTimed(
  program: string,
  args: readonly string[],
  milliseconds: number,
): Promise<TimedRun> {
  const mark = randomUUID();
  const earlier = processNumbers();
  // Extra certificates would cost every start of Node some of its time.
  const { NODE_EXTRA_CA_CERTS: _, ...environment } = childEnvironment();
  const spawned = performance.now();
  const child = spawn(program, args, {
    // A group of its own, so that all of it can be killed at once.
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: marked(environment, mark),
  });
  const [output, errors] = [endOf(child.stdout), endOf(child.stderr)];
  const exited = new Promise<{ code: number | NodeJS.Signals | null; at: number }>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code: code ?? signal, at: performance.now() })),
  );
  await once(child, 'spawn');
  const clock = startClock(spawned, milliseconds);
  const exit = await Promise.race([exited, clock.rang]);
  clock.stop();
  killGroup(child.pid!);
  killMarked(mark, earlier);
  if (exit === undefined) await Promise.race([exited, wait(KILLED_MILLISECONDS, undefined, { ref: false })]);
  else await pendingEvents();
  child.stdout.destroy();
  child.stderr.destroy();
  return {
    output: output(),
    errors: errors(),
    end: endedBy(),
    exit: exit?.code ?? null,
    milliseconds: (exit?.at ?? performance.now()) - spawned,
  };

  function endedBy(): TimedEnd {
    if (exit === undefined) return clock.wasAway ? 'unwatched' : 'late';
    if (exit.code !== 0) return 'crashed';
    // Noticed so late, it would have been killed had the referee been there.
    return exit.at - spawned > milliseconds + AWAY_MILLISECONDS ? 'unwatched' : 'exited';
  }
}

/** A clock of any length from now on that knows whether this process was stopped meanwhile, or since a time before. */
function startClock(since: number, milliseconds: number) {
  const begin = performance.now();
  let last = since;
  let wasAway = false;
  let timer: NodeJS.Timeout | undefined;
  const rang = new Promise<undefined>((resolve) => {
    const tick = () => {
      const now = performance.now();
      if (now - last > TICK_MILLISECONDS + AWAY_MILLISECONDS) wasAway = true;
      last = now;
      const left = begin + milliseconds - now;
      if (left > 0) timer = setTimeout(tick, Math.min(TICK_MILLISECONDS, Math.ceil(left)));
      // An exit that waits to be heard comes first.
      else void pendingEvents().then(() => resolve(undefined));
    };
    tick();
  });
  return {
    rang,
    get wasAway() {
      return wasAway;
    },
    stop: () => clearTimeout(timer),
  };
}

/** Resolves when all that had happened by now has been heard: events are polled between two immediates. */
async function pendingEvents(): Promise<void> {
  await afterEvents();
  await afterEvents();
}

/** The end of what a stream has said so far. */
function endOf(stream: Readable): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (more: string) => {
    text += more;
    if (text.length > 2 * KEPT_OUTPUT) text = text.slice(-KEPT_OUTPUT);
  });
  stream.on('error', () => {});
  return () => text;
}
