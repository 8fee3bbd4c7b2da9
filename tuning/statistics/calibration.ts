import { sigmoid } from './cross-entropy.ts';

export interface CalibrationBin {
  /** Predicted win probabilities from here up to the next bin. */
  from: number;
  rows: number;
  predicted: number;
  result: number;
}

const BINS = 10;

/** Predicted probabilities beside what came of them. */
export function calibration(
  logits: ArrayLike<number>,
  { rows, results, counts }: { rows: number; results: ArrayLike<number>; counts: ArrayLike<number> },
): CalibrationBin[] {
  const bins = Array.from({ length: BINS }, (_, i) => ({ from: i / BINS, rows: 0, predicted: 0, result: 0 }));
  for (let row = 0; row < rows; row++) {
    const predicted = sigmoid(logits[row]);
    const bin = bins[Math.min(BINS - 1, Math.floor(predicted * BINS))];
    bin.rows += counts[row];
    bin.predicted += counts[row] * predicted;
    bin.result += counts[row] * results[row];
  }
  return bins
    .filter((bin) => bin.rows > 0)
    .map((bin) => ({ ...bin, predicted: bin.predicted / bin.rows, result: bin.result / bin.rows }));
}
