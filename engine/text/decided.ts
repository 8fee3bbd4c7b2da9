import type { Game } from '../game.ts';
import { InputError } from '../input-error.ts';
import { type Position, type Side, winnerOf } from '../position.ts';

/** What is said of a position in which there is nothing left to play for. */
export function decidedNote(game: Game, winner: Side): string {
  return `the game is already decided: ${game.players[winner]} has won`;
}

/** Refuses such a position. */
export function needUndecided(game: Game, position: Position): void {
  const winner = winnerOf(position);
  if (winner !== -1) throw new InputError(decidedNote(game, winner));
}
