import type { LinearFitResult } from '../runs.ts';
import { tableLines } from '../table.ts';
import { dependenceText } from './dependence.ts';
import { HALF_INTERVAL } from './standard-errors.ts';

/** What a fit found, for people. */
export function fitLines(result: LinearFitResult): string[] {
  const { rows, losses, features, dependent, weights, scoreScale } = result;
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
    `weights in logits with 95 % intervals; in the file on the scale ${weights.scale}, on average ` +
      `${weights.difference.mean.toFixed(4)} logits from the fit, at most ${weights.difference.largest.toFixed(4)}`,
    ...dependent.map(dependenceText),
  );
  return lines;
}

function half(error: { error: number } | null): string {
  return error === null ? '' : (HALF_INTERVAL * error.error).toFixed(4);
}
