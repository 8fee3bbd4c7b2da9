import type { Game } from '../game.ts';
import type { Position } from '../position.ts';
import type { Weights } from '../weights.ts';

// Pure, so that a web page explains a position as `analyze` does.

/** What one feature adds to the score of a position. */
export interface Contribution {
  feature: string;
  value: number;
  weight: number;
  contribution: number;
}

/** The features of a position, for a side that may not be the one to move there; a network has none. */
export function contributions(
  game: Game,
  position: Position,
  weights: Weights,
  sign: number,
): Contribution[] {
  if (weights.kind !== 'linear') return [];
  const values = new Float64Array(game.features.names.length);
  game.features.extract(position, values);
  return game.features.names.map((feature, i) => {
    const weight = weights.weights[feature];
    const value = sign * values[i] + 0;
    return { feature, value, weight, contribution: value * weight + 0 };
  });
}
