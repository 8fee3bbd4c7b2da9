import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CongaNumbering } from '../../../engine/games/conga/numbering.ts';
import { Failure } from '../../process/failure.ts';
import { Pool, workerFile } from '../../process/pool.ts';
import { takeLock } from '../../store/lock.ts';
import { type Counts, storedBytes } from '../../tables/exact-values.ts';
import type { SolvedBoard } from '../../tables/solvable-name.ts';
import type { Solver, SolverGoal } from '../solver.ts';
import { readSealedBytes, SEAL_BYTES, writeSealedBytes } from '../values-file.ts';
import { CongaSteps, DRAWN, LOST, NONE, WON } from './conga-steps.ts';

/** What every worker is given: the values, two bits each, are shared memory. */
export interface StepWork {
  size: number;
  stones: number;
  values: Uint8Array;
}

/** Positions to go back from. */
export interface StepTask {
  numbers: Uint32Array;
  areLost: boolean;
}

const NUMBERS_OF_TASK = 4096;

/** What is known after so many plies: the values, and the positions that are decided in exactly so many. */
interface Reached {
  plies: number;
  values: Uint8Array;
  newest: Uint32Array;
}

export interface CongaValues {
  values: Uint8Array;
  counts: Counts;
}

/**
 * Solves Conga back from the positions without a move, a ply at a time. Few positions are won or lost, so that only these are looked at.
 * Returns undefined where it was stopped; the checkpoint has what is done.
 */
export async function solveBySteps(
  size: number,
  stones: number,
  goal: SolverGoal,
): Promise<CongaValues | undefined> {
  mkdirSync(goal.checkpoint, { recursive: true });
  const unlock = takeLock(join(goal.checkpoint, 'lock'));
  try {
    return await solveFromCheckpoint(size, stones, goal);
  } finally {
    unlock();
  }
}

async function solveFromCheckpoint(
  size: number,
  stones: number,
  goal: SolverGoal,
): Promise<CongaValues | undefined> {
  const numbering = new CongaNumbering(size, stones);
  const { count } = numbering;
  const values = new Uint8Array(new SharedArrayBuffer(storedBytes(count, 2)));
  const reached = readCheckpoint(goal.checkpoint, values) ?? begin(numbering, stones, values);
  const work: StepWork = { size, stones, values };
  const pool = new Pool<StepTask, Uint32Array>(
    workerFile('oracle/conga/conga-worker.js'),
    goal.workers,
    work,
  );
  let written = performance.now();
  let found = 0;
  try {
    while (reached.newest.length > 0) {
      goal.heard(found, undefined, `of won and lost positions, ${reached.plies} plies back`);
      const parts: Uint32Array[] = [];
      await pool.runAll(tasksOf(reached), (part) => parts.push(part));
      reached.newest = joined(parts);
      reached.plies++;
      found += reached.newest.length;
      const isStopped = goal.shouldStop();
      if (isStopped || performance.now() - written >= goal.checkpointMilliseconds) {
        writeCheckpoint(goal.checkpoint, reached);
        written = performance.now();
      }
      if (isStopped) return undefined;
    }
  } finally {
    await pool.close();
  }
  return { values, counts: countsOf(numbering, values, stones, reached.plies - 1) };
}

/** Fills in what is known without a move made: which numbers stand for positions, and which of these have no move. */
function begin(numbering: CongaNumbering, stones: number, values: Uint8Array): Reached {
  const { count } = numbering;
  values.fill(0xff);
  for (let number = count; number < 4 * values.length; number++) clear(values, number);
  const steps = new CongaSteps(numbering, stones, values);
  const blocked: number[] = [];
  numbering.visitBlocks((first, size, own, enemy, symmetry) => {
    const isBlocked = steps.isBlocked(own, enemy);
    if (!isBlocked && symmetry === 1) return;
    for (let number = first; number < first + size; number++) {
      const isLeast = numbering.isLeast(number);
      if (isBlocked || !isLeast) clear(values, number);
      if (isBlocked && isLeast) blocked.push(number);
    }
  });
  return { plies: 0, values, newest: Uint32Array.from(blocked) };
}

