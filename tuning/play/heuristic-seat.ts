import { Player } from '../../engine/player.ts';
import { Table } from '../../engine/table.ts';
import { evaluatorOf, type Weights } from '../../engine/weights.ts';
import { type Board, searchLimits, type Seat, TABLE_MEGABYTES } from './seat.ts';

/** Weights with our search. */
export function heuristicSeat(weights: Weights, { game, limits }: Board): Seat {
  const player = new Player(game, evaluatorOf(weights, game), Table.ofMegabytes(TABLE_MEGABYTES));
  return {
    begin: () => player.forget(),
    answer({ position }) {
      const { move, score, nodes } = player.choose(position, searchLimits(limits));
      return { move, source: 'search', score, nodes };
    },
  };
}
