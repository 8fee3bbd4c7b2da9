import type { Ending } from '../../engine/ending.ts';
import type { Game } from '../../engine/game.ts';
import { endingText } from '../../engine/text/ending-text.ts';
import { titled } from '../page/figures.ts';
import { sideName, wordsOf } from '../page/game-words.ts';

/** How a game ended, as a sentence. */
export function endingSentence(game: Game, ending: Ending): string {
  const { winner, end } = ending;
  if (winner === -1) return `${titled(endingText(game, ending))}.`;
  const how = end === 'blocked' ? ': the other side cannot move' : ` ${wordsOf(game).ends[end] ?? ''}`;
  return `${sideName(game, winner)} has won${how.trimEnd()}.`;
}
