import { spawn } from 'node:child_process';
import { answerMove } from '../../engine/text/answer.ts';
import { childEnvironment } from '../process/child-environment.ts';
import type { Board, Seat } from './seat.ts';

// More than any player has to say.
const MOST_OUTPUT = 1 << 20;

/** What a program is given where the others have nodes. */
const USUAL_SECONDS = 1;

/** A program that is asked as the players' protocol has it: N PLAYER BOARD SECONDS, and the last line is the answer. */
export function programSeat([program, ...first]: readonly string[], { game, limits }: Board): Seat {
  const seconds = limits.seconds ?? USUAL_SECONDS;
  return {
    begin() {},
    async answer({ position }) {
      const { size, turn } = position;
      const asked = [String(size), game.players[turn], game.formatBoard(position), String(seconds)];
      const { output, ended } = await runFor(program, [...first, ...asked], seconds);
      if (ended !== 'exited') return ended;
      const line = output.trimEnd().split('\n').at(-1)!;
      if (line.trim() === '') return 'silent';
      const move = answerMove(game, position, line);
      return move === undefined ? 'illegal' : { move, source: 'program' };
    },
  };
}

/** Runs a program until it exits or its time is up; then it is killed, with whatever it has started. */
function runFor(
  program: string,
  args: readonly string[],
  seconds: number,
): Promise<{ output: string; ended: 'exited' | 'late' | 'crashed' }> {
  return new Promise((resolve) => {
    // Reading extra certificates would cost every start of Node some of its time.
    const { NODE_EXTRA_CA_CERTS: _, ...environment } = childEnvironment();
    // A group of its own, so that all of it can be killed.
    const child = spawn(program, args, {
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: environment,
    });
    let output = '';
    let ended: 'exited' | 'late' | 'crashed' = 'exited';
    const clock = setTimeout(() => {
      ended = 'late';
      killGroup(child.pid);
    }, seconds * 1000);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < MOST_OUTPUT) output += text;
    });
    child.on('error', () => {
      clearTimeout(clock);
      resolve({ output: '', ended: 'crashed' });
    });
    child.on('exit', (code, signal) => {
      clearTimeout(clock);
      if (ended !== 'late' && (code !== 0 || signal !== null)) ended = 'crashed';
      // What it started and left behind would keep its output open.
      killGroup(child.pid);
    });
    child.on('close', () => resolve({ output, ended }));
  });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
