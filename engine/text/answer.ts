import type { Game } from '../game.ts';
import { legalMoves, type Move, type Position } from '../position.ts';

export function boardAfter(game: Game, position: Position, move: Move): string {
  position.make(move);
  const board = game.formatBoard(position);
  position.unmake();
  return board;
}

/** The last line of a player's output when it chooses this move. */
export function answerOf(game: Game, position: Position, move: Move): string {
  return game.formatAnswer(position, move, boardAfter(game, position, move));
}

/** The legal move of which a line is the answer, if there is one. */
export function answerMove(game: Game, position: Position, line: string): Move | undefined {
  return legalMoves(position).find((move) => answerOf(game, position, move) === line);
}
