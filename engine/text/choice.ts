import type { Game } from '../game.ts';
import type { Position } from '../position.ts';
import { winProbability } from '../score.ts';
import type { Line } from '../search.ts';
import { boardAfter } from './answer.ts';
import { lineText } from './explain.ts';

/** A move that the player recommends; score, chance and line are as the player to move sees them. */
export interface Choice {
  move: string;
  /** The board after it. */
  board: string;
  score: number;
  winProbability: number;
  depth: number;
  nodes: number;
  line: string[];
}

export function choiceOf(game: Game, position: Position, line: Line, scale: number): Choice {
  const { move, score, depth, nodes, moves } = line;
  return {
    move: game.formatMove(position, move),
    board: boardAfter(game, position, move),
    score,
    winProbability: winProbability(score, scale),
    depth,
    nodes,
    line: lineText(game, position, moves).split(' '),
  };
}
