import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../process/failure.ts';
import { takeLock } from '../../store/lock.ts';
import { Pool, workerFile } from '../../process/pool.ts';
import { BetsyLayer } from './betsy-layer.ts';
import { LONGEST, NO_POSITION, storedOf, type Values } from '../../tables/exact-values.ts';
import type { SolvedBoard } from '../../tables/solvable-name.ts';
import type { Solution } from '../oracle-folder.ts';
import { countsOf } from '../retrograde.ts';
import type { Solver, SolverGoal } from '../solver.ts';
import { readSealedBytes, writeSealedBytes } from '../values-file.ts';

/** What every worker is given: the values are shared memory. */
export interface LayerWork {
  size: number;
  values: Values;
}

/** A part of a layer to begin, where plies is 0, or to go back in from what is decided in so many plies. */
export interface LayerTask {
  pebbles: number;
  plies: number;
  from: number;
  to: number;
}

// Parts of a layer: many, since they are not of a size.
const PARTS = 48;

/**
 * Solves Betsy of an even size layer by layer, from the full board down to the empty one. Returns undefined where it
 * was stopped; the checkpoint has what is done.
 */
export async function solveByLayers(
  size: number,
  count: number,
  goal: SolverGoal,
): Promise<Values | undefined> {
  mkdirSync(goal.checkpoint, { recursive: true });
  const unlock = takeLock(join(goal.checkpoint, 'lock'));
  try {
    return await solveFromCheckpoint(size, count, goal);
  } finally {
    unlock();
  }
}

async function solveFromCheckpoint(
  size: number,
  count: number,
  goal: SolverGoal,
): Promise<Values | undefined> {
  const values: Values = new Int16Array(new SharedArrayBuffer(2 * count)).fill(NO_POSITION);
  const layer = new BetsyLayer(size, values);
  const sizes = Array.from({ length: layer.most + 1 }, (_, pebbles) => layer.sizeOf(pebbles));
  const total = sizes.reduce((sum, one) => sum + one, 0);
  let next = readCheckpoint(goal.checkpoint, values) ?? layer.most;
  let solved = sizes.slice(next + 1).reduce((sum, one) => sum + one, 0);
  let written = performance.now();
  const pool = new Pool<LayerTask, number>(workerFile('oracle/betsy/betsy-worker.js'), goal.workers, {
    size,
    values,
  });
  try {
    for (; next >= 0; next--) {
      goal.heard(solved, total, `solving those with ${next} pebbles`);
      await solveLayer(pool, next, layer.halves.count);
      solved += sizes[next];
      const isStopped = goal.shouldStop();
      if (next > 0 && (isStopped || performance.now() - written >= goal.checkpointMilliseconds)) {
        writeCheckpoint(goal.checkpoint, next - 1, values);
        written = performance.now();
      }
      if (isStopped && next > 0) return undefined;
    }
    return values;
  } finally {
    await pool.close();
  }
}

async function solveLayer(pool: Pool<LayerTask, number>, pebbles: number, halves: number): Promise<void> {
  let longest = 0;
  for (let plies = 0; plies <= longest; plies++) {
    await pool.runAll(parts(pebbles, plies, halves), (reached) => (longest = Math.max(longest, reached)));
    if (longest > LONGEST) throw new Failure(`a game takes more than ${LONGEST} plies`);
  }
}

function* parts(pebbles: number, plies: number, halves: number): Generator<LayerTask> {
  for (let part = 0; part < PARTS; part++) {
    const [from, to] = [part, part + 1].map((edge) => Math.floor((halves * edge) / PARTS));
    yield { pebbles, plies, from, to };
  }
}

// A checkpoint is one file, named by the layer that comes next, so that it is whole or not there.
const CHECKPOINT = /^before-(\d+)\.bin$/;

function writeCheckpoint(folder: string, next: number, values: Values): void {
  const older = readdirSync(folder).filter((file) => CHECKPOINT.test(file));
  const name = `before-${next}.bin`;
  writeSealedBytes(join(folder, name), storedOf(values).bytes);
  for (const file of older) if (file !== name) rmSync(join(folder, file), { force: true });
}

/** The solver of a board that is too large for the general one. */
export function solverOf({ size }: SolvedBoard): Solver | undefined {
  if (size < 4) return undefined;
  return async (_, { numbering }, goal): Promise<Solution | undefined> => {
    const values = await solveByLayers(size, numbering.count, goal);
    return values && { values: storedOf(values), distances: 'end', counts: countsOf(numbering, values) };
  };
}

/** Fills in the values of the newest checkpoint and returns the layer that comes next; undefined where there is none. */
export function readCheckpoint(folder: string, values: Values): number | undefined {
  const layers = readdirSync(folder).flatMap((file) => {
    const match = CHECKPOINT.exec(file);
    return match ? [Number(match[1])] : [];
  });
  if (layers.length === 0) return undefined;
  const next = Math.min(...layers);
  const file = join(folder, `before-${next}.bin`);
  if (!readSealedBytes(file, storedOf(values).bytes))
    throw new Failure(
      `${file} is damaged or of another board; expected a checkpoint of this one, or no such file`,
    );
  return next;
}
