import type { Game } from '../../game.ts';
import { isObject, type Model, type Parts, refuse, shown, type Weights } from '../model.ts';
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
    const { id, names } = game.features;
    if (weights.features !== id)
      refuse(`it weighs the features ${shown(weights.features)}; this program has ${shown(id)}`);
    if (!isObject(weights.weights))
      refuse(
        `it has no weights, but ${shown(weights.weights)}; expected an object with a number for each feature`,
      );
    for (const [name, weight] of Object.entries(weights.weights)) {
      if (!names.includes(name))
        refuse(`it has a weight for ${shown(name)}, which is no feature of ${game.name}`);
      if (!Number.isSafeInteger(weight))
        refuse(`its weight for ${shown(name)} is not a whole number, but ${shown(weight)}`);
    }
  },
  evaluator(weights, game) {
    const { features } = game;
    const numbers = features.names.map((name) => weightOf(weights, name));
    return new LinearEvaluator(features, numbers, weights.scale);
  },
  over: ({ features }) => `the features ${features}`,
  byFeature,
};

function weightOf({ weights }: Pick<LinearWeights, 'weights'>, name: string): number {
  return Object.hasOwn(weights, name) ? weights[name] : 0;
}

function byFeature(weights: Pick<LinearWeights, 'weights'>, { features }: Game): Record<string, number> {
  return Object.fromEntries(features.names.map((name) => [name, weightOf(weights, name)]));
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
    weights: byFeature({ weights }, game),
    provenance,
  };
}
