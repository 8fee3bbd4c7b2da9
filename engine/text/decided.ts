import type { Game } from '../game.ts';
import { InputError } from '../input-error.ts';
import { DRAWN, type Outcome, type Position, winnerOf } from '../position.ts';

/** Who has won a decided game, by the letter of the player; `drawn` where nobody has. */
export function outcomeWord(game: Game, outcome: Exclude<Outcome, -1>): string {
  return outcome === DRAWN ? 'drawn' : game.players[outcome];
}

/** The same; null where the game goes on. */
export function winnerWord(game: Game, outcome: Outcome): string | null {
  return outcome === -1 ? null : outcomeWord(game, outcome);
}

export function outcomeText(game: Game, outcome: Exclude<Outcome, -1>): string {
  return outcome === DRAWN ? 'the game is drawn' : `${game.players[outcome]} has won`;
}

/** What is said of a position in which there is nothing left to play for. */
export function decidedNote(game: Game, outcome: Exclude<Outcome, -1>): string {
  return `the game is already decided: ${outcome === DRAWN ? 'it is drawn' : outcomeText(game, outcome)}`;
}

/** Refuses such a position. */
export function needUndecided(game: Game, position: Position): void {
  const outcome = winnerOf(position);
  if (outcome !== -1) throw new InputError(decidedNote(game, outcome));
}