/** Makes a number one of no position. */
function clear(values: Uint8Array, number: number): void {
  values[number >>> 2] &= ~(DRAWN << (2 * (number & 3)));
}

function* tasksOf({ newest, plies }: Reached): Generator<StepTask> {
  const areLost = plies % 2 === 0;
  for (let from = 0; from < newest.length; from += NUMBERS_OF_TASK)
    yield { numbers: newest.slice(from, from + NUMBERS_OF_TASK), areLost };
}

function joined(parts: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  for (const part of parts) {
    all.set(part, end);
    end += part.length;
  }
  return all;
}

/** Counts what the values hold, the last of which were decided in so many plies. */
function countsOf(numbering: CongaNumbering, values: Uint8Array, stones: number, longest: number): Counts {
  const steps = new CongaSteps(numbering, stones, values);
  let boards = 0;
  numbering.visitBlocks((_, size, own, enemy, symmetry) => {
    if (!steps.isBlocked(own, enemy)) boards += (size * 8) / symmetry;
  });
  let distinct = 0;
  let won = 0;
  let lost = 0;
  for (let i = 0; i < values.length; i++) {
    if (values[i] === 0xff) {
      distinct += 4;
      continue;
    }
    for (let number = 4 * i; number < 4 * i + 4; number++) {
      const value = (values[i] >> (2 * (number & 3))) & 3;
      if (value === NONE) continue;
      distinct++;
      if (value === WON) won += 2 * numbering.boardsOf(number);
      else if (value === LOST) lost += 2 * numbering.boardsOf(number);
    }
  }
  const longestWith = (parity: number) => Math.max(0, longest % 2 === parity ? longest : longest - 1);
  return {
    boards,
    won,
    lost,
    drawn: 2 * boards - won - lost,
    longestWin: longestWith(1),
    longestLoss: longestWith(0),
    distinct,
  };
}

// A checkpoint is two files, named by its plies. The values are written last, so that where they are the other is.
const CHECKPOINT = /^after-(\d+)\.(?:values|newest)\.bin$/;
const valuesFile = (folder: string, plies: number) => join(folder, `after-${plies}.values.bin`);
const newestFile = (folder: string, plies: number) => join(folder, `after-${plies}.newest.bin`);

function writeCheckpoint(folder: string, { plies, values, newest }: Reached): void {
  writeSealedBytes(newestFile(folder, plies), new Uint8Array(newest.buffer));
  writeSealedBytes(valuesFile(folder, plies), values);
  for (const file of readdirSync(folder)) {
    const match = CHECKPOINT.exec(file);
    if (match !== null && Number(match[1]) !== plies) rmSync(join(folder, file), { force: true });
  }
}

/** Fills in the values of the newest checkpoint; undefined where there is none. */
function readCheckpoint(folder: string, values: Uint8Array): Reached | undefined {
  const all = readdirSync(folder).filter((file) => file.endsWith('.values.bin'));
  if (all.length === 0) return undefined;
  const plies = Math.max(...all.map((file) => Number(CHECKPOINT.exec(file)?.[1])));
  const newest = new Uint8Array(statSync(newestFile(folder, plies)).size - SEAL_BYTES);
  for (const [file, bytes] of [
    [newestFile(folder, plies), newest],
    [valuesFile(folder, plies), values],
  ] as const)
    if (!readSealedBytes(file, bytes))
      throw new Failure(
        `${file} is damaged or of another board; expected a checkpoint of this one, or no such file`,
      );
  return { plies, values, newest: new Uint32Array(newest.buffer) };
}

/** The solver of the boards with so many stones, which are too large for the general one. */
export function solverOf({ size, scope }: SolvedBoard): Solver | undefined {
  const { stones } = scope;
  if (stones === undefined) return undefined;
  return async (_board, _solvable, goal) => {
    const solved = await solveBySteps(size, stones, goal);
    return (
      solved && {
        values: { bits: 2, bytes: solved.values },
        distances: 'none',
        counts: solved.counts,
      }
    );
  };
}
