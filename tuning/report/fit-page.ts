import { join } from 'node:path';
import * as Plot from '@observablehq/plot';
import type { FitKindPage } from '../fit/data/fit-kind.ts';
import { fitKind } from '../fit/kinds.ts';
import { parseConfig } from '../settings/config-file.ts';
import { needFitWeights } from '../store/fit-weights.ts';
import type { FitLoss, FitResult } from '../store/runs.ts';
import { calibrationFigure } from './calibration-figure.ts';
import { BLUE, DASHED, figure } from '../page/chart.ts';
import { boardName, counted, decimal, percent, signed, whole } from '../page/figures.ts';
import { type Html, html } from '../page/html.ts';
import { lossesBody, lossesThumbnail } from './loss-figure.ts';
import type { Content } from '../page/page.ts';
import { runPage } from './run-page.ts';
import { numberCell, sortableTable } from '../page/sortable-table.ts';
import { trainingBody } from './training-curve.ts';

export const fitPage = runPage('fit', async (common, _, folder): Promise<Content> => {
  const file = join(folder, 'result.json');
  const kind = fitKind(common.model, file);
  const result = parseConfig(common, file, kind.result);
  needFitWeights(folder, result.weights.sha256);
  const page = await kind.page();
  return {
    game: result.game,
    title: `${boardName(result.game, result.size)}, ${page.title(result)}`,
    summary: summaryOf(result, page),
    facts: factsOf(result, page),
    sections: [
      { id: 'losses', title: 'Losses', body: lossesBody(result.losses, page.beside) },
      {
        id: 'training',
        title: 'Training',
        body: trainingBody(result.steps ?? [], kind.step, page.exportsBest),
      },
      { id: 'calibration', title: 'Calibration', body: calibrationBody(result) },
      ...page.sections(result),
      { id: 'phases', title: 'Phases', body: phasesBody(result) },
      { id: 'rows', title: 'Rows', body: rowsBody(result) },
    ],
    thumbnail: lossesThumbnail(result.losses),
  };
});

const lossOf = ({ losses }: FitResult, name: string) => losses.find((loss) => loss.name === name);

function summaryOf(result: FitResult, page: FitKindPage): string {
  const exported = lossOf(result, 'exported');
  const hand = lossOf(result, 'hand rescaled') ?? lossOf(result, 'hand');
  if (exported === undefined) return `${page.title(result)} to ${counted(result.rows.train, 'position')}.`;
  const { loss, accuracy } = exported.heldOut ?? exported.train;
  const beside =
    hand === undefined ? '' : `, the hand-made weights ${decimal((hand.heldOut ?? hand.train).loss, 4)}`;
  const where =
    exported.heldOut === null ? 'No game was held out: on those learned from' : 'On held-out games';
  return `${where} the loss is ${decimal(loss, 4)}${beside}; it tells ${percent(accuracy)} of winners.`;
}

function factsOf(result: FitResult, page: FitKindPage): Content['facts'] {
  const { rows, weights, scoreScale, seconds, backend } = result;
  const exported = lossOf(result, 'exported');
  return [
    ...(exported === undefined ? [] : measuredFacts(exported)),
    ['Learned from', whole(rows.train), `positions of ${counted(rows.trainGames, 'game')}`],
    ['Held out', whole(rows.heldOut), `positions of ${counted(rows.heldOutGames, 'game')}`],
    page.fact(result),
    [
      'Scale of the file',
      whole(weights.scale),
      `${decimal(weights.difference.mean, 4)} logits from the model on average, ${decimal(weights.difference.largest, 3)} at most`,
    ],
    scoreScale === null ? null : ['Scale of search scores', decimal(scoreScale, 1)],
    ['Time', `${decimal(seconds, seconds < 10 ? 1 : 0)} s`, backend],
  ];
}

