import type { Game } from '../../engine/game.ts';
import type { Move } from '../../engine/position.ts';
import type { Limits } from '../../engine/search.ts';
import type { Forfeit, GameRecord } from '../dataset/game-record.ts';
import type { Source } from '../dataset/rows.ts';
import type { Random } from '../statistics/random.ts';

// A game at a few thousand nodes a move fills no more, and a small table is quick to clear.
export const TABLE_MEGABYTES = 4;

/** Whoever chooses the moves of one side, or of both. */
export interface Seat {
  /** Begins a game, and knows nothing of earlier ones. */
  begin(): void;
  /** Whether it is a program, whose time for each move is kept. */
  readonly isProgram?: true;
  /** Its move in a game that is not over, or why it has none; what it draws by lot comes from `random`. */
  answer(record: GameRecord, random: Random): Reply | Promise<Reply>;
}

/** What a seat says when it is asked for a move: its answer, or why it has none. */
export type Reply =
  | Answer
  | Forfeit
  | { end: Forfeit; failure: Omit<ProgramFailure, 'game' | 'ply' | 'seat' | 'end'> };

/** How a program lost a game without a move. */
export interface ProgramFailure {
  game: number;
  /** Of the move that it owed. */
  ply: number;
  /** 0 for the first participant of the match, 1 for the second. */
  seat: number;
  end: Forfeit;
  /** Its last line, and the end of what it wrote to stderr. */
  answer: string;
  stderr: string;
  /** Its exit code or the signal that ended it; null where its time was up. */
  exit: number | string | null;
  milliseconds: number;
  /** Some of the answers that would have been legal, and how many there were. */
  expected: string[];
  legal: number;
}

/** What is kept of programs in one game besides its rows. */
export interface ProgramRecord {
  game: number;
  /** How long each seat that is a program took for its moves, in milliseconds. */
  milliseconds: [number[], number[]];
  failure: ProgramFailure | null;
}

/** The move of a seat, who chose it, and what the search said. */
export interface Answer {
  move: Move;
  source: Source;
  /** For the player to move, where there was a search. */
  score?: number;
  nodes?: number;
}

/** What a move may cost; null where that is no limit. */
export interface MoveLimits {
  nodes: number | null;
  seconds?: number | null;
  depth: number | null;
}

/** Where a seat is. */
export interface Board {
  game: Game;
  size: number;
  limits: MoveLimits;
}

/** What a search may take for the move that it is asked for now. */
export function searchLimits({
  nodes,
  seconds = null,
  depth,
}: MoveLimits): Limits & { stop?: () => boolean } {
  const deepest = { depth: depth ?? undefined };
  if (seconds === null) return { nodes: nodes ?? undefined, ...deepest };
  const deadline = performance.now() + 1000 * seconds;
  return { stop: () => performance.now() >= deadline, ...deepest };
}
