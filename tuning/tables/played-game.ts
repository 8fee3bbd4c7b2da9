import type { Game } from '../../engine/game.ts';
import { gameNamed, moduleOf } from '../../engine/games/index.ts';
import { InputError } from '../../engine/input-error.ts';
import type { Solvable } from '../../engine/numbering.ts';
import { quoted } from '../../engine/text/arguments.ts';
import { type SolvedBoard, solvableName } from './solvable-name.ts';

/** The game of this name, which must be known. */
export function knownGame(name: string): Game {
  const game = gameNamed(name);
  if (game === undefined) throw new InputError(`the game ${quoted(name)} is not known here`);
  return game;
}

/** The game that is played on a solved board: the game itself, or the variant that the scope makes of it. */
export function gameOn(board: SolvedBoard): Game {
  return Object.keys(board.scope).length === 0 ? knownGame(board.game) : solvedOn(board).game;
}

/** The game and the numbering of a solved board. */
export function solvedOn(board: SolvedBoard): Solvable {
  const solved = moduleOf(knownGame(board.game)).solvable?.open(board.size, board.scope);
  if (solved === undefined)
    throw new InputError(`the positions of ${solvableName(board)} are not numbered by this version`);
  return solved;
}
