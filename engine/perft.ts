import type { Position } from './position.ts';

/** The number of move sequences of exactly `depth` plies; a decided position is not continued. */
export function perft(position: Position, depth: number): number {
  if (depth === 0) return 1;
  return count(position, depth, new Int32Array(depth * position.moveLimit), 0);
}

function count(position: Position, depth: number, moves: Int32Array, start: number): number {
  const end = position.generate(moves, start);
  let sequences = 0;
  if (depth === 1) {
    // Every leaf is made, so that the time measures making a move and the check for a win as a search pays them.
    for (let i = start; i < end; i++) {
      position.make(moves[i]);
      sequences++;
      position.unmake();
    }
    return sequences;
  }
  for (let i = start; i < end; i++) {
    position.make(moves[i]);
    if (position.winner === -1) sequences += count(position, depth - 1, moves, end);
    position.unmake();
  }
  return sequences;
}
