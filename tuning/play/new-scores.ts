import { findMove, type Game } from '../../engine/game.ts';
import { legalMoves } from '../../engine/position.ts';
import { Player } from '../../engine/player.ts';
import { Table } from '../../engine/table.ts';
import { type ChosenParameters, parametersOf } from '../../engine/parameters.ts';
import { evaluatorOf, type Weights } from '../../engine/weights.ts';
import { type GameRow, gameRowsText } from '../dataset/rows.ts';
import { TABLE_MEGABYTES } from './seat.ts';

/** Who scores games anew. */
export interface Scorer {
  game: string;
  size: number;
  weights: Weights;
  parameters: ChosenParameters;
  nodes: number;
}

/** The text of a game whose searched positions are searched again, each with nothing known of the others but the moves before it. */
export function newScores(game: Game, { size, weights, parameters, nodes }: Omit<Scorer, 'game'>) {
  const table = Table.ofMegabytes(TABLE_MEGABYTES);
  const player = new Player(game, evaluatorOf(weights, game), table, parametersOf(parameters));
  return (index: number, rows: readonly GameRow[]): string => {
    const position = game.start(size);
    return gameRowsText(
      rows.map((row) => {
        const scored = { ...row, game: index };
        if (row.source === 'search') {
          player.forget();
          const found = player.choose(position, { nodes });
          scored.score = found.score;
          scored.nodes = found.nodes;
        }
        position.make(findMove(game, position, legalMoves(position), row.move)!);
        return scored;
      }),
    );
  };
}
