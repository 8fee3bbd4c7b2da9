import type { Game } from './game.ts';
import { DRAWN, type Outcome, type Position, type Side } from './position.ts';

/**
 * By which rule a game ended: by the game's own (its `wonBy`, `drawn`), by having no move (`blocked`), or by one of the rules for draws
 * (`repetition`, `quiet`, `cap`).
 */
export type End = string;

/** How a game ended. */
export interface Ending {
  /** -1 for a draw. */
  winner: Side | -1;
  end: End;
}

/** The rules for draws that a program may change, beside those of the game itself. */
export interface DrawRules {
  /** A game that reaches this many plies is a draw. */
  cap: number;
  /** Whether a position that occurs for the third time is a draw. */
  repetition: boolean;
}

/** How a game that has come to this position ended, or undefined while it goes on. */
export function endingOf(
  game: Game,
  position: Position,
  rules: DrawRules = { cap: game.plyCap, repetition: true },
): Ending | undefined {
  const { state } = position;
  const { winner } = position;
  if (winner !== -1) return { winner: sideOrNobody(winner), end: winner === DRAWN ? 'drawn' : game.wonBy };
  if (!position.hasMove()) return { winner: sideOrNobody(position.blocked), end: 'blocked' };
  if (rules.repetition && state.occurrences(2) === 2) return { winner: -1, end: 'repetition' };
  if (state.ply - state.progress >= (game.quietCap ?? Infinity)) return { winner: -1, end: 'quiet' };
  return state.ply >= rules.cap ? { winner: -1, end: 'cap' } : undefined;
}

function sideOrNobody(outcome: Outcome): Side | -1 {
  return outcome === DRAWN ? -1 : outcome;
}
