import type { Baseline } from '../../engine/game-module.ts';
import type { Columns } from '../dataset/columns.ts';
import { loadBackend } from './backend/backend.ts';
import { measure } from './data/measures.ts';
import { fitScoreScale, targetsOf } from './data/target.ts';
import { solveLogistic, USUAL_RIDGE } from './linear/logistic.ts';
import { roundedWeights } from './linear/rounding.ts';
import { standardErrors } from './linear/standard-errors.ts';

/** What a fit to columns found: weights as `linearWeights` takes them, and how sure each is. */
export interface ColumnsFit extends Baseline {
  /** Each feature's weight in logits and its standard error, which allows for rows of one game sharing its result; null without one. */
  features: { name: string; weight: number; error: number | null }[];
  /** Mean cross-entropy, in nats, of the rows that were learned from. */
  loss: number;
}

/** What a fit to columns may be told. */
export interface ColumnsFitSettings {
  /** The target is lambda * result + (1 - lambda) * sigmoid(search score / its best scale); 1 where it is not given. */
  lambda?: number;
  /** How strongly all weights are pulled to 0, in rows; 1 where it is not given. */
  ridge?: number;
}

/**
 * Fits a weight to each feature of columns by logistic regression, as `evalsmith fit linear` does: for features of one's own, and
 * rows chosen by one's own rule. All rows are learned from.
 */
export async function fitColumns(
  columns: Columns,
  { lambda = 1, ridge = USUAL_RIDGE }: ColumnsFitSettings = {},
): Promise<ColumnsFit> {
  const { tf } = await loadBackend();
  const { names } = columns;
  const targets = targetsOf(columns, lambda, lambda === 1 ? null : fitScoreScale(columns));
  const problem = { rows: columns, targets, ridge, wanted: [...names.keys()] };
  const solution = solveLogistic(tf, problem);
  const { logits } = solution;
  const { byGame } = standardErrors(solution, columns, targets, logits);
  const { scale, weights } = roundedWeights(solution.weights, columns, logits);
  return {
    scale,
    weights: Object.fromEntries(names.map((name, i) => [name, weights[i]])),
    features: names.map((name, i) => ({
      name,
      weight: solution.weights[i],
      error: Number.isNaN(byGame[i]) ? null : byGame[i],
    })),
    loss: measure(logits, columns, targets).loss,
  };
}
