import type { Game } from '../game.ts';
import type { Side } from '../position.ts';

/** What is said of a position in which there is nothing left to play for. */
export function decidedNote(game: Game, winner: Side): string {
  return `the game is already decided: ${game.players[winner]} has won`;
}
