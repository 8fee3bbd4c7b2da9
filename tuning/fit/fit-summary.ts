import { tableLines } from '../process/text-table.ts';
import type { FitKind } from './data/fit-kind.ts';
import type { FitResult } from '../store/runs.ts';

/** What a fit found, for people. */
export function fitLines(result: FitResult, kind: FitKind): string[] {
  const { rows, losses, scoreScale, weights } = result;
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
      [
        rows.heldOut === 0 ? 'on the games learned from' : 'on held-out games',
        'loss',
        'loss on results',
        'winner predicted',
      ],
      ...losses.map(({ name, train, heldOut }) => {
        const { loss, resultLoss, accuracy } = heldOut ?? train;
        return [name, loss.toFixed(5), resultLoss.toFixed(5), `${(100 * accuracy).toFixed(1)}%`];
      }),
    ]),
    '',
    ...kind.summaryLines(result),
    `in the file on the scale ${weights.scale}, on average ${weights.difference.mean.toFixed(4)} logits from the fit, ` +
      `at most ${weights.difference.largest.toFixed(4)}`,
  );
  return lines;
}
