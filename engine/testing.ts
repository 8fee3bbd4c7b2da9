import type { Game } from './game.ts';
import { legalMoves, type Position, winnerOf } from './position.ts';

/** A small seeded generator for tests: whole numbers below a bound. */
export function seededBelow(seed: number): (bound: number) => number {
  let word = seed;
  return (bound) => {
    word = (Math.imul(word, 1664525) + 1013904223) | 0;
    return Math.floor(((word >>> 8) / 0x1000000) * bound);
  };
}

/** Plays random legal moves from the start, at most `plies` of them, calling back before each and at the end. */
export function playRandomly(
  game: Game,
  size: number,
  seed: number,
  plies: number,
  visit: (position: Position) => void = () => {},
): Position {
  const below = seededBelow(seed);
  const position = game.start(size);
  for (let ply = 0; ply < plies && winnerOf(position) === -1; ply++) {
    visit(position);
    const moves = legalMoves(position);
    position.make(moves[below(moves.length)]);
  }
  visit(position);
  return position;
}
