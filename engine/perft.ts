import type { Position } from './position.ts';

/** The number of move sequences of exactly `depth` plies; a decided position is not continued. */
export function perft(position: Position, depth: number): number {
  if (depth === 0) return 1;
  return count(position, depth, new Int32Array(depth * position.moveLimit), 0);
}

function count(position: Position, depth: number, moves: Int32Array, start: number): number {
  const end = position.generate(moves, start);
  if (depth === 1) return makeAll(position, moves, start, end);
  let sequences = 0;
  for (let i = start; i < end; i++) {
    position.make(moves[i]);
    if (position.winner === -1) sequences += count(position, depth - 1, moves, end);
    position.unmake();
  }
  return sequences;
}

/** Makes every last move, so that the time measures making it and the check for a win as a search pays them. */
function makeAll(position: Position, moves: Int32Array, start: number, end: number): number {
  for (let i = start; i < end; i++) {
    position.make(moves[i]);
    position.unmake();
  }
  return end - start;
}
