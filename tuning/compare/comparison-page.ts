import * as Plot from '@observablehq/plot';
import { figure, GREY, INK, seriesColour } from '../page/chart.ts';
import { boardName, counted, decimal, listed, percent, signed, whole } from '../page/figures.ts';
import { Html, html } from '../page/html.ts';
import { namesAxis } from '../page/named-rows.ts';
import { documentOf, type Section } from '../page/page.ts';
import { clipped, shortNames } from '../page/player-names.ts';
import { numberCell, sortableTable } from '../page/sortable-table.ts';
import type { Comparison } from './side-by-side.ts';

/** The page of a comparison: one file that needs no other. */
export function comparisonPage(comparison: Comparison): string {
  const { runs } = comparison;
  const names = shortNames(runs.map(({ name }) => name));
  const boards = [
    ...new Set(runs.flatMap(({ game, size }) => (game === null ? [] : [boardName(game, size!)]))),
  ];
  return documentOf('comparison', {
    game: runs[0].game ?? undefined,
    title: `${counted(runs.length, 'run')} side by side`,
    summary: summaryOf(comparison, names),
    facts: [
      ['Runs', whole(runs.length), listed([...new Set(runs.map(({ kind }) => kind))])],
      boards.length === 0 ? null : ['Boards', listed(boards)],
      ['Settings that differ', whole(comparison.settings.length)],
    ],
    sections: sectionsOf(comparison, names),
    thumbnail: new Html(''),
  });
}

function summaryOf({ runs, paired }: Comparison, names: readonly string[]): string {
  if (!('problem' in paired)) {
    const best = paired.differences.toSorted((one, other) => one.resultLoss - other.resultLoss)[0];
    return `On the same ${counted(paired.games, 'held-out game')}, ${names[best.run]} predicts the results best, with a loss of ${decimal(best.resultLoss, 4)}.`;
  }
  return `${listed([...names])}, by what their files say${runs.length < 2 ? '' : ', differences first'}.`;
}

function sectionsOf(comparison: Comparison, names: readonly string[]): Section[] {
  const { sweeps } = comparison;
  return [
    { id: 'settings', title: 'Settings that differ', body: settingsTable(comparison, names) },
    { id: 'results', title: 'Results of matches', body: resultsTable(comparison, names) },
    { id: 'losses', title: 'Losses', body: lossesTable(comparison, names) },
    { id: 'curves', title: 'Course of the fits', body: curvesFigure(comparison, names) },
    { id: 'paired', title: 'The same held-out games', body: pairedBody(comparison, names) },
    { id: 'matches', title: 'Elo between them', body: matchesTable(comparison, names) },
    { id: 'weights', title: 'Weights beside each other', body: weightsBody(comparison, names) },
    ...sweeps.map((sweep, i) => ({
      id: `sweep-${i}`,
      title: `Fits of ${names[sweep.run]}`,
      body: parallelFigure(sweep),
    })),
  ];
}

const legendOf = (names: readonly string[], wanted: readonly number[]) =>
  wanted.map((i) => ({ name: names[i], colour: seriesColour(i), shape: 'line' as const }));

function settingsTable({ settings }: Comparison, names: readonly string[]): Html {
  if (settings.length === 0) return html`<p class="note">All settings are the same.</p>`;
  return sortableTable('Settings that differ', settings, {
    Setting: ({ name }) => name,
    ...Object.fromEntries(
      names.map((name, i) => [name, ({ values }: (typeof settings)[number]) => values[i] ?? '–']),
    ),
  });
}

function resultsTable({ runs }: Comparison, names: readonly string[]): Html | null {
  const rows = runs.flatMap(({ played }, i) => played.map((one) => ({ ...one, run: names[i] })));
  if (rows.length === 0) return null;
  return html`<p class="note">Of the first participant of each match, with the 95 % interval of its Elo.</p>
    ${sortableTable('Results of matches', rows, {
      Run: ({ run, stage }) => (stage === null ? run : `${run}, ${stage}`),
      Games: ({ games }) => numberCell(games, whole),
      'Won, drawn, lost': ({ won, drawn, lost }) => [won, drawn, lost].map(whole).join(' · '),
      Elo: ({ elo }) => numberCell(elo?.value ?? null, signed, 0),
      '95 %': ({ elo }) => (elo === null ? '–' : `${signed(elo.low, 0)} to ${signed(elo.high, 0)}`),
      Verdict: ({ verdict }) => verdict ?? '–',
    })}`;
}

function lossesTable({ runs, isOneTarget }: Comparison, names: readonly string[]): Html | null {
  const fits = runs.flatMap(({ losses, model }, i) =>
    losses === null ? [] : [{ name: names[i], model, ...losses }],
  );
  if (fits.length === 0) return null;
  const note = isOneTarget
    ? 'Of the exported files, each on the games that its own fit held out.'
    : 'Of the exported files, each on the games that its own fit held out. The fits have different targets: only their losses on results can be compared.';
  return html`<p class="note">${note}</p>
    ${sortableTable('Losses of the fits', fits, {
      Run: ({ name }) => name,
      Model: ({ model }) => model ?? '–',
      'Loss on results': ({ resultLoss }) => numberCell(resultLoss, decimal, 5),
      'Held-out loss': ({ loss }) => numberCell(loss, decimal, 5),
      'Winners told': ({ accuracy }) => numberCell(accuracy, percent),
    })}`;
}

