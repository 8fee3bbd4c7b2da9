import { legalMoves, type Move, type Position } from '../position.ts';
import { type Play, positionAfter } from './lines-of-play.ts';

/** Bytes of the heap that a game takes, once its code is warm; each should be 0. */
export interface Allocation {
  /** Per call. */
  generate: number;
  /** Per move made and unmade. */
  makeAndUnmake: number;
}

// What knows the heap; a browser has none.
const { process: node } = globalThis as { process?: { memoryUsage(): { heapUsed: number } } };

const POSITIONS = 16;
const WARM_CALLS = 40_000;
// Few enough that the garbage collector seldom runs between two readings, and its readings are left out.
const CALLS_PER_READING = 128;
const READINGS = 101;

/** Measures what moves allocate; undefined where nothing tells how large the heap is, as in a browser. */
export function bytesPerMove({ game, size, lines }: Play): Allocation | undefined {
  if (node === undefined) return undefined;
  const at = Array.from(
    { length: POSITIONS },
    (_, i) => lines[Math.floor((i * (lines.length - 1)) / (POSITIONS - 1))],
  );
  const positions = at.map((line) => positionAfter(game, size, line));
  const moves = new Int32Array(2 * positions[0].moveLimit);
  let next = 0;
  const generate = bytesPerCall((calls) => {
    for (let i = 0; i < calls; i++) positions[next++ % POSITIONS].generate(moves, 0);
  });
  const pairs = movesOf(positions);
  if (pairs.length === 0) return { generate, makeAndUnmake: 0 };
  const makeAndUnmake = bytesPerCall((calls) => {
    for (let i = 0; i < calls; i++) {
      const { position, move } = pairs[next++ % pairs.length];
      position.make(move);
      position.unmake();
    }
  });
  return { generate, makeAndUnmake };
}

function movesOf(positions: readonly Position[]): { position: Position; move: Move }[] {
  return positions.flatMap((position) => Array.from(legalMoves(position), (move) => ({ position, move })));
}

function bytesPerCall(call: (calls: number) => void): number {
  call(WARM_CALLS);
  return Math.max(0, (growth(call, CALLS_PER_READING) - growth(call, 0)) / CALLS_PER_READING);
}

/** By how much the heap grows, as a rule. */
function growth(call: (calls: number) => void, calls: number): number {
  const readings = new Float64Array(READINGS);
  for (let i = 0; i < READINGS; i++) {
    const before = node!.memoryUsage().heapUsed;
    call(calls);
    readings[i] = node!.memoryUsage().heapUsed - before;
  }
  const grown = readings.filter((reading) => reading >= 0).sort();
  // Where the collector runs all the time, much is allocated.
  return grown.length === 0 ? Infinity : grown[grown.length >> 1];
}
