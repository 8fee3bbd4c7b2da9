import type { Game } from '../../game.ts';
import type { Position } from '../../position.ts';
import {
  type Contribution,
  isObject,
  type Model,
  type Parts,
  refuse,
  shown,
  type Weights,
} from '../model.ts';
import { LinearEvaluator } from './linear-evaluator.ts';

/** Weights over named features. */
export interface LinearWeights extends Weights {
  kind: 'linear';
  /** The id of the features that they weigh. */
  features: string;
  /** By name; a feature that the file does not name has the weight 0. */
  weights: Record<string, number>;
}

export const linearModel: Model<LinearWeights> = {
  kind: 'linear',
  keys: ['features'],
  check(weights, game) {
    const { id } = game.features;
    if (weights.features !== id)
      refuse(`it weighs the features ${shown(weights.features)}; this program has ${shown(id)}`);
    if (!isObject(weights.weights))
      refuse(
        `it has no weights, but ${shown(weights.weights)}; expected an object with a number for each feature`,
      );
    checkFeatureWeights(weights.weights, game);
  },
  evaluator({ weights, scale }, game) {
    return new LinearEvaluator(game.features, Object.values(weightsByName(weights, game)), scale);
  },
  over: ({ features }) => `the features ${features}`,
  byFeature: ({ weights }, game) => weightsByName(weights, game),
  contributions: ({ weights }, game, position) =>
    featureContributions(game, position, weightsByName(weights, game)),
};

/** Refuses weights that are no whole numbers, or of no features of the game. */
export function checkFeatureWeights(weights: Readonly<Record<string, number>>, game: Game): void {
  for (const [name, weight] of Object.entries(weights)) {
    if (!game.features.names.includes(name))
      refuse(`it has a weight for ${shown(name)}, which is no feature of ${game.name}`);
    if (!Number.isSafeInteger(weight))
      refuse(`its weight for ${shown(name)} is not a whole number, but ${shown(weight)}`);
  }
}

/** The weight of every feature of the game, in its order: 0 where none is named. */
export function weightsByName(
  weights: Readonly<Record<string, number>>,
  { features }: Game,
): Record<string, number> {
  return Object.fromEntries(
    features.names.map((name) => [name, Object.hasOwn(weights, name) ? weights[name] : 0]),
  );
}

/** What each feature adds to the score of a position. */
export function featureContributions(
  game: Game,
  position: Position,
  weights: Readonly<Record<string, number>>,
): Contribution[] {
  const values = new Float64Array(game.features.names.length);
  game.features.extract(position, values);
  return game.features.names.map((feature, i) => {
    const weight = weights[feature];
    const value = values[i] + 0;
    return { feature, value, weight, contribution: value * weight + 0 };
  });
}

/** Linear weights to be sealed; a feature without a weight gets 0. */
export function linearParts(
  game: Game,
  { size, scale, weights, provenance }: Pick<LinearWeights, 'size' | 'scale' | 'weights' | 'provenance'>,
): Parts<LinearWeights> {
  return {
    size,
    kind: 'linear',
    features: game.features.id,
    scale,
    weights: weightsByName(weights, game),
    provenance,
  };
}