function curvesFigure({ runs }: Comparison, names: readonly string[]): Html | null {
  const drawn = runs.flatMap(({ steps }, i) => (steps.length < 2 ? [] : [i]));
  if (drawn.length === 0) return null;
  const rows = drawn.flatMap((i) =>
    runs[i].steps.map(({ iteration, trainLoss, heldOutLoss }) => ({
      run: i,
      iteration,
      loss: heldOutLoss ?? trainLoss,
    })),
  );
  return figure({
    label: `Loss by step of ${listed(drawn.map((i) => names[i]))}`,
    caption:
      'Loss on held-out games after each step: an iteration of a linear fit, an epoch of a network. Curves of different targets do not compare.',
    legend: legendOf(names, drawn),
    draw: () => ({
      height: 280,
      marginLeft: 56,
      x: { label: 'step →', tickFormat: String, ticks: 6 },
      y: { label: 'loss', grid: true, nice: true },
      marks: drawn.map((i) =>
        Plot.lineY(
          rows.filter(({ run }) => run === i),
          { x: 'iteration', y: 'loss', stroke: seriesColour(i), strokeWidth: 2 },
        ),
      ),
    }),
  });
}

function pairedBody({ paired, runs }: Comparison, names: readonly string[]): Html | null {
  if (!runs.some(({ kind }) => kind === 'fit')) return null;
  if ('problem' in paired)
    return html`<p class="note">There is no comparison game by game: ${paired.problem}.</p>`;
  const first = names[paired.first];
  const rows = paired.differences.flatMap(({ run, difference }) =>
    difference === null ? [] : [{ name: names[run], ...difference, colour: seriesColour(run) }],
  );
  return html`${figure({
    label: `Loss on results less that of ${first}: ${rows.map(({ name, value }) => `${name} ${signed(value, 5)}`).join(', ')}`,
    caption: `The loss on results of each file less that of ${first}, game by game over the same ${counted(paired.games, 'held-out game')} (${counted(paired.positions, 'position')} that were searched and not seen won or lost), with the 95 % interval of the mean. Left of 0 is better than ${first}; an interval that holds 0 decides nothing.`,
    draw: ({ isNarrow }) => ({
      height: 34 * rows.length + 56,
      marginTop: 8,
      marginLeft: isNarrow ? 130 : 210,
      y: { label: null, domain: rows.map(({ name }) => name), tickSize: 0 },
      x: { label: 'difference in nats →', grid: true, nice: true, ticks: isNarrow ? 3 : 6 },
      marks: [
        namesAxis(isNarrow ? 130 : 210),
        Plot.ruleX([0], { stroke: INK }),
        Plot.ruleY(rows, { y: 'name', x1: 'low', x2: 'high', stroke: 'colour', strokeWidth: 2.5 }),
        Plot.dot(rows, { y: 'name', x: 'value', fill: 'colour', r: 6 }),
      ],
    }),
  })}
  ${sortableTable('Paired differences', paired.differences, {
    Run: ({ run }) => names[run],
    'Loss on results': ({ resultLoss }) => numberCell(resultLoss, decimal, 5),
    Difference: ({ difference }) => numberCell(difference?.value, signed, 5),
    '95 %': ({ difference }) =>
      difference === null ? '–' : `${signed(difference.low, 5)} to ${signed(difference.high, 5)}`,
  })}`;
}

function matchesTable({ matches, runs }: Comparison, names: readonly string[]): Html | null {
  if (runs.filter(({ kind }) => kind === 'fit').length < 2) return null;
  if (matches.length === 0)
    return html`<p class="note">
      No match between them lies among these runs or in the folders beside them.
    </p>`;
  return sortableTable('Matches between them', matches, {
    First: ({ first }) => names[first],
    Second: ({ second }) => names[second],
    Games: ({ games }) => numberCell(games, whole),
    Elo: ({ elo }) => numberCell(elo?.value, signed, 0),
    '95 %': ({ elo }) => (elo === null ? '–' : `${signed(elo.low, 0)} to ${signed(elo.high, 0)}`),
    By: ({ by }) => by,
  });
}

