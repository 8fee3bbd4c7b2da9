import type { Player } from '../../engine/player.ts';
import { legalMoves, type Move, type Position, winnerOf } from '../../engine/position.ts';
import { winProbability } from '../../engine/score.ts';
import type { Oracle } from '../tables/oracle.ts';
import { effortOf } from './effort.ts';

/** A position whose best move is better than all others. */
export interface Verdict {
  best: Move;
  moves: number;
  plies: number | null;
  losing: number | null;
  gap: number | null;
  /** The nodes after which the player has found the move; undefined where it does not. */
  effort: number | undefined;
}

/** Tells whether a position is a puzzle. */
export type Judge = (position: Position) => Verdict | undefined;

/** What makes a position a puzzle, and what the player gets to solve it. */
export interface Demands {
  moves: number;
  plies: number;
  gap: number;
  nodes: number;
}

/** By exact values: a win that all moves but one give away. */
export function oracleJudge(oracle: Oracle, player: Player, demands: Demands): Judge {
  const countsPlies = oracle.distances !== 'none';
  return (position) => {
    if (winnerOf(position) !== -1 || !oracle.knows(position)) return undefined;
    const value = oracle.valueOf(position);
    if (value <= 0 || (countsPlies && value < demands.plies)) return undefined;
    if (legalMoves(position).length < demands.moves) return undefined;
    const [first, ...others] = oracle.movesOf(position);
    if (others.some((other) => other.value > 0)) return undefined;
    return {
      best: first.move,
      moves: 1 + others.length,
      plies: countsPlies ? value : null,
      losing: rounded(others.filter((other) => other.value < 0).length / others.length),
      gap: null,
      effort: effortOf(player, position, first.move, demands.nodes),
    };
  };
}

/** By a search with all nodes for each of the two best moves: one that is better than the second by so much. */
export function searchJudge(player: Player, demands: Demands): Judge {
  const { nodes } = demands;
  const { scale } = player.evaluator;
  return (position) => {
    if (winnerOf(position) !== -1) return undefined;
    const moves = legalMoves(position).length;
    if (moves < demands.moves) return undefined;
    player.forget();
    const [first, second] = player.bestLines(position, () => ({ nodes }), 2);
    const gap = winProbability(first.score, scale) - winProbability(second.score, scale);
    if (gap < demands.gap) return undefined;
    const effort = effortOf(player, position, first.move, nodes);
    // What the player does not choose itself, it cannot vouch for.
    if (effort === undefined) return undefined;
    return { best: first.move, moves, plies: null, losing: null, gap: rounded(gap), effort };
  };
}

/** To a thousandth. */
export function rounded(share: number): number {
  return Math.round(1000 * share) / 1000;
}
