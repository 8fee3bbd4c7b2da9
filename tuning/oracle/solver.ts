import type { Solvable } from '../../engine/numbering.ts';
import type { SolvedBoard } from '../tables/solvable-name.ts';
import type { Solution } from './oracle-folder.ts';

/** What a solver is given beside its board. */
export interface SolverGoal {
  workers: number;
  /** A folder for what is solved so far; a solver that finds one of its own there resumes from it. */
  checkpoint: string;
  checkpointMilliseconds: number;
  /** Asked now and then. A solver that is to stop writes its checkpoint first. */
  shouldStop(): boolean;
  /** Hears how much is done, of how much where that is known, and where the work stands. */
  heard(done: number, total: number | undefined, text: string): void;
}

/** Solves positions; undefined where it was stopped. */
export type Solver = (
  board: SolvedBoard,
  solvable: Solvable,
  goal: SolverGoal,
) => Solution | undefined | Promise<Solution | undefined>;

/** What the module of a game's own solvers exports: the one for a board, where the general one is not for it. */
export interface SpecialSolvers {
  solverOf(board: SolvedBoard): Solver | undefined;
}
