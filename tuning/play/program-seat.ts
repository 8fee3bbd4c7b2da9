import type { Game } from '../../engine/game.ts';
import { visible } from '../../engine/text/visible.ts';
import { legalMoves, type Position } from '../../engine/position.ts';
import { answerMove, answerOf } from '../../engine/text/answer.ts';
import type { Forfeit } from '../dataset/game-record.ts';
import { Failure } from '../process/failure.ts';
import type { Board, ProgramFailure, Seat } from './seat.ts';
import { runTimed, type TimedRun } from './timed-program.ts';

/** What a program is given where the others have nodes. */
export const USUAL_SECONDS = 1;

// So often a move is asked for while the referee is away; a machine that is never there cannot referee.
const MOST_TRIES = 5;

// What is kept of a failed answer: enough to see what is wrong.
const ANSWER_CHARACTERS = 200;
const STDERR_CHARACTERS = 2000;
const ANSWERS_SHOWN = 8;

/** A program that is asked as the players' protocol has it: N PLAYER BOARD SECONDS, and the last line is the answer. */
export function programSeat(words: readonly string[], { game, limits }: Board): Seat {
  const seconds = limits.seconds ?? USUAL_SECONDS;
  return {
    isProgram: true,
    begin() {},
    async answer({ position }) {
      const run = await watchedRun(words, askedOf(game, position, seconds), seconds);
      const end = failureOf(game, position, run);
      if (end !== undefined) return { end, failure: failureKept(game, position, run) };
      return { move: answerMove(game, position, lastLine(run))!, source: 'program' };
    },
  };
}

/** The arguments of the players' protocol. */
export function askedOf(game: Game, position: Position, seconds: number): string[] {
  const { size, turn } = position;
  return [String(size), game.players[turn], game.formatBoard(position), String(seconds)];
}

/** How a run fails to answer; undefined where its last line is a legal answer. */
export function failureOf(game: Game, position: Position, run: TimedRun): Forfeit | undefined {
  if (run.end !== 'exited') return run.end === 'unwatched' ? 'late' : run.end;
  const line = lastLine(run);
  if (line.trim() === '') return 'silent';
  return answerMove(game, position, line) === undefined ? 'illegal' : undefined;
}

/** What is kept of such a run, without characters that could do anything. */
export function failureKept(
  game: Game,
  position: Position,
  run: TimedRun,
): Omit<ProgramFailure, 'game' | 'ply' | 'seat' | 'end'> {
  const moves = Array.from(legalMoves(position), (move) => answerOf(game, position, move));
  return {
    answer: shown(lastLine(run).slice(-ANSWER_CHARACTERS)),
    stderr: shown(run.errors.trimEnd().slice(-STDERR_CHARACTERS)),
    exit: run.exit,
    milliseconds: Math.round(run.milliseconds),
    expected: moves.slice(0, ANSWERS_SHOWN),
    legal: moves.length,
  };
}

function lastLine({ output }: TimedRun): string {
  return output.trimEnd().split('\n').at(-1)!;
}

/** Text of a stranger that is seen and not obeyed. */
function shown(text: string): string {
  return visible(text).replaceAll('\uFFFD', '\\ufffd').replaceAll('\t', ' ');
}

/** Runs a program, and again where nobody can tell whether it was late. */
async function watchedRun(
  [program, ...first]: readonly string[],
  asked: readonly string[],
  seconds: number,
): Promise<TimedRun> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const run = await runTimed(program, [...first, ...asked], 1000 * seconds).catch((error: Error) => {
      throw new Failure(
        `${JSON.stringify(program)} cannot be run: ${error.message}; the same command resumes from here`,
        { cause: error },
      );
    });
    if (run.end !== 'unwatched') return run;
  }
  throw new Failure(
    `this machine stood still while ${JSON.stringify(program)} had its time, for one move ${MOST_TRIES} times; the same command resumes from here`,
  );
}
