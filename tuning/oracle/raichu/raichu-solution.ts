import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Boards, type Ending, endingsOf } from '../../../engine/games/raichu/numbering.ts';
import { Failure } from '../../process/failure.ts';
import { Pool, workerFile } from '../../process/pool.ts';
import { takeLock } from '../../store/lock.ts';
import type { Counts } from '../../tables/exact-values.ts';
import type { SolvedBoard } from '../../tables/solvable-name.ts';
import type { Solution } from '../oracle-folder.ts';
import type { Solver, SolverGoal } from '../solver.ts';
import { readSealedBytes, writeSealedBytes } from '../values-file.ts';
import { fillUnknown, LONGEST_STORED, type Written } from './ending-solver.ts';
import type { EndingResult, EndingTask, EndingWork } from './ending-work.ts';
import { addTally, countsOfTally, emptyTally, type Tally } from './ending-tally.ts';

// Positions of a task: enough to be worth a message.
const TASK_POSITIONS = 1 << 21;
// With more wins than this for each open position, the open ones are looked at rather than those before the wins.
const DENSE = 1 / 16;

/** The endings of a material, by who is to move: one where both sides have the same. They are solved together. */
interface Pair {
  endings: readonly Ending[];
  /** Their places in the list. */
  places: readonly number[];
  /** Where what is known of each begins. */
  known: readonly number[];
  knownBytes: number;
  first: number;
  count: number;
}

type EndingPool = Pool<EndingTask, EndingResult>;

/**
 * Solves Raichu's endings material by material. Returns undefined where it was stopped; the checkpoint has a file for each material that
 * is solved.
 */
export async function solveEndings(
  size: number,
  pieces: number,
  goal: SolverGoal,
): Promise<Solution | undefined> {
  mkdirSync(goal.checkpoint, { recursive: true });
  const unlock = takeLock(join(goal.checkpoint, 'lock'));
  try {
    return await solveFromCheckpoint(size, pieces, goal);
  } finally {
    unlock();
  }
}

async function solveFromCheckpoint(
  size: number,
  pieces: number,
  goal: SolverGoal,
): Promise<Solution | undefined> {
  const boards = new Boards(size);
  const endings = endingsOf(boards, pieces);
  const pairs = pairsOf(endings);
  const total = pairs.reduce((sum, { count }) => sum + count, 0);
  const values = new Int8Array(new SharedArrayBuffer(total));
  const known = new Uint8Array(new SharedArrayBuffer(Math.max(...pairs.map((pair) => pair.knownBytes))));
  const work: EndingWork = { size, pieces, values, known };
  const pool: EndingPool = new Pool(workerFile('oracle/raichu/raichu-worker.js'), goal.workers, work);
  let solved = 0;
  try {
    for (const [i, pair] of pairs.entries()) {
      const { endings: both, first, count } = pair;
      const bytes = new Uint8Array(values.buffer, first, count);
      const file = join(goal.checkpoint, `${i}.bin`);
      if (existsSync(file)) {
        if (!readSealedBytes(file, bytes))
          throw new Failure(
            `${file} is damaged or of another board; expected a checkpoint of this one, or no such file`,
          );
      } else {
        const name = both[0].name;
        fillUnknown(values.subarray(first, first + count), known);
        await solvePair(pool, pair, (plies) =>
          goal.heard(solved, total, `solving ${name}${plies === 0 ? '' : `, ${plies} plies`}`),
        );
        writeSealedBytes(file, bytes);
        if (goal.shouldStop() && i + 1 < pairs.length) return undefined;
      }
      solved += count;
      goal.heard(solved, total, '');
    }
    const tallies: Tally[] = [];
    for (const i of endings.keys()) tallies.push(await tallyOf(pool, endings[i], i));
    return solutionOf(endings, tallies, new Uint8Array(values.buffer));
  } finally {
    await pool.close();
  }
}

function solutionOf(endings: readonly Ending[], tallies: readonly Tally[], bytes: Uint8Array): Solution {
  const all = emptyTally();
  const parts: Record<string, Counts> = {};
  endings.forEach(({ name }, i) => {
    parts[name] = countsOfTally(tallies[i]);
    addTally(all, tallies[i]);
  });
  return { values: { bits: 8, bytes }, distances: 'conversion', counts: countsOfTally(all), parts };
}

