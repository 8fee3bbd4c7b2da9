import type { Game } from '../game.ts';
import type { Position } from '../position.ts';
import { type Line, type Play, positionAfter, shortened } from './lines-of-play.ts';

/** Where a game breaks a rule: the smallest position found. */
export interface Breach {
  /** What is wrong there. */
  readonly what: string;
  readonly size: number;
  /** The letter of the player to move. */
  readonly player: string;
  readonly board: string;
  /** The moves from the start to there, in the game's notation. */
  readonly moves: readonly string[];
}

/** A rule of the contract, for any game. */
export interface ContractRule {
  readonly name: string;
  /** The rules without which this one cannot be judged. */
  readonly needs: readonly ContractRule[];
  breachIn(play: Play): Breach | undefined;
}

/** What is wrong in a position, which was reached by this line, if anything. */
export type Check = (position: Position, line: Line, play: Play) => string | undefined;

/** A rule that every position keeps; `begin` gives a check that knows of no position yet. */
export function everywhere(name: string, needs: readonly ContractRule[], begin: () => Check): ContractRule {
  return {
    name,
    needs,
    breachIn(play) {
      const wrong = (check: Check, line: Line) =>
        faultOf(() => check(positionAfter(play.game, play.size, line), line, play));
      const check = begin();
      for (const line of play.lines) {
        const what = wrong(check, line);
        if (what === undefined) continue;
        const shortest = shortened(play, line, (shorter) => wrong(begin(), shorter) !== undefined);
        return breachAt(play, shortest, shortest === line ? what : wrong(begin(), shortest)!);
      }
      return undefined;
    },
  };
}

/** A rule of a board size as a whole, judged at its start. */
export function onceForEachSize(
  name: string,
  needs: readonly ContractRule[],
  check: (play: Play) => string | undefined,
): ContractRule {
  return {
    name,
    needs,
    breachIn(play) {
      const what = faultOf(() => check(play));
      return what === undefined ? undefined : breachAt(play, [], what);
    },
  };
}

/** What a check says; an error that the game throws is a fault as well. */
function faultOf(check: () => string | undefined): string | undefined {
  try {
    return check();
  } catch (error) {
    return errorText(error);
  }
}

export function errorText(error: unknown): string {
  return `it throws ${String(error)}`;
}

export function breachAt({ game, size }: Play, line: Line, what: string): Breach {
  const position = orElse(() => positionAfter(game, size, line), undefined);
  return {
    what,
    size,
    player: game.players[position?.turn ?? 0],
    board: orElse(() => game.formatBoard(position!), '?'),
    moves: line.map((move, i) => moveText(game, positionBefore(game, size, line, i), move)),
  };
}

function positionBefore(game: Game, size: number, line: Line, ply: number): Position | undefined {
  return orElse(() => positionAfter(game, size, line.slice(0, ply)), undefined);
}

/** The text of a move, or its number where the game cannot print it. */
export function moveText(game: Game, position: Position | undefined, move: number): string {
  return orElse(() => game.formatMove(position!, move), String(move));
}

function orElse<Value>(value: () => Value, otherwise: Value): Value {
  try {
    return value();
  } catch {
    return otherwise;
  }
}