function weightsBody({ features }: Comparison, names: readonly string[]): Html | null {
  if (features.length === 0) return null;
  const fits = names.flatMap((_, i) => (features.some(({ weights }) => weights[i] !== null) ? [i] : []));
  const rows = features.flatMap(({ name, weights }) =>
    weights.flatMap((one, i) =>
      one === null || one.low === null
        ? []
        : [{ name, run: i, value: one.weight, low: one.low, high: one.high!, colour: seriesColour(i) }],
    ),
  );
  const domain = features.map(({ name }) => name);
  const step = 14 * Math.max(1, fits.length) + 8;
  return html`${figure({
    label: `Weights of ${listed(fits.map((i) => names[i]))} with their intervals`,
    caption: `Each weight in logits with its 95 % interval by game. Where two intervals do not meet, the fits disagree on what the feature is worth.`,
    legend: fits.map((i) => ({ name: names[i], colour: seriesColour(i) })),
    draw: ({ isNarrow }) => ({
      height: step * domain.length + 56,
      marginTop: 8,
      marginLeft: isNarrow ? 128 : 210,
      y: { label: null, domain, tickSize: 0 },
      x: { label: 'weight in logits →', grid: true, nice: true, ticks: isNarrow ? 3 : 7 },
      marks: [
        namesAxis(isNarrow ? 128 : 210),
        Plot.ruleX([0], { stroke: INK }),
        ...fits.flatMap((i, place) => {
          const own = rows.filter(({ run }) => run === i);
          const dy = 10 * (place - (fits.length - 1) / 2);
          return [
            Plot.ruleY(own, {
              y: 'name',
              x1: 'low',
              x2: 'high',
              stroke: seriesColour(i),
              strokeWidth: 2,
              dy,
            }),
            Plot.dot(own, { y: 'name', x: 'value', fill: seriesColour(i), r: 3.5, dy }),
          ];
        }),
      ],
    }),
  })}
  ${sortableTable('Weights beside each other', features, {
    Feature: ({ name }) => name,
    ...Object.fromEntries(
      fits.flatMap((i) => [
        [names[i], ({ weights }: (typeof features)[number]) => numberCell(weights[i]?.weight, signed, 4)],
        [
          `95 % of ${names[i]}`,
          ({ weights }: (typeof features)[number]) =>
            weights[i] === null || weights[i].low === null
              ? '–'
              : `${signed(weights[i].low, 3)} to ${signed(weights[i].high, 3)}`,
        ],
      ]),
    ),
  })}`;
}

/** A line a fit through its settings to its loss: each axis by the rank of its values. */
function parallelFigure({ varied, fits }: Comparison['sweeps'][number]): Html | null {
  if (fits.length === 0) return null;
  const sorted = fits.toSorted((one, other) => one.resultLoss - other.resultLoss);
  const [best, worst] = [sorted[0].resultLoss, sorted.at(-1)!.resultLoss];
  const axes = [...varied, 'loss on results'];
  const scales = varied.map((_, axis) => {
    const values = [...new Set(fits.map(({ values: all }) => all[axis]))];
    values.sort((a, b) =>
      typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : 1,
    );
    return values;
  });
  const placeOn = (axis: number, value: string | number) =>
    scales[axis].length === 1 ? 0.5 : scales[axis].indexOf(value) / (scales[axis].length - 1);
  const lossPlace = (loss: number) => (worst === best ? 0.5 : (loss - best) / (worst - best));
  const colourOf = (rank: number) =>
    rank === 0 ? seriesColour(1) : rank < sorted.length / 4 ? seriesColour(0) : GREY;
  const points = sorted.flatMap(({ values, resultLoss }, rank) =>
    axes.map((axis, i) => ({
      fit: rank,
      axis,
      at: i < varied.length ? placeOn(i, values[i]) : lossPlace(resultLoss),
    })),
  );
  const ticks = [
    ...varied.flatMap((axis, i) =>
      scales[i].map((value) => ({ axis, at: placeOn(i, value), text: clipped(String(value), 12) })),
    ),
    { axis: axes.at(-1)!, at: 0, text: decimal(best, 4) },
    { axis: axes.at(-1)!, at: 1, text: decimal(worst, 4) },
  ];
  return figure({
    label: `Fits as lines through ${listed(axes)}; the best has ${varied.map((name, i) => `${name} ${sorted[0].values[i]}`).join(', ')}`,
    caption: `Each line is a fit, from its settings to its loss on results at the right, low is better. The best (orange) has ${varied.map((name, i) => `${name} ${sorted[0].values[i]}`).join(', ')}; the best quarter is blue.`,
    draw: ({ isNarrow }) => ({
      height: 320,
      marginTop: 34,
      marginLeft: isNarrow ? 30 : 60,
      marginRight: isNarrow ? 50 : 70,
      marginBottom: 16,
      x: {
        type: 'point',
        domain: axes,
        axis: 'top',
        label: null,
        tickSize: 0,
        tickFormat: (name: string) => clipped(name, isNarrow ? 11 : 20),
      },
      y: { axis: null, domain: [0, 1], inset: 8 },
      marks: [
        Plot.ruleX(axes, { stroke: GREY }),
        ...sorted
          .map((_, rank) => rank)
          .toReversed()
          .map((rank) =>
            Plot.lineY(
              points.filter(({ fit }) => fit === rank),
              {
                x: 'axis',
                y: 'at',
                stroke: colourOf(rank),
                strokeWidth: rank === 0 ? 3 : 1.5,
                strokeOpacity: rank < sorted.length / 4 ? 1 : 0.5,
              },
            ),
          ),
        Plot.text(ticks, {
          x: 'axis',
          y: 'at',
          text: 'text',
          textAnchor: 'start',
          dx: 6,
          fill: INK,
          stroke: 'var(--paper, white)',
          strokeWidth: 4,
        }),
      ],
    }),
  });
}
