import { join } from 'node:path';
import * as Plot from '@observablehq/plot';
import { needFitWeights } from '../store/fit-weights.ts';
import type { SweepResult } from '../store/runs.ts';
import { BLUE, figure, GREY, thumbnail } from '../page/chart.ts';
import { counted, decimal, listed, percent, signed, whole } from '../page/figures.ts';
import { type Html, html } from '../page/html.ts';
import { namedRows, namesAxis } from '../page/named-rows.ts';
import type { Content } from '../page/page.ts';
import { eloIntervals, eloRow, intervalText } from './elo-intervals.ts';
import { runPage } from './run-page.ts';
import { numberCell, sortableTable } from '../page/sortable-table.ts';

type SweptFit = SweepResult['fits'][number];

type Row = SweptFit & { name: string };

export const sweepPage = runPage('sweep', ({ fits }, run, place): Content => {
  for (const { folder, weights } of fits)
    if (weights !== undefined) needFitWeights(join(place, folder), weights);
  const varied = variedSettings(fits);
  const rows = fits.map((fit) => ({
    ...fit,
    name: varied.map((name) => `${name} ${cellText(fit.settings[name], name)}`).join(', ') || fit.folder,
  }));
  // A fit may have held out no games to be measured by.
  const done = rows.filter(({ heldOut }) => heldOut !== undefined && heldOut !== null);
  // Fits to other targets cannot be compared by their own losses.
  const isOneTarget = !varied.some((name) =>
    ['lambda', 'lambdaEnd', 'lambdaPlies', 'scoreScale'].includes(name),
  );
  const lossOf = ({ heldOut }: SweptFit) => (isOneTarget ? heldOut!.loss : heldOut!.resultLoss);
  const called = isOneTarget ? 'held-out loss' : 'held-out loss on results';
  const best = done.toSorted((a, b) => lossOf(a) - lossOf(b))[0] as Row | undefined;
  const failed = fits.filter(({ status }) => status === 'failed').length;
  const body = html`${best && lossFigure(done, lossOf, called)}${fitsTable(rows, varied)}`;
  const model = run.settings['model'] as string;
  return {
    game: undefined,
    title: `Sweep over ${listed(varied) || 'one setting'}`,
    summary:
      best === undefined
        ? `${counted(fits.length, 'fit')}, none of which ${failed === fits.length ? 'could be made' : 'was measured on held-out games'}.`
        : `The lowest ${called} of ${counted(done.length, 'fit')} is ${decimal(lossOf(best), 5)}, with ${best.name}.`,
    facts: [
      ['Fits', whole(fits.length), failed === 0 ? `${model}; all done` : `${model}; ${whole(failed)} failed`],
      best && [`Lowest ${called}`, decimal(lossOf(best), 5), best.name],
      best && ['Winners told by it', percent(best.heldOut!.accuracy), 'of held-out games'],
    ],
    sections: [
      { id: 'losses', title: 'Held-out loss by setting', body },
      ...playedSizes(fits).map((size) => ({
        id: `elo-${size}`,
        title: `In play on size ${size}`,
        body: eloFigure(rows, size, run.settings['match'] as { against?: string; nodes?: number }),
      })),
    ],
    thumbnail: sweepThumbnail(done),
  };
});

/** The sizes on which the fits have played. */
function playedSizes(fits: readonly SweptFit[]): number[] {
  return fits.find(({ matches }) => matches !== undefined)?.matches!.map(({ size }) => size) ?? [];
}

function eloFigure(
  rows: readonly Row[],
  size: number,
  { against = 'default', nodes = 1000 }: { against?: string; nodes?: number },
): Html {
  const shown = rows.flatMap(({ name, matches }) =>
    eloRow(name, matches?.find((match) => match.size === size)?.elo, BLUE),
  );
  const games = rows.flatMap(({ matches }) => matches ?? []).find((match) => match.size === size);
  const count = games === undefined ? 0 : games.won + games.drawn + games.lost;
  return figure({
    label: `Elo against ${against} on size ${size}: ${shown.map(({ name, elo }) => `${name}: ${signed(elo, 0)}`).join('; ')}`,
    caption: `Each fit against ${against}, ${counted(count, 'game')} at ${whole(nodes)} nodes a move, with 95 % intervals; those that won all or none are not drawn.`,
    draw: eloIntervals(shown),
  });
}

