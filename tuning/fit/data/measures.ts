import { Failure } from '../../process/failure.ts';
import { crossEntropy } from '../../statistics/cross-entropy.ts';
import type { Rows } from './fit-data.ts';

/** How well logits predict rows, in means over the rows, each by its count. */
export interface Measure {
  /** Cross-entropy in nats against the target, and against the result alone. */
  loss: number;
  resultLoss: number;
  /** The share of games not drawn in which the likelier winner won. */
  accuracy: number;
}

export interface Phase extends Measure {
  /** Plies from and to, both included. */
  from: number;
  to: number;
  rows: number;
}

/** Measures all rows, or those that are wanted. */
export function measure(
  logits: ArrayLike<number>,
  { rows, results, counts }: Rows,
  targets: ArrayLike<number>,
  wanted?: readonly number[],
): Measure {
  let weight = 0;
  let loss = 0;
  let resultLoss = 0;
  let decided = 0;
  let right = 0;
  for (let i = 0; i < (wanted?.length ?? rows); i++) {
    const row = wanted === undefined ? i : wanted[i];
    const logit = logits[row];
    const count = counts[row];
    weight += count;
    const target = targets[row];
    const entropy = crossEntropy(logit, target);
    loss += count * entropy;
    resultLoss += count * (target === results[row] ? entropy : crossEntropy(logit, results[row]));
    if (results[row] === 0.5) continue;
    decided += count;
    if (logit === 0) right += count / 2;
    else if (logit > 0 === results[row] > 0.5) right += count;
  }
  return { loss: loss / weight, resultLoss: resultLoss / weight, accuracy: right / Math.max(decided, 1) };
}

/** The measure; throws a Failure where it is none. */
export function finite(measured: Measure): Measure {
  if (!Number.isFinite(measured.loss + measured.resultLoss))
    throw new Failure(`the loss is ${measured.loss}; a result, score or count of the dataset is no number`);
  return measured;
}

const PHASES = 5;

/** The measure by phase of the game: plies in five bands with about as many rows each; none where plies are not known. */
export function phases(logits: ArrayLike<number>, rows: Rows, targets: ArrayLike<number>): Phase[] {
  const order = Array.from({ length: rows.rows }, (_, row) => row)
    .filter((row) => rows.plies[row] >= 0)
    .sort((a, b) => rows.plies[a] - rows.plies[b]);
  const found: Phase[] = [];
  for (let start = 0; start < order.length;) {
    const wantedEnd = Math.ceil(((found.length + 1) * order.length) / PHASES);
    let end = Math.max(wantedEnd, start + 1);
    // All rows of one ply are in one phase.
    while (end < order.length && rows.plies[order[end]] === rows.plies[order[end - 1]]) end++;
    const wanted = order.slice(start, end);
    found.push({
      from: rows.plies[wanted[0]],
      to: rows.plies[wanted.at(-1)!],
      rows: wanted.length,
      ...measure(logits, rows, targets, wanted),
    });
    start = end;
  }
  return found;
}
