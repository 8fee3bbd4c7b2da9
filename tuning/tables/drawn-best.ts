import { type Move, type Position, winnerOf } from '../../engine/position.ts';
import type { Oracle } from './oracle.ts';

/**
 * How to play a drawn position for the win: the move after which the largest share of replies loses, among those that bring no board of
 * the game again where there are others, and best play by both sides after it.
 */
export function drawnBest(oracle: Oracle, position: Position): Move[] {
  const drawn = oracle.movesOf(position).filter(({ value }) => value === 0);
  const risks = drawn.map(({ move }) => {
    position.make(move);
    const replies = winnerOf(position) === -1 ? oracle.movesOf(position) : [];
    const wrong = replies.filter(({ value }) => value < 0).length;
    const comesAgain = position.state.occurrences(1) > 0;
    position.unmake();
    return comesAgain ? -1 : wrong / Math.max(1, replies.length);
  });
  const { move } = drawn[risks.indexOf(Math.max(...risks))];
  position.make(move);
  const rest = winnerOf(position) === -1 ? oracle.bestLine(position) : [];
  position.unmake();
  return [move, ...rest];
}
