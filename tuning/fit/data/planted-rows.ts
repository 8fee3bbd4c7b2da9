import { sigmoid } from '../../statistics/cross-entropy.ts';
import type { Random } from '../../statistics/random.ts';
import type { Rows } from './fit-data.ts';

/** Rows of random features whose results were drawn by known weights, so that a fit can be held to them. The first feature is 1. */
export function plantedRows(weights: readonly number[], rows: number, random: Random): Rows {
  const width = weights.length;
  const features = new Float32Array(rows * width);
  const results = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    let logit = 0;
    for (let i = 0; i < width; i++) {
      const value = i === 0 ? 1 : random.below(7) - 3;
      features[row * width + i] = value;
      logit += value * weights[i];
    }
    results[row] = random.chance(sigmoid(logit)) ? 1 : 0;
  }
  const names = weights.map((_, i) => `feature ${i}`);
  return unscoredRows(names, features, results, results.keys());
}

/** Rows by no more than their features, results and games. */
export function unscoredRows(
  names: readonly string[],
  features: ArrayLike<number>,
  results: ArrayLike<number>,
  games: Iterable<number>,
): Rows {
  const rows = results.length;
  return {
    names,
    rows,
    features: Float32Array.from(features),
    results: Float32Array.from(results),
    scores: new Float32Array(rows).fill(NaN),
    counts: new Float32Array(rows).fill(1),
    games: Int32Array.from(games),
    plies: new Int16Array(rows),
  };
}
