import { mix } from '../keys.ts';
import { legalMoves, type Position } from '../position.ts';
import type { Line } from '../search.ts';

export const LEVELS = 10;
export const USUAL_LEVEL = 6;

/** How the engine plays at a level: nodes it searches, and how often it plays any legal move instead. */
interface Level {
  nodes: number;
  mistakes: number;
}

// Each level searches four times as much as the one below it; the lower ones also make mistakes, as search alone is too good.
const MISTAKES = [0.85, 0.6, 0.4, 0.2, 0.08];

export function levelOf(level: number): Level {
  return { nodes: 25 * 4 ** level, mistakes: MISTAKES[level - 1] ?? 0 };
}

/** A lot from 0 up to but not including 1, the nth of a game. */
export function lotOf(seed: number, n: number): number {
  return (mix(seed ^ mix(n + 1)) >>> 0) / 2 ** 32;
}

/** What the engine plays in a position at a level; the line is null where it is a mistake. */
export function levelMove(
  position: Position,
  { mistakes }: Level,
  seed: number,
  search: () => Line,
): { move: number; line: Line | null } {
  const { ply } = position.state;
  if (lotOf(seed, 2 * ply) >= mistakes) {
    const line = search();
    return { move: line.move, line };
  }
  const moves = legalMoves(position);
  return { move: moves[Math.floor(lotOf(seed, 2 * ply + 1) * moves.length)], line: null };
}
