import type { Position } from './position.ts';

/**
 * Sorts positions into classes, such as by material, that are drawn more or less often than a score says. A class is the same for both
 * players and on every board size; asked at every judgement, it allocates nothing.
 */
export interface DrawClasses<P extends Position = Position> {
  /** Changes whenever a class does, so that old factors are refused. */
  readonly id: string;
  /** What each class is called. */
  readonly names: readonly string[];
  /** The index of the class of an undecided position. */
  of(position: P): number;
}
