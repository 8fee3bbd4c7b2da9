import type { Game } from '../../engine/game.ts';
import { type ChosenParameters, parametersOf } from '../../engine/parameters.ts';
import { Player } from '../../engine/player.ts';
import { Table } from '../../engine/table.ts';
import { evaluatorOf, type Weights } from '../../engine/weights.ts';
import { type MoveLimits, searchLimits, type Seat, TABLE_MEGABYTES } from './seat.ts';

/** A seat for weights with our search, which takes so much for a move and has the default parameters but for those chosen. */
export function heuristicSeat(
  weights: Weights,
  { game, limits }: { game: Game; limits: MoveLimits },
  parameters: ChosenParameters = {},
): Seat {
  const table = Table.ofMegabytes(TABLE_MEGABYTES);
  const player = new Player(game, evaluatorOf(weights, game), table, parametersOf(parameters));
  return {
    begin: () => player.forget(),
    answer({ position }) {
      const { move, score, nodes } = player.choose(position, searchLimits(limits));
      return { move, source: 'search', score, nodes };
    },
  };
}