/** The settings in which the fits differ. */
function variedSettings(fits: readonly SweptFit[]): string[] {
  const names = Object.keys(fits[0]?.settings ?? {});
  return names.filter((name) => new Set(fits.map(({ settings }) => JSON.stringify(settings[name]))).size > 1);
}

function cellText(value: unknown, name: string): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(' & ');
  if (value === null) return name === 'scoreScale' ? 'fitted' : 'usual';
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '–');
}

function lossFigure(done: readonly Row[], lossOf: (fit: SweptFit) => number, called: string): Html {
  const sorted = done.toSorted((a, b) => lossOf(a) - lossOf(b));
  const spread = lossOf(sorted.at(-1)!) - lossOf(sorted[0]);
  const folders = sorted.map(({ folder }) => folder);
  return figure({
    label: `Held-out loss by setting: ${sorted.map(({ name, heldOut }) => `${name}: ${decimal(heldOut!.loss, 5)}`).join('; ')}`,
    caption: `The loss of each exported file on held-out games, best first by its ${called}; left is better. Between the best and the worst lie ${decimal(spread, 5)} nats. Losses against different targets (another lambda or scale of scores) cannot be compared; the loss on results can.`,
    legend: [
      { name: 'held-out loss', colour: BLUE },
      { name: 'held-out loss on results', colour: GREY, shape: 'ring' },
    ],
    draw: ({ isNarrow }) => ({
      ...namedRows(folders, isNarrow ? 34 : 26, isNarrow ? 150 : 240),
      marginRight: 16,
      x: { label: 'loss →', grid: true, nice: true, ticks: isNarrow ? 3 : 7, inset: 8 },
      marks: [
        namesAxis(isNarrow ? 150 : 240, (folder) => sorted[folders.indexOf(folder)].name),
        Plot.dot(sorted, {
          y: 'folder',
          x: ({ heldOut }) => heldOut!.resultLoss,
          stroke: GREY,
          strokeWidth: 2,
          r: 5,
        }),
        Plot.dot(sorted, { y: 'folder', x: ({ heldOut }) => heldOut!.loss, fill: BLUE, r: 5 }),
      ],
    }),
  });
}

function fitsTable(rows: readonly Row[], varied: readonly string[]): Html {
  const settingCell = (value: unknown, name: string) =>
    typeof value === 'number' ? { shown: String(value), value } : cellText(value, name);
  return sortableTable('All fits', rows, {
    ...Object.fromEntries(
      varied.map((name) => [name, ({ settings }: Row) => settingCell(settings[name], name)]),
    ),
    Rows: ({ trainRows }) => numberCell(trainRows, decimal, 0),
    'Training loss': ({ train }) => numberCell(train?.loss, decimal, 5),
    'Held-out loss': ({ heldOut }) => numberCell(heldOut?.loss, decimal, 5),
    'On results': ({ heldOut }) => numberCell(heldOut?.resultLoss, decimal, 5),
    'Winners told': ({ heldOut }) => numberCell(heldOut?.accuracy, percent),
    ...(rows.some(({ agreement }) => agreement !== undefined) && {
      'Same move as a deep search': ({ agreement }: Row) => numberCell(agreement, percent),
    }),
    ...Object.fromEntries(
      playedSizes(rows).map((size) => [
        `Elo on ${size}`,
        ({ matches }: Row) => {
          const elo = matches?.find((match) => match.size === size)?.elo;
          return elo?.value == null
            ? '–'
            : { shown: `${signed(elo.value, 0)} (${intervalText(elo)})`, value: elo.value };
        },
      ]),
    ),
    Fit: ({ folder, status, reason }) =>
      reason === undefined ? html`<code>${folder}</code>` : `${status}: ${reason}`,
  });
}

function sweepThumbnail(done: readonly Row[]): Html {
  return thumbnail('Held-out loss by setting', {
    x: { inset: 8 },
    y: { domain: done.map(({ folder }) => folder) },
    marks: [Plot.dot(done, { y: 'folder', x: ({ heldOut }) => heldOut!.loss, fill: BLUE, r: 4 })],
  });
}
