import { Failure } from '../../process/failure.ts';
import type { FitLoss } from '../../store/runs.ts';
import type { TensorFlow } from '../backend/backend.ts';
import { measureWeights, type Targets } from '../data/comparison.ts';
import type { FitData } from '../data/fit-data.ts';
import { solveLogistic, USUAL_RIDGE } from './logistic.ts';

/** A linear fit of the same rows, for fits of other kinds to be measured beside; none where they have no such fit. */
export function linearLoss(tf: TensorFlow, data: FitData, targets: Targets): FitLoss[] {
  const { train: rows } = data;
  const wanted = Array.from(rows.names.keys());
  try {
    const { weights } = solveLogistic(tf, { rows, targets: targets.train, ridge: USUAL_RIDGE, wanted });
    return [{ name: 'linear', ...measureWeights(data, targets, weights) }];
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}
