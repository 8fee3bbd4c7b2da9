import { mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { BetsyNumbering } from '../../../engine/games/betsy/numbering.ts';
import { DECIDED, ValueCodes } from '../../../engine/games/betsy/value-codes.ts';
import { Failure } from '../../process/failure.ts';
import { Pool, workerFile } from '../../process/pool.ts';
import { takeLock } from '../../store/lock.ts';
import type { Counts } from '../../tables/exact-values.ts';
import { outcomeOf } from '../../tables/oracle.ts';
import type { SolvedBoard } from '../../tables/solvable-name.ts';
import type { Solution } from '../oracle-folder.ts';
import type { Solver, SolverGoal } from '../solver.ts';
import { readSealedBytes, writeSealedBytes } from '../values-file.ts';

/** What every worker is given: the codes of the values and what they stand for are shared memory. */
export interface LayerWork {
  size: number;
  owned: number;
  values: Uint8Array;
  codes: Int32Array;
}

/** The blocks of a layer from one up to another. */
export interface LayerTask {
  from: number;
  to: number;
}

// Parts of a layer: many, since they do not take the same time.
const PARTS = 64;

/**
 * Solves Betsy layer by layer, from the boards with the most pebbles down to the empty one. Returns undefined where it was
 * stopped; the checkpoint has what is done.
 */
export async function solveByLayers(
  numbering: BetsyNumbering,
  goal: SolverGoal,
): Promise<Solution | undefined> {
  mkdirSync(goal.checkpoint, { recursive: true });
  const unlock = takeLock(join(goal.checkpoint, 'lock'));
  try {
    return await solveFromCheckpoint(numbering, goal);
  } finally {
    unlock();
  }
}

async function solveFromCheckpoint(
  numbering: BetsyNumbering,
  goal: SolverGoal,
): Promise<Solution | undefined> {
  const { count, layerStarts, position, mostPebbles } = numbering;
  const values = new Uint8Array(new SharedArrayBuffer(count));
  const codes = ValueCodes.newTable(true);
  const layerOf = (pebbles: number) => values.subarray(layerStarts[pebbles], layerStarts[pebbles + 1]);
  let next = readCheckpoint(goal.checkpoint, mostPebbles, layerOf, codes) ?? mostPebbles;
  let kept = next;
  let written = performance.now();
  // Only what is new is written.
  const interval = goal.checkpointMilliseconds / 10;
  const keep = () => {
    for (; kept > next; kept--) writeLayer(goal.checkpoint, kept, layerOf(kept), codes);
    written = performance.now();
  };
  const work: LayerWork = { size: position.size, owned: position.owned, values, codes };
  const pool = new Pool<LayerTask, void>(workerFile('oracle/betsy/betsy-worker.js'), goal.workers, work);
  try {
    while (next >= 0) {
      const parts = partsOf(numbering, next);
      const before = count - layerStarts[next + 1];
      const size = layerStarts[next + 1] - layerStarts[next];
      let solved = 0;
      const tell = () =>
        goal.heard(
          before + Math.floor((size * solved) / parts.length),
          count,
          `solving those with ${next} pebbles`,
        );
      tell();
      await pool.runAll(parts, () => {
        solved++;
        tell();
      });
      next--;
      const isStopped = goal.shouldStop();
      if (next >= 0 && (isStopped || performance.now() - written >= interval)) keep();
      if (isStopped && next >= 0) return undefined;
    }
  } finally {
    await pool.close();
  }
  goal.heard(count, count, 'counting');
  return solutionOf(numbering, values, new ValueCodes(codes).values);
}

/** Ranges of the blocks of a layer with about as many boards each. */
function partsOf({ layerBlocks, layerStarts, blocks }: BetsyNumbering, pebbles: number): LayerTask[] {
  const [first, end] = [layerStarts[pebbles], layerStarts[pebbles + 1]];
  const parts: LayerTask[] = [];
  let from = layerBlocks[pebbles];
  for (let block = from + 1; block <= layerBlocks[pebbles + 1]; block++) {
    const start = block === layerBlocks[pebbles + 1] ? end : blocks[block].start;
    if (start < end && (start - first) * PARTS < (parts.length + 1) * (end - first)) continue;
    parts.push({ from, to: block });
    from = block;
  }
  return parts;
}

// A checkpoint is a file for each layer that is solved: what the codes stand for, then those of its boards.
const fileOf = (folder: string, pebbles: number) => join(folder, `pebbles-${pebbles}.bin`);

function writeLayer(folder: string, pebbles: number, layer: Uint8Array, codes: Int32Array): void {
  writeSealedBytes(fileOf(folder, pebbles), new Uint8Array(codes.buffer), layer);
}

/** Fills in the layers of a checkpoint and returns the one that comes next; undefined where there is none. */
export function readCheckpoint(
  folder: string,
  mostPebbles: number,
  layerOf: (pebbles: number) => Uint8Array,
  codes: Int32Array,
): number | undefined {
  const files = new Set(readdirSync(folder));
  let next = mostPebbles;
  for (; files.has(basename(fileOf(folder, next))); next--) {
    const file = fileOf(folder, next);
    // The last has all codes of those before.
    if (!readSealedBytes(file, new Uint8Array(codes.buffer), layerOf(next)))
      throw new Failure(
        `${file} is damaged or of another board; expected a checkpoint of this one, or no such file`,
      );
  }
  return next === mostPebbles ? undefined : next;
}

/** The solver of Betsy, where the general one would take too long. */
export function solverOf({ size, scope }: SolvedBoard): Solver | undefined {
  if (size < 4 && scope['pebbles'] === undefined) return undefined;
  return (_, { numbering }, goal) => solveByLayers(numbering as BetsyNumbering, goal);
}

/** Counts what is solved, leaves each board its one number, and puts the codes in the order of their values. */
function solutionOf(numbering: BetsyNumbering, codes: Uint8Array, values: readonly number[]): Solution {
  const counts: Counts = { boards: 0, won: 0, lost: 0, drawn: 0, longestWin: 0, longestLoss: 0, distinct: 0 };
  const symmetrical = dropMirrorImages(numbering, codes);
  const palette = values.toSorted((a, b) => a - b);
  const sorted = Uint8Array.of(DECIDED, ...values.map((value) => palette.indexOf(value) + 1));
  const found = new Float64Array(256);
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i];
    found[code]++;
    codes[i] = sorted[code];
  }
  values.forEach((value, i) => {
    const distinct = found[i + 1];
    const boards = 2 * distinct - symmetrical[i + 1];
    counts.distinct += distinct;
    counts.boards += boards;
    // Exchanging the colours of these boards gives as many again with the other player to move.
    counts[outcomeOf(value)] += 2 * boards;
    counts.longestWin = Math.max(counts.longestWin, value);
    counts.longestLoss = Math.max(counts.longestLoss, -value);
  });
  return { values: { bits: 8, bytes: codes, palette }, distances: 'end', counts };
}

/**
 * Boards whose sides are of the same ring are there twice, once for each of the sides as the first. Takes away the second and returns how many
 * that are their own mirror image there are with each code.
 */
function dropMirrorImages(numbering: BetsyNumbering, codes: Uint8Array): Float64Array {
  const { blocks, sides, middles } = numbering;
  const symmetrical = new Float64Array(256);
  for (const { larger, smaller, middle } of blocks) {
    if (larger !== smaller) continue;
    for (let ring = sides.kindRings[larger]; ring < sides.kindRings[larger + 1]; ring++)
      for (let other = middles.kindRings[middle]; other < middles.kindRings[middle + 1]; other++) {
        const size = sides.rings[ring + 1] - sides.rings[ring];
        const thirds = middles.rings[other + 1] - middles.rings[other];
        const place = numbering.placeOf(ring, ring, other);
        for (let i = 0; i < size; i++) {
          const own = place + (i * size + i) * thirds;
          for (let at = own; at < own + thirds; at++) symmetrical[codes[at]]++;
          codes.fill(DECIDED, own + thirds, place + (i + 1) * size * thirds);
        }
      }
  }
  return symmetrical;
}
