import { type Blunders, chanceLost, heuristicGap, type Judged, staticGap } from './blunders.ts';

/** What was found, for a terminal: a position a line, with the words that `evalsmith analyze` takes. */
export function blunderLines(blunders: Blunders): string[] {
  const { game, size, looked, judge, weights, against, moves, statics, heuristics } = blunders;
  const share = (gap: number) => `${(100 * gap).toFixed(0)} %`.padStart(5);
  const where = ({ player, board }: Judged) => `${game} ${size} ${player} '${board}'`;
  return [
    `${looked} positions of ${game} ${size} looked at by ${judge}`,
    'moves that lost most:',
    ...moves.map((one) => `${share(chanceLost(one))}  ${one.played} for ${one.best}: ${where(one)}`),
    `static scores of ${weights} that are furthest off:`,
    ...statics.map((one) => `${share(staticGap(one))}  ${where(one)}`),
    `${weights} and ${against} disagree most:`,
    ...heuristics.map((one) => `${share(heuristicGap(one))}  ${where(one)}`),
  ];
}