function measuredFacts({ train, heldOut }: FitLoss): Content['facts'] {
  if (heldOut === null)
    return [
      ['Training loss', decimal(train.loss, 4), 'in nats; no game was held out'],
      ['Winners told', percent(train.accuracy), 'of the games learned from'],
    ];
  return [
    ['Held-out loss', decimal(heldOut.loss, 4), `in nats; ${decimal(train.loss, 4)} on what it learned from`],
    ['Winners told', percent(heldOut.accuracy), 'of held-out games'],
  ];
}

function calibrationBody({ calibration }: FitResult): Html | null {
  if (calibration.length === 0) return null;
  return html`${calibrationFigure('of held-out games', [{ name: 'The fit', colour: BLUE, bins: calibration }])}${sortableTable(
    'Calibration bins',
    calibration,
    {
      Predicted: ({ from }) => ({ shown: `${percent(from, 0)} and more`, value: from }),
      Positions: ({ rows }) => numberCell(rows, whole),
      'Mean prediction': ({ predicted }) => numberCell(predicted, percent),
      'Mean result': ({ result }) => numberCell(result, percent),
      'Result less prediction': ({ predicted, result }) =>
        numberCell(result - predicted, (share) => signed(100 * share, 1)),
    },
  )}`;
}

function phasesBody({ phases }: FitResult): Html | null {
  if (phases.length === 0) return null;
  const named = phases.map((phase) => ({ ...phase, name: `${phase.from}–${phase.to}` }));
  const best = named.toSorted((a, b) => a.loss - b.loss)[0];
  const worst = named.toSorted((a, b) => b.loss - a.loss)[0];
  return html`${figure({
    label: `Loss by phase: ${named.map(({ name, loss }) => `${name} ${decimal(loss, 4)}`).join(', ')}`,
    caption: `Held-out loss by how far the game has come, in plies, about as many positions in each. It is lowest at plies ${best.name} (${decimal(best.loss, 4)}) and highest at ${worst.name} (${decimal(worst.loss, 4)}); the dashed line is the loss of knowing nothing.`,
    draw: ({ isNarrow }) => ({
      height: 230,
      marginLeft: 56,
      marginBottom: isNarrow ? 56 : 40,
      x: {
        type: 'point',
        label: isNarrow ? null : 'plies',
        labelAnchor: 'center',
        domain: named.map(({ name }) => name),
        tickSize: 0,
        tickRotate: isNarrow ? -35 : 0,
      },
      y: { label: 'loss', grid: true, nice: true },
      marks: [
        Plot.ruleY([Math.LN2], DASHED),
        Plot.lineY(named, { x: 'name', y: 'loss', stroke: BLUE, strokeWidth: 2 }),
        Plot.dot(named, { x: 'name', y: 'loss', fill: BLUE, r: 5 }),
      ],
    }),
  })}
  ${sortableTable('Measures by phase', named, {
    Plies: ({ name, from }) => ({ shown: name, value: from }),
    Positions: ({ rows }) => numberCell(rows, whole),
    Loss: ({ loss }) => numberCell(loss, decimal, 5),
    'Loss on results': ({ resultLoss }) => numberCell(resultLoss, decimal, 5),
    'Winners told': ({ accuracy }) => numberCell(accuracy, percent),
  })}`;
}

function rowsBody({ rows }: FitResult): Html {
  const leftOut = Object.entries(rows.leftOut).filter(([, count]) => count > 0);
  const out = leftOut.reduce((sum, [, count]) => sum + count, 0);
  const parts: [string, number][] = [
    ['learned from', rows.train],
    ['held out', rows.heldOut],
    ...leftOut.map(([reason, count]): [string, number] => [`left out: ${reason}`, count]),
  ];
  const rest = rows.read - parts.reduce((sum, [, count]) => sum + count, 0);
  if (rest > 0) parts.push(['not in the fraction that was asked for', rest]);
  return html`<p class="note">
      Of ${counted(rows.read, 'position')} read, ${whole(out)} were left out, for the reasons below.
    </p>
    ${sortableTable('What became of the rows', parts, {
      Rows: ([name]) => name,
      Number: ([, count]) => numberCell(count, whole),
      Share: ([, count]) => numberCell(count / Math.max(1, rows.read), percent),
    })}`;
}
