import type { Game } from './game.ts';
import type { Position } from './position.ts';

/** No board that can be solved here has longer games, in plies. */
export const LONGEST = 900;

/** Numbers positions of one board. The player to move counts as side 0, and positions that are the same up to a symmetry of the rules share a number. */
export interface Numbering {
  /** Numbers run from 0 up to but not including this; some of them name no position. */
  readonly count: number;
  /** What `place` sets up, with side 0 to move. */
  readonly position: Position;
  /** Sets up the position of a number and returns how many boards share it; 0 where it names no undecided one. */
  place(number: number): number;
  /** How many boards share the number of an undecided position. */
  boardsOf(number: number): number;
  /** The number of an undecided position; -1 where it has none, as the numbering is of a part of the board's positions. */
  numberOf(position: Position): number;
}

/** Which positions of a board: all by its rules where it is empty, else a part of them or those of a variant, such as { stones: 7 }. */
export type Scope = Readonly<Record<string, number>>;

/** Positions that can be solved: their numbers, and the game that is played from them. */
export interface Solvable {
  /** The game itself, or where the scope is a variant of it that variant, under the same name. */
  readonly game: Game;
  readonly numbering: Numbering;
}

/** How much may be done for the values of one position. */
export interface ConeBounds {
  /** Positions at most. */
  readonly positions: number;
  /** Asked now and then whether to give up. */
  isOver(): boolean;
}

/** The exact values of a position and of all that can come of it. */
export interface Cone {
  /** How many positions it has. */
  readonly count: number;
  /**
   * The value of an undecided position for the player to move: the plies to a win, as a negative number to a loss, 0 for a draw;
   * undefined of one that cannot come.
   */
  valueOf(position: Position): number | undefined;
}

/** Which boards of a game can be solved: what its module exports as `solvable`. */
export interface SolvableBoards {
  /** For people: 2, 3, 4; 4 with --stones 4 to 8. */
  readonly boards: string;
  /** Undefined for what cannot be solved. */
  open(size: number, scope: Scope): Solvable | undefined;
  /** Solves an undecided position by itself; why it cannot within the bounds, for people, where that is so. */
  solveCone?(this: void, position: Position, bounds: ConeBounds): Cone | string;
}

/** Values that are known by number, as an oracle has them: plies to a win, to a loss below 0, 0 for a draw. */
export interface ExactValues {
  readonly numbering: Numbering;
  /** Of a number; what the values of no position are is not asked. */
  readonly valueAt: (number: number) => number;
}
