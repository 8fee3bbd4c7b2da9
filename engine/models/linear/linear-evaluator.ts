import type { Evaluator } from '../../evaluator.ts';
import type { Features } from '../../features.ts';
import type { Position } from '../../position.ts';
import { DECISIVE } from '../../score.ts';

/** The sum of the features, each times its weight. */
export class LinearEvaluator<P extends Position> implements Evaluator<P> {
  readonly scale: number;
  private readonly features: Features<P>;
  private readonly weights: Float64Array;
  private readonly values: Float64Array;

  constructor(features: Features<P>, weights: ArrayLike<number>, scale: number) {
    this.scale = scale;
    this.features = features;
    this.weights = Float64Array.from(weights);
    this.values = new Float64Array(features.names.length);
  }

  evaluate(position: P): number {
    const values = this.values;
    const weights = this.weights;
    this.features.extract(position, values);
    let score = 0;
    for (let i = 0; i < weights.length; i++) score += values[i] * weights[i];
    if (score > DECISIVE) return DECISIVE;
    return score < -DECISIVE ? -DECISIVE : score | 0;
  }
}
