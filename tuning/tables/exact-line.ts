import { CONE, type ExactEndings, type ExactLine } from '../../engine/cli/exact-play.ts';
import type { GameModule } from '../../engine/game-module.ts';
import type { SolvableBoards } from '../../engine/numbering.ts';
import type { Position } from '../../engine/position.ts';
import { DRAW, lossIn, WIN } from '../../engine/score.ts';
import type { Line } from '../../engine/search.ts';
import { coneOracle, MOST_CONE_POSITIONS } from './cone-oracle.ts';
import type { Oracle } from './oracle.ts';
import { openOracle } from './oracle-file.ts';
import { drawnBest } from './drawn-best.ts';

/** Best play by the oracle in a folder, or by solving the position, for the programs that play. */
export const exactLine = (solvable: SolvableBoards | undefined): ExactLine => {
  return (folder, game, position, isOver = () => false) => {
    if (folder === CONE) {
      if (solvable?.solveCone === undefined)
        return `${game.name} has no positions that are solved by themselves`;
      const oracle = coneOracle(game, position.size, solvable);
      return oracle.solve(position, { positions: MOST_CONE_POSITIONS, isOver }) ?? lineOf(oracle, position);
    }
    const oracle = openOracle(folder, game, position.size, solvable);
    if (!oracle.knows(position)) return `the oracle ${folder} does not know this position`;
    return lineOf(oracle, position);
  };
};

function lineOf(oracle: Oracle, position: Position): Line {
  const value = oracle.valueOf(position);
  const moves = value === 0 ? drawnBest(oracle, position) : oracle.bestLine(position);
  const score = value === 0 ? DRAW : value > 0 ? WIN - value : lossIn(-value);
  return { move: moves[0], score, depth: moves.length, nodes: 0, moves };
}

/** What a search may know by the oracle in a folder; undefined where the game of this module does not say how. */
export const exactEndings = ({ solvable, endings }: GameModule): ExactEndings => {
  return (folder, game, size) => endings?.(openOracle(folder, game, size, solvable));
};
