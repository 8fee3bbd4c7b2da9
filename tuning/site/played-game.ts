import type { Game } from '../../engine/game.ts';
import { gameNamed, moduleOf } from '../../engine/games/index.ts';
import type { Solvable } from '../../engine/numbering.ts';
import type { SolvedBoard } from '../tables/solvable-name.ts';

/** The game of this name, which the site must have. */
export function siteGame(name: string): Game {
  const game = gameNamed(name);
  if (game === undefined) throw new Error(`this site does not have the game ${name}`);
  return game;
}

/** The game that is played on a solved board: the game itself, or the variant that the scope makes of it. */
export function gameOn(board: SolvedBoard): Game {
  return Object.keys(board.scope).length === 0 ? siteGame(board.game) : solvedOn(board).game;
}

/** The game and the numbering of a solved board. */
export function solvedOn({ game, size, scope }: SolvedBoard): Solvable {
  const solved = moduleOf(siteGame(game)).solvable?.open(size, scope);
  if (solved === undefined)
    throw new Error('this version of the page does not number the positions of this board');
  return solved;
}
