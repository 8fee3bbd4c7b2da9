import { storedOf } from '../tables/exact-values.ts';
import type { SolvedBoard } from '../tables/solvable-name.ts';
import { countsOf, PASSES, solve } from './retrograde.ts';
import type { Solver, SpecialSolvers } from './solver.ts';

// Loaded where they are needed.
const SPECIAL: Record<string, () => Promise<SpecialSolvers>> = {
  betsy: () => import('./betsy/betsy-solution.ts'),
  conga: () => import('./conga/conga-solution.ts'),
  raichu: () => import('./raichu/raichu-solution.ts'),
};

/** The solver for a board. */
export async function solverOf(board: SolvedBoard): Promise<Solver> {
  const special = Object.hasOwn(SPECIAL, board.game) ? await SPECIAL[board.game]() : undefined;
  return special?.solverOf(board) ?? general;
}

const general: Solver = (_, { numbering }, goal) => {
  const values = solve(numbering, (passed) => goal.heard(passed, PASSES * numbering.count, ''));
  return { values: storedOf(values), distances: 'end', counts: countsOf(numbering, values) };
};
