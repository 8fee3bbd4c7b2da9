import { Boards, type Ending, endingsOf } from '../../../engine/games/raichu/numbering.ts';
import { EndingSolver, type Ground, groundOf, type Written } from './ending-solver.ts';
import { type Tally, tallyEnding } from './ending-tally.ts';

/** What every worker is given; values and what is known are shared memory. */
export interface EndingWork {
  size: number;
  pieces: number;
  values: Int8Array;
  known: Uint8Array;
}

/** A part of an ending: of some lines the positions from one up to another. */
export interface EndingTask {
  /** Its place in the list of endings. */
  ending: number;
  /** Where in the shared memory begins what is known of it. */
  known: number;
  step: 'begin' | 'spread' | 'finish';
  plies: number;
  isDense: boolean;
  firstLine: number;
  lastLine: number;
  from: number;
  to: number;
}

export type EndingResult = Written | Tally;

/** Does tasks of a build, one after the other. */
export function endingWorker({
  size,
  pieces,
  values,
  known,
}: EndingWork): (task: EndingTask) => EndingResult {
  const boards = new Boards(size);
  const endings = endingsOf(boards, pieces);
  const ground = groundOf(boards, endings, values);
  const solvers = new Map<Ending, { solver: EndingSolver; known: number }>();
  return (task) => {
    const { step, plies, isDense, firstLine, lastLine, from, to } = task;
    const ending = endings[task.ending];
    if (step === 'finish') return tallyEnding(boards, ending, values, firstLine, lastLine);
    const solver = solverOf(ending, task.known);
    return step === 'begin'
      ? { ...solver.begin(firstLine, lastLine, from, to) }
      : { ...solver.spread(plies, isDense, firstLine, lastLine, from, to) };
  };

  // Those of the material that is being solved; its tables are large.
  function solverOf(ending: Ending, at: number): EndingSolver {
    const there = solvers.get(ending);
    if (there !== undefined && there.known === at) return there.solver;
    if (solvers.size >= 2) solvers.clear();
    const solver = new EndingSolver(ground, ending, knownOf(ground, ending, known, at));
    solvers.set(ending, { solver, known: at });
    return solver;
  }
}

function knownOf(
  { boards }: Ground,
  { own, enemy, isBare }: Ending,
  known: Uint8Array,
  at: number,
): Uint8Array {
  const lines = boards.rows(enemy, isBare).arrangementOf.length;
  return known.subarray(at, at + lines * boards.arrangements(own).count);
}
