import type { Game } from '../../engine/game.ts';
import type { Scope } from '../../engine/numbering.ts';
import type { Side } from '../../engine/position.ts';
import { difficultyOf } from './effort.ts';
import type { Candidate } from './game-candidates.ts';
import { type Judge, rounded } from './judges.ts';
import type { Puzzle } from './puzzle.ts';

/** Whose rules and names puzzles are in. */
export interface PuzzleBoard {
  game: Game;
  size: number;
  scope: Scope;
}

/** What was found, in how many positions. */
export interface Findings {
  puzzles: Puzzle[];
  looked: number;
}

/** The first puzzles among candidates, so many at most; `heard` is told of each candidate. */
export function findPuzzles(
  board: PuzzleBoard,
  candidates: Iterable<Candidate>,
  judge: Judge,
  nodes: number,
  most: number,
  heard: (found: number, looked: number) => void,
): Findings {
  const puzzles: Puzzle[] = [];
  let looked = 0;
  const { game, size, scope } = board;
  for (const { player, board: text, swing, disagreement } of candidates) {
    looked++;
    const position = game.parseBoard(size, game.players.indexOf(player) as Side, text);
    const verdict = judge(position);
    if (verdict !== undefined) {
      const { best, effort, ...told } = verdict;
      puzzles.push({
        game: game.name,
        size,
        scope,
        player,
        board: text,
        best: game.formatMove(position, best),
        ...told,
        swing: swing === null ? null : rounded(swing),
        disagreement: disagreement === null ? null : rounded(disagreement),
        nodes: effort ?? null,
        difficulty: difficultyOf(effort, nodes),
      });
    }
    heard(puzzles.length, looked);
    if (puzzles.length === most) break;
  }
  return { puzzles, looked };
}

/** So many of them, the easiest first: spread over the range of difficulties as evenly as they can be. */
export function gradedPuzzles(puzzles: readonly Puzzle[], count: number): Puzzle[] {
  const left = inOrder(puzzles);
  if (left.length <= count) return left;
  const [least, range] = [left[0].difficulty, left.at(-1)!.difficulty - left[0].difficulty];
  const chosen = Array.from({ length: count }, (_, i) => {
    const target = least + (range * i) / Math.max(1, count - 1);
    const distances = left.map(({ difficulty }) => Math.abs(difficulty - target));
    return left.splice(distances.indexOf(Math.min(...distances)), 1)[0];
  });
  return inOrder(chosen);
}

function inOrder(puzzles: readonly Puzzle[]): Puzzle[] {
  return puzzles.toSorted(
    (a, b) =>
      a.difficulty - b.difficulty || (a.nodes ?? 0) - (b.nodes ?? 0) || (a.plies ?? 0) - (b.plies ?? 0),
  );
}
