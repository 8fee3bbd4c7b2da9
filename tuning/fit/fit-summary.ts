import type { FitResult, LinearFitResult, NetworkFitResult } from '../store/runs.ts';
import { tableLines } from '../process/text-table.ts';
import { dependenceText } from './linear/dependence.ts';
import { HALF_INTERVAL } from './linear/standard-errors.ts';

/** What a fit found, for people. */
export function fitLines(result: FitResult): string[] {
  const { rows, losses, scoreScale } = result;
  const leftOut = Object.entries(rows.leftOut).filter(([, count]) => count > 0);
  const lines = [
    `${result.game} ${result.size}: ${rows.train} positions of ${rows.trainGames} games to learn from, ` +
      `${rows.heldOut} of ${rows.heldOutGames} held out`,
  ];
  if (leftOut.length > 0)
    lines.push(
      `left out of ${rows.read}: ${leftOut.map(([reason, count]) => `${count} ${reason}`).join(', ')}`,
    );
  if (scoreScale !== null) lines.push(`scale of the search scores: ${scoreScale.toFixed(1)}`);
  lines.push(
    '',
    ...tableLines([
      ['on held-out games', 'loss', 'loss on results', 'winner told'],
      ...losses.map(({ name, heldOut }) => [
        name,
        heldOut.loss.toFixed(5),
        heldOut.resultLoss.toFixed(5),
        `${(100 * heldOut.accuracy).toFixed(1)}%`,
      ]),
    ]),
    '',
    ...(result.model === 'linear' ? linearLines(result) : networkLines(result)),
  );
  return lines;
}

function linearLines({ features, weights, dependent }: LinearFitResult): string[] {
  return [
    ...tableLines([
      ['feature', 'weight', '+- by row', '+- by game', 'in file', ''],
      ...features.map(({ name, weight, byRow, byGame, rounded }) => [
        name,
        weight.toFixed(4),
        half(byRow),
        half(byGame),
        rounded,
        byGame !== null && byGame.interval[0] <= 0 && byGame.interval[1] >= 0 ? 'may be 0' : '',
      ]),
    ]),
    `weights in logits with 95 % intervals; in the file ${differenceText(weights)}`,
    ...dependent.map(dependenceText),
  ];
}

function networkLines({ hidden, activation, epochs, bestEpoch, rate, weights }: NetworkFitResult): string[] {
  return [
    `${hidden} hidden units a side, ${activation}; the best of ${epochs} epochs was number ${bestEpoch}; ${Math.round(rate)} positions a second`,
    `in the file ${differenceText(weights)}`,
  ];
}

function differenceText({ scale, difference }: FitResult['weights']): string {
  return (
    `on the scale ${scale}, on average ${difference.mean.toFixed(4)} logits from the fit, ` +
    `at most ${difference.largest.toFixed(4)}`
  );
}

function half(error: { error: number } | null): string {
  return error === null ? '' : (HALF_INTERVAL * error.error).toFixed(4);
}
