import { inverse } from '../../statistics/cholesky.ts';
import type { Rows } from '../data/fit-data.ts';
import type { LogisticSolution } from './logistic.ts';
import { sigmoid } from '../../statistics/cross-entropy.ts';

/** Half of a 95 % interval in standard errors. */
export const HALF_INTERVAL = 1.96;

/** The standard error of each weight, by feature; NaN for those that have no weight. */
export interface StandardErrors {
  /** From the Hessian: right if every row were the result of a game of its own. */
  byRow: Float64Array;
  /**
   * From the spread of the games' own gradients (the sandwich estimator, clustered by game): also right where the rows of
   * a game share its result, and where the target is no single result.
   */
  byGame: Float64Array;
}

export function standardErrors(
  solution: LogisticSolution,
  rows: Rows,
  targets: Float32Array,
  logits: ArrayLike<number>,
): StandardErrors {
  const { independent, lower, weights } = solution;
  const size = independent.length;
  const covariance = inverse(lower, size);
  const { spread, games } = spreadOfGames(independent, rows, targets, logits);
  const correction = games / Math.max(games - 1, 1);
  const byRow = new Float64Array(weights.length).fill(NaN);
  const byGame = new Float64Array(weights.length).fill(NaN);
  independent.forEach((feature, k) => {
    byRow[feature] = Math.sqrt(covariance[k * size + k]);
    let sum = 0;
    for (let i = 0; i < size; i++)
      for (let j = 0; j < size; j++)
        sum += covariance[k * size + i] * spread[i * size + j] * covariance[j * size + k];
    byGame[feature] = Math.sqrt(correction * sum);
  });
  return { byRow, byGame };
}

/** The sum over games of the products of each two elements of the game's gradient. */
function spreadOfGames(
  independent: readonly number[],
  rows: Rows,
  targets: Float32Array,
  logits: ArrayLike<number>,
): { spread: Float64Array; games: number } {
  const width = rows.names.length;
  const size = independent.length;
  const columns = Int32Array.from(independent);
  const spread = new Float64Array(size * size);
  const gradient = new Float64Array(size);
  let games = 0;
  for (let row = 0; row < rows.rows; row++) {
    const residual = rows.counts[row] * (sigmoid(logits[row]) - targets[row]);
    const start = row * width;
    for (let k = 0; k < size; k++) gradient[k] += residual * rows.features[start + columns[k]];
    if (row + 1 < rows.rows && rows.games[row + 1] === rows.games[row]) continue;
    games++;
    for (let i = 0; i < size; i++) {
      const factor = gradient[i];
      if (factor === 0) continue;
      for (let j = 0; j <= i; j++) spread[i * size + j] += factor * gradient[j];
    }
    gradient.fill(0);
  }
  for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) spread[j * size + i] = spread[i * size + j];
  return { spread, games };
}
