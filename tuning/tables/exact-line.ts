import type { ExactLine } from '../../engine/cli/move-command.ts';
import { DRAW, lossIn, WIN } from '../../engine/score.ts';
import { openOracle } from './oracle-file.ts';

/** Best play by the oracle in a folder, for the programs that play. */
export const exactLine: ExactLine = (folder, game, position) => {
  const oracle = openOracle(folder, game, position.size);
  const value = oracle.valueOf(position);
  const moves = oracle.bestLine(position);
  const score = value === 0 ? DRAW : value > 0 ? WIN - value : lossIn(-value);
  return { move: moves[0], score, depth: moves.length, nodes: 0, moves };
};
