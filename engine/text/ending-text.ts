import type { Ending } from '../ending.ts';
import type { Game } from '../game.ts';

/** How a game ended, for people. */
export function endingText(game: Game, { winner, end }: Ending): string {
  if (winner !== -1) return `${game.players[winner]} has won`;
  if (end === 'repetition') return 'a draw: the position has occurred three times';
  if (end === 'quiet') return `a draw: ${game.quietCap} plies without a capture or promotion`;
  return `a draw: ${game.plyCap} plies`;
}
