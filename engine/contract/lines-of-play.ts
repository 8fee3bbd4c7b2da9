import type { Game } from '../game.ts';
import { legalMoves, type Move, type Position, winnerOf } from '../position.ts';
import { seededBelow } from '../testing.ts';

/** Moves from the start, each legal where it is made. */
export type Line = readonly Move[];

/** Lines of play on one board, shortest first: all the short ones and samples of long ones. */
export interface Play {
  readonly game: Game;
  readonly size: number;
  readonly lines: readonly Line[];
  /** Where playing itself threw an error, and which; the lines are those found before. */
  readonly failure?: { line: Line; error: unknown };
}

// How much is looked at: boards times their symmetries, moves and squares. The same on every machine.
const MOST_SQUARES = 3_000_000;
const FEWEST_LINES = 30;
const MOST_LINES = 600;
const SAMPLES_PER_GAME = 6;
const MOST_PLIES = 200;

/** The position that a line leads to, played anew: nothing that a check does to one reaches another. */
export function positionAfter(game: Game, size: number, line: Line): Position {
  const position = game.start(size);
  for (const move of line) position.make(move);
  return position;
}

/** The different legal moves of a position, smallest number first. */
export function distinctMoves(position: Position): Move[] {
  return [...new Set(legalMoves(position))].sort((a, b) => a - b);
}

/** Plays on a board of this size, each time the same. */
export function playOn(game: Game, size: number): Play {
  const lines: Line[] = [];
  // Where playing has come to.
  let line: Line = [];
  const reach = (next: Line): Position => {
    line = next;
    return positionAfter(game, size, next);
  };
  try {
    const start = reach([]);
    const board = game.formatBoard(start);
    const cost = (legalMoves(start).length + 1) * board.length * game.symmetricBoards(size, board).length;
    const most = Math.min(MOST_LINES, Math.max(FEWEST_LINES, Math.floor(MOST_SQUARES / cost)));
    addShortLines(lines, most / 2, reach, (position) => `${position.turn} ${game.formatBoard(position)}`);
    for (let seed = 1; lines.length < most; seed++) {
      const played: Move[] = [];
      line = played;
      playRandomGame(game.start(size), seed, played);
      for (let i = 1; i <= SAMPLES_PER_GAME; i++)
        lines.push(played.slice(0, Math.ceil((i * played.length) / SAMPLES_PER_GAME)));
    }
  } catch (error) {
    return { game, size, lines, failure: { line, error } };
  }
  return { game, size, lines: lines.sort((a, b) => a.length - b.length) };
}

/** Adds lines to different positions, breadth first. */
function addShortLines(
  lines: Line[],
  most: number,
  reach: (line: Line) => Position,
  text: (position: Position) => string,
): void {
  const seen = new Set<string>();
  const waiting: Line[] = [[]];
  for (const line of waiting) {
    if (lines.length >= most) return;
    const position = reach(line);
    if (seen.has(text(position))) continue;
    seen.add(text(position));
    lines.push(line);
    if (position.winner === -1 && waiting.length < 4 * most)
      for (const move of distinctMoves(position)) waiting.push([...line, move]);
  }
}

function playRandomGame(position: Position, seed: number, played: Move[]): void {
  const below = seededBelow(seed);
  while (played.length < MOST_PLIES && winnerOf(position) === -1) {
    const moves = distinctMoves(position);
    played.push(moves[below(moves.length)]);
    position.make(played.at(-1)!);
  }
}

/** The shortest line found by leaving out moves of this one for which something still holds. */
export function shortened(play: Play, line: Line, holds: (line: Line) => boolean): Line {
  let shortest = line;
  for (let length = line.length; length >= 1; length = length === 3 ? 2 : Math.floor(length / 2)) {
    for (let first = 0; first + length <= shortest.length;) {
      const shorter = shortest.toSpliced(first, length);
      if (isPlayable(play, shorter) && holds(shorter)) shortest = shorter;
      else first++;
    }
  }
  return shortest;
}

function isPlayable({ game, size }: Play, line: Line): boolean {
  try {
    const position = game.start(size);
    return line.every((move) => {
      if (position.winner !== -1 || !legalMoves(position).includes(move)) return false;
      position.make(move);
      return true;
    });
  } catch {
    return false;
  }
}
