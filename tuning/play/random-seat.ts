import { legalMoves } from '../../engine/position.ts';
import type { Seat } from './seat.ts';

/** Any legal move, each as likely as the others. */
export const randomSeat: Seat = {
  begin() {},
  answer({ position }, random) {
    const moves = legalMoves(position);
    return { move: moves[random.below(moves.length)], source: 'random' };
  },
};
