import type { Game } from '../../engine/game.ts';
import { moduleOf } from '../../engine/games/index.ts';
import { InputError } from '../../engine/input-error.ts';
import type { Solvable } from '../../engine/numbering.ts';
import { neededGame } from '../store/needed-game.ts';
import { type SolvedBoard, solvableName } from './solvable-name.ts';

/** The game that is played on a solved board: the game itself, or the variant that the scope makes of it. */
export function gameOn(board: SolvedBoard): Game {
  return Object.keys(board.scope).length === 0
    ? neededGame(board.game, 'the board is of')
    : solvedOn(board).game;
}

/** The game and the numbering of a solved board. */
export function solvedOn(board: SolvedBoard): Solvable {
  const solved = moduleOf(neededGame(board.game, 'the board is of')).solvable?.open(board.size, board.scope);
  if (solved === undefined)
    throw new InputError(`the positions of ${solvableName(board)} are not numbered by this version`);
  return solved;
}
