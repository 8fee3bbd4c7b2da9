import { join } from 'node:path';
import * as Plot from '@observablehq/plot';
import type { FitKindPage } from '../fit/data/fit-kind.ts';
import { fitKind } from '../fit/kinds.ts';
import type { FitResult } from '../store/runs.ts';
import { calibrationFigure } from './calibration-figure.ts';
import { BLUE, figure, INK } from '../page/chart.ts';
import { boardName, counted, decimal, percent, signed, whole } from '../page/figures.ts';
import { type Html, html } from '../page/html.ts';
import { lossesBody, lossesThumbnail } from './loss-figure.ts';
import type { Content, Fact, Section } from '../page/page.ts';
import { runPage } from './run-page.ts';
import { numberCell, sortableTable } from '../page/sortable-table.ts';
import { trainingBody } from './training-curve.ts';

export const fitPage = runPage('fit', async (common, _, folder): Promise<Content> => {
  const kind = fitKind(common.model);
  const result = kind.result.parse(common);
  const page = await kind.page();
  const training = trainingBody(join(folder, 'metrics.csv'), kind.step, page.exportsBest);
  const sections: Section[] = [
    { id: 'losses', title: 'Losses', body: lossesBody(result.losses, page.beside) },
    { id: 'training', title: 'Training', body: training },
  ];
  if (result.calibration.length > 0)
    sections.push({
      id: 'calibration',
      title: 'Calibration',
      body: html`${calibrationFigure('of held-out games', [{ name: 'The fit', colour: BLUE, bins: result.calibration }])}${binsTable(result)}`,
    });
  sections.push(...page.sections(result));
  if (result.phases.length > 0) sections.push({ id: 'phases', title: 'Phases', body: phasesBody(result) });
  sections.push({ id: 'rows', title: 'Rows', body: rowsBody(result) });
  return {
    game: result.game,
    title: `${boardName(result.game, result.size)}, ${page.title(result)}`,
    summary: summaryOf(result, page),
    facts: factsOf(result, page),
    sections,
    thumbnail: lossesThumbnail(result.losses),
  };
});

type Loss = FitResult['losses'][number];

const lossOf = ({ losses }: FitResult, name: string): Loss | undefined =>
  losses.find((loss) => loss.name === name);

function summaryOf(result: FitResult, page: FitKindPage): string {
  const [exported, hand] = [
    lossOf(result, 'exported'),
    lossOf(result, 'hand rescaled') ?? lossOf(result, 'hand'),
  ];
  const { rows } = result;
  if (exported === undefined) return `${page.title(result)} to ${counted(rows.train, 'position')}.`;
  const beside = hand === undefined ? '' : `, the hand-made weights ${decimal(hand.heldOut.loss, 4)}`;
  return `On held-out games the loss is ${decimal(exported.heldOut.loss, 4)}${beside}; it tells ${percent(exported.heldOut.accuracy)} of winners.`;
}

function factsOf(result: FitResult, page: FitKindPage): Fact[] {
  const { rows, weights, scoreScale, seconds, backend } = result;
  const exported = lossOf(result, 'exported');
  const facts: Fact[] = [];
  if (exported !== undefined)
    facts.push(
      {
        name: 'Held-out loss',
        value: decimal(exported.heldOut.loss, 4),
        note: `in nats; ${decimal(exported.train.loss, 4)} on what it learned from`,
      },
      { name: 'Winners told', value: percent(exported.heldOut.accuracy), note: 'of held-out games' },
    );
  facts.push(
    {
      name: 'Learned from',
      value: whole(rows.train),
      note: `positions of ${counted(rows.trainGames, 'game')}`,
    },
    {
      name: 'Held out',
      value: whole(rows.heldOut),
      note: `positions of ${counted(rows.heldOutGames, 'game')}`,
    },
    page.fact(result),
    {
      name: 'Scale of the file',
      value: whole(weights.scale),
      note: `${decimal(weights.difference.mean, 4)} logits from the model on average, ${decimal(weights.difference.largest, 3)} at most`,
    },
    ...(scoreScale === null ? [] : [{ name: 'Scale of search scores', value: decimal(scoreScale, 1) }]),
    { name: 'Time', value: `${decimal(seconds, seconds < 10 ? 1 : 0)} s`, note: backend },
  );
  return facts;
}

function binsTable({ calibration }: FitResult): Html {
  return sortableTable(
    'Calibration bins',
    ['Predicted', 'Positions', 'Mean prediction', 'Mean result', 'Result less prediction'],
    calibration.map(({ from, rows, predicted, result }) => [
      { shown: `${percent(from, 0)} and more`, value: from },
      numberCell(rows, whole),
      numberCell(predicted, (share) => percent(share)),
      numberCell(result, (share) => percent(share)),
      numberCell(result - predicted, (share) => signed(100 * share, 1)),
    ]),
  );
}

function phasesBody({ phases }: FitResult): Html {
  const named = phases.map((phase) => ({ ...phase, name: `${phase.from}–${phase.to}` }));
  const [best, worst] = [
    named.toSorted((a, b) => a.loss - b.loss)[0],
    named.toSorted((a, b) => b.loss - a.loss)[0],
  ];
  return html`${figure({
    label: `Loss by phase: ${named.map(({ name, loss }) => `${name} ${decimal(loss, 4)}`).join(', ')}`,
    caption: `Held-out loss by how far the game has come, in plies, about as many positions in each. It is lowest at plies ${best.name} (${decimal(best.loss, 4)}) and highest at ${worst.name} (${decimal(worst.loss, 4)}); the dashed line is the loss of knowing nothing.`,
    draw: ({ isNarrow }) => ({
      height: 230,
      marginLeft: 56,
      marginRight: 20,
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
        Plot.ruleY([Math.LN2], { stroke: INK, strokeDasharray: '3,3' }),
        Plot.lineY(named, { x: 'name', y: 'loss', stroke: BLUE, strokeWidth: 2 }),
        Plot.dot(named, { x: 'name', y: 'loss', fill: BLUE, r: 5 }),
      ],
    }),
  })}
  ${sortableTable(
    'Measures by phase',
    ['Plies', 'Positions', 'Loss', 'Loss on results', 'Winners told'],
    named.map(({ name, from, rows, loss, resultLoss, accuracy }) => [
      { shown: name, value: from },
      numberCell(rows, whole),
      numberCell(loss, (value) => decimal(value, 5)),
      numberCell(resultLoss, (value) => decimal(value, 5)),
      numberCell(accuracy, (share) => percent(share)),
    ]),
  )}`;
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
    ${sortableTable(
      'What became of the rows',
      ['Rows', 'Number', 'Share'],
      parts.map(([name, count]) => [
        name,
        numberCell(count, whole),
        numberCell(count / Math.max(1, rows.read), (share) => percent(share)),
      ]),
    )}`;
}
