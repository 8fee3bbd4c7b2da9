import type { Position } from './position.ts';

/** What a heuristic looks at: named whole numbers, seen by the player to move. */
export interface Features<P extends Position = Position> {
  /** Changes whenever a name or a meaning does, so that old weights are refused. */
  readonly id: string;
  readonly names: readonly string[];
  /** Writes the value of each feature, in the order of the names. */
  extract(position: P, values: Float64Array): void;
}
