import type { Game } from '../../engine/game.ts';
import { Player } from '../../engine/player.ts';
import { Table } from '../../engine/table.ts';
import { evaluatorOf, type Weights } from '../../engine/weights.ts';
import { type MoveLimits, searchLimits, type Seat, TABLE_MEGABYTES } from './seat.ts';

/** A seat for weights with our search, which takes so much for a move. */
export function heuristicSeat(weights: Weights, { game, limits }: { game: Game; limits: MoveLimits }): Seat {
  const player = new Player(game, evaluatorOf(weights, game), Table.ofMegabytes(TABLE_MEGABYTES));
  return {
    begin: () => player.forget(),
    answer({ position }) {
      const { move, score, nodes } = player.choose(position, searchLimits(limits));
      return { move, source: 'search', score, nodes };
    },
  };
}
