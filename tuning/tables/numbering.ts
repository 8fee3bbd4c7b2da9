import type { Position } from '../../engine/position.ts';

/**
 * Numbers for every position of one board. The player to move counts as side 0, and positions that are
 * the same up to a symmetry of the rules share a number.
 */
export interface Numbering {
  /** Numbers run from 0 up to but not including this; some of them name no position. */
  readonly count: number;
  /** What `place` sets up, with side 0 to move. */
  readonly position: Position;
  /** Sets up the position of a number and returns how many boards share it; 0 where it names no undecided one. */
  place(number: number): number;
  /** How many boards share the number of an undecided position. */
  boardsOf(number: number): number;
  numberOf(position: Position): number;
}