function pairsOf(endings: readonly Ending[]): Pair[] {
  const pairs: Pair[] = [];
  for (let i = 0; i < endings.length; i++) {
    const { own, enemy, first } = endings[i];
    const places = own === enemy ? [i] : [i, i + 1];
    const both = places.map((place) => endings[place]);
    const sizes = both.map(({ rows, columns }) => rows * columns);
    // A line of one ending is a row of the other.
    const knownSizes = sizes.toReversed();
    pairs.push({
      endings: both,
      places,
      known: knownSizes.map((_, at) => (at === 0 ? 0 : knownSizes[0])),
      knownBytes: sum(sizes),
      first,
      count: sum(sizes),
    });
    i += places.length - 1;
  }
  return pairs;
}

/** Solves the endings of a material, a ply at a time, until a ply brings nothing new. */
async function solvePair(pool: EndingPool, pair: Pair, heard: (plies: number) => void): Promise<void> {
  const { endings } = pair;
  heard(0);
  let last = await step(pool, pair, 'begin', 0, []);
  const open = endings.map(({ rows, columns }) => rows * columns);
  let isBlocked = last.some(({ blocked }) => blocked > 0);
  for (let plies = 1; ; plies++) {
    // The step of one ply goes back from positions without a move; the wins and losses in one are those of the beginning, too.
    if (plies > 1 && last.every(({ won, lost }) => won + lost === 0)) return;
    if (plies > LONGEST_STORED)
      throw new Failure(`a capture or promotion takes more than ${LONGEST_STORED} plies`);
    if (plies === 1 && !isBlocked) continue;
    heard(plies);
    const other = (side: number) => endings.length - 1 - side;
    const isDense = endings.map((_, side) => last[other(side)].won > open[side] * DENSE);
    const written = await step(pool, pair, 'spread', plies, isDense);
    written.forEach(({ won, lost }, side) => (open[side] -= won + lost));
    last = plies === 1 ? written.map((now, side) => added(now, last[side])) : written;
    isBlocked = false;
  }
}

async function step(
  pool: EndingPool,
  { endings, places, known }: Pair,
  name: EndingTask['step'],
  plies: number,
  isDense: readonly boolean[],
): Promise<Written[]> {
  const written: Written[] = endings.map(() => ({ won: 0, lost: 0, blocked: 0 }));
  const side = (task: EndingTask) => places.indexOf(task.ending);
  const tasks = endings.flatMap((_, i) => {
    const { rows, columns } = endings[endings.length - 1 - i];
    return partsOf(rows, columns).map((part) => ({
      ...part,
      ending: places[i],
      known: known[i],
      step: name,
      plies,
      isDense: isDense[i] ?? false,
    }));
  });
  await Promise.all(
    tasks.map(async (task) => {
      const result = (await pool.run(task)) as Written;
      written[side(task)] = added(written[side(task)], result);
    }),
  );
  return written;
}

async function tallyOf(pool: EndingPool, { rows, columns }: Ending, place: number): Promise<Tally> {
  const tally = emptyTally();
  const tasks = partsOf(rows, columns, false).map((part) => ({
    ...part,
    ending: place,
    known: 0,
    step: 'finish' as const,
    plies: 0,
    isDense: false,
  }));
  await pool.runAll(tasks, (result) => addTally(tally, result as Tally));
  return tally;
}

/** Parts of so many lines of a length: some lines each, or where these are long a part of one. */
function partsOf(
  lines: number,
  length: number,
  mayCut = true,
): Pick<EndingTask, 'firstLine' | 'lastLine' | 'from' | 'to'>[] {
  const parts = [];
  const together = Math.max(1, Math.floor(TASK_POSITIONS / length));
  const piece = mayCut ? Math.min(length, TASK_POSITIONS) : length;
  for (let line = 0; line < lines; line += together)
    for (let from = 0; from < length; from += piece)
      parts.push({
        firstLine: line,
        lastLine: Math.min(lines, line + together),
        from,
        to: Math.min(length, from + piece),
      });
  return parts;
}

function added(one: Written, other: Written): Written {
  return { won: one.won + other.won, lost: one.lost + other.lost, blocked: one.blocked + other.blocked };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

/** The solver of Raichu's endings. */
export function solverOf({ size, scope }: SolvedBoard): Solver {
  return (_board, _solvable, goal) => solveEndings(size, scope.pieces, goal);
}
