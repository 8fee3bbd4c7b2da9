import { answerMove } from '../../engine/text/answer.ts';
import { Failure } from '../process/failure.ts';
import type { Board, Seat } from './seat.ts';
import { runTimed } from './timed-program.ts';

/** What a program is given where the others have nodes. */
const USUAL_SECONDS = 1;

// So often a move is asked for while the referee is away; a machine that is never there cannot referee.
const MOST_TRIES = 5;

/** A program that is asked as the players' protocol has it: N PLAYER BOARD SECONDS, and the last line is the answer. */
export function programSeat([program, ...first]: readonly string[], { game, limits }: Board): Seat {
  const seconds = limits.seconds ?? USUAL_SECONDS;
  return {
    begin() {},
    async answer({ position }) {
      const { size, turn } = position;
      const asked = [String(size), game.players[turn], game.formatBoard(position), String(seconds)];
      const { output, end } = await watchedRun(program, [...first, ...asked], seconds);
      if (end !== 'exited') return end;
      const line = output.trimEnd().split('\n').at(-1)!;
      if (line.trim() === '') return 'silent';
      const move = answerMove(game, position, line);
      return move === undefined ? 'illegal' : { move, source: 'program' };
    },
  };
}

/** Runs a program, and again where nobody can tell whether it was late. */
async function watchedRun(program: string, args: readonly string[], seconds: number) {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const { output, end } = await runTimed(program, args, 1000 * seconds).catch((error: Error) => {
      throw new Failure(
        `${JSON.stringify(program)} cannot be run: ${error.message}; the same command resumes from here`,
        { cause: error },
      );
    });
    if (end !== 'unwatched') return { output, end };
  }
  throw new Failure(
    `this machine stood still while ${JSON.stringify(program)} had its time, for one move ${MOST_TRIES} times; the same command resumes from here`,
  );
}
