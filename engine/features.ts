import type { Position, Side } from './position.ts';

/** What a heuristic looks at: named whole numbers, seen by the player to move. */
export interface Features<P extends Position = Position> {
  /**
   * Changes whenever the meaning of a name does, so that old weights are refused. A name that is added needs no other id: weights that
   * do not know it give it 0.
   */
  readonly id: string;
  readonly names: readonly string[];
  /** Writes the value of each feature, in the order of the names. */
  extract(position: P, values: Float64Array): void;
  /** Writes, in the same order, what a side has by itself, whole numbers from 0 on; nothing where a feature is of both sides. */
  count?(position: P, side: Side, counts: Float64Array): void;
}

/** The features of a game, declared one by one: a slot is where the value of its name stands. */
export class FeatureList {
  readonly names: string[] = [];

  /** Adds a name and returns its slot. */
  slot(name: string): number {
    if (this.names.includes(name)) throw new Error(`the feature ${name} is declared twice`);
    return this.names.push(name) - 1;
  }
}

/** Writes what one side has less what the other has, feature by feature. */
export function subtract(values: Float64Array, own: Float64Array, enemy: Float64Array): void {
  for (let i = 0; i < values.length; i++) values[i] = own[i] - enemy[i];
}
