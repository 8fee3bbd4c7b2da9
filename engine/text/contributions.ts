import type { Game } from '../game.ts';
import type { Position } from '../position.ts';
import { type Weights, weightsByFeature } from '../weights.ts';

// Pure, so that a web page explains a position as `analyze` does.

/** What one feature adds to the score of a position. */
export interface Contribution {
  feature: string;
  value: number;
  weight: number;
  contribution: number;
}

/** The features of a position, for a side that may not be the one to move there; none where the score is not their weighted sum. */
export function contributions(
  game: Game,
  position: Position,
  weights: Weights,
  sign: number,
): Contribution[] {
  const byFeature = weightsByFeature(weights, game);
  if (byFeature === undefined) return [];
  const values = new Float64Array(game.features.names.length);
  game.features.extract(position, values);
  return game.features.names.map((feature, i) => {
    const weight = byFeature[feature];
    const value = sign * values[i] + 0;
    return { feature, value, weight, contribution: value * weight + 0 };
  });
}
