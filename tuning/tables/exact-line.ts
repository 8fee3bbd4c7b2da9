import type { ExactEndings, ExactLine } from '../../engine/cli/move-command.ts';
import type { GameModule } from '../../engine/game-module.ts';
import type { SolvableBoards } from '../../engine/numbering.ts';
import { DRAW, lossIn, WIN } from '../../engine/score.ts';
import { openOracle } from './oracle-file.ts';

/** Best play by the oracle in a folder, for the programs that play; undefined where it does not know the position. */
export const exactLine = (solvable: SolvableBoards | undefined): ExactLine => {
  return (folder, game, position) => {
    const oracle = openOracle(folder, game, position.size, solvable);
    if (!oracle.knows(position)) return undefined;
    const value = oracle.valueOf(position);
    const moves = oracle.bestLine(position);
    const score = value === 0 ? DRAW : value > 0 ? WIN - value : lossIn(-value);
    return { move: moves[0], score, depth: moves.length, nodes: 0, moves };
  };
};

/** What a search may know by the oracle in a folder; undefined where the game of this module does not say how. */
export const exactEndings = ({ solvable, endings }: GameModule): ExactEndings => {
  return (folder, game, size) => endings?.(openOracle(folder, game, size, solvable));
};
