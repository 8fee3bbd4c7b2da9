import * as Plot from '@observablehq/plot';
import type { SpsaResult } from '../store/runs.ts';
import { BLUE, DASHED, figure, GREY, INK, seriesColour, thumbnail } from '../page/chart.ts';
import { boardName, counted, decimal, percent, signed, whole } from '../page/figures.ts';
import { type Html, html } from '../page/html.ts';
import type { Content, Section } from '../page/page.ts';
import { numberCell, sortableTable } from '../page/sortable-table.ts';
import { intervalText } from './elo-intervals.ts';
import { courseFigures } from './match-course.ts';
import { clockNote, matchExamples } from './match-figures.ts';
import { runPage } from './run-page.ts';

// Of more numbers, such as those of a network, the courses are drawn together and the table tells each.
const MOST_FIGURES = 12;
// A change of fewer standard deviations of chance says little.
const DEVIATIONS = 2;

type TunedNumber = SpsaResult['numbers'][number];

export const spsaPage = runPage('spsa', (result, run): Content => {
  const { game, size, tuned, games, steps, drawn, pliesPerGame, numbers, verdict } = result;
  const what = tuned === 'parameters' ? 'search parameters' : 'weights';
  const outcome = verdictText(result);
  const clear = numbers.filter(isClear).length;
  return {
    game,
    title: `${whole(numbers.length)} ${what} tuned`,
    summary: `${boardName(game, size)}: ${counted(numbers.length, 'number')} tuned in ${counted(games, 'game')}; the estimate is ${outcome}.`,
    facts: [
      ['Verdict', verdict ?? 'none yet', outcome],
      ['Games', whole(games), `in ${counted(steps, 'step')}; ${percent(drawn / Math.max(1, games))} drawn`],
      ['Plies', decimal(pliesPerGame, 1), 'a game'],
      [
        'Clear changes',
        whole(clear),
        `of ${whole(numbers.length)}: farther than ${DEVIATIONS} spreads of chance`,
      ],
      result.test === null
        ? null
        : ['Elo', signed(result.test.estimate?.elo.value, 0), testNote(result.test)],
    ],
    sections: [
      { id: 'numbers', title: 'What was tuned', body: numbersTable(result) },
      { id: 'courses', title: 'Courses', body: coursesBody(result) },
      testSection(result, run.settings),
      ...(result.test === null ? [] : matchExamples(result.test, ['the estimate', 'the start'])),
    ],
    thumbnail: spsaThumbnail(result),
  };
});

function verdictText({ verdict, reason }: SpsaResult): string {
  if (verdict === null) return 'not tested yet';
  return reason === null ? 'accepted' : `rejected: ${reason}`;
}

function testNote({ games, estimate }: NonNullable<SpsaResult['test']>): string {
  const interval = estimate === null ? 'no games' : intervalText(estimate.elo);
  return `${interval} (95 %), of the estimate in ${counted(games, 'game')} of the test`;
}

function isClear({ start, end, spread }: TunedNumber): boolean {
  return Math.abs(end - start) > DEVIATIONS * spread;
}

const plain = (value: number) => String(Number(value.toPrecision(4)));

function numbersTable({ numbers, games }: SpsaResult): Html {
  return html`${sortableTable('What was tuned', numbers, {
      Name: ({ name }) => html`<code>${name}</code>`,
      Unit: ({ unit }) => unit,
      Range: ({ least, most }) => ({ shown: `${plain(least)} to ${plain(most)}`, value: most - least }),
      Start: ({ start }) => numberCell(start, plain),
      Estimate: ({ end }) => numberCell(end, plain),
      Tested: ({ chosen }) => numberCell(chosen, plain),
      Change: ({ start, end }) =>
        numberCell(end - start, (change) => (change > 0 ? `+${plain(change)}` : plain(change))),
      'Spread of chance': ({ spread }) => numberCell(spread, plain),
      'c at the end': ({ cEnd }) => numberCell(cEnd, plain),
      'r at the end': ({ rEnd }) => numberCell(rEnd, plain),
    })}
    <p class="note">
      Each number followed what was won by the side on which it was larger, in ${counted(games, 'game')}. The
      spread of chance is the standard deviation that the estimate would have if the number made no
      difference: a change of less than ${DEVIATIONS} spreads says little of it.
    </p>`;
}

function coursesBody(result: SpsaResult): Html {
  const { numbers, course } = result;
  if (course.length < 2) return html`<p class="note">No step has been played.</p>`;
  if (numbers.length > MOST_FIGURES) return sharesFigure(result);
  return html`${numbers.map((number, i) => courseFigure(result, number, i))}`;
}

function courseFigure({ course }: SpsaResult, number: TunedNumber, index: number): Html {
  const { name, unit, start, end, least, most, spread } = number;
  const points = course.map(({ games, values }) => ({ games, value: values[index] }));
  const reach = DEVIATIONS * spread;
  const shown = [...points.map(({ value }) => value), start - reach, start + reach];
  const last = points.at(-1)!.games;
  const band = [{ y1: Math.max(least, start - reach), y2: Math.min(most, start + reach) }];
  return figure({
    label: `${name} over games, from ${plain(start)} to ${plain(end)}`,
    caption: html`<code>${name}</code> in ${unit}, within ${plain(least)} to ${plain(most)}: from
      ${plain(start)} to ${plain(end)}. ${isClear(number) ? 'The end lies outside' : 'The end lies inside'}
      the band of ${DEVIATIONS} spreads of chance about the start.`,
    draw: ({ isNarrow }) => ({
      height: 190,
      marginLeft: 60,
      x: { label: 'games →', domain: [0, last], tickFormat: whole, ticks: isNarrow ? 4 : 8 },
      y: {
        label: unit,
        grid: true,
        ticks: 4,
        domain: [Math.max(least, Math.min(...shown)), Math.min(most, Math.max(...shown))],
      },
      marks: [
        Plot.rectY(band, { x1: 0, x2: last, y1: 'y1', y2: 'y2', fill: GREY, fillOpacity: 0.18 }),
        Plot.ruleY([start], DASHED),
        Plot.lineY(points, { x: 'games', y: 'value', stroke: BLUE, strokeWidth: 2 }),
        Plot.dot([points.at(-1)!], { x: 'games', y: 'value', fill: BLUE, r: 4 }),
      ],
    }),
  });
}

/** All numbers by how far they went from their start, in shares of their range. */
function sharePoints({ numbers, course }: SpsaResult) {
  return numbers.flatMap(({ name, start, least, most }, i) =>
    course.map(({ games, values }) => ({ name, games, share: (values[i] - start) / (most - least) })),
  );
}

function sharesFigure(result: SpsaResult): Html {
  const clear = result.numbers.filter(isClear).length;
  return figure({
    label: `How far ${whole(result.numbers.length)} numbers went from their start, in shares of their range`,
    caption: `How far each of ${whole(result.numbers.length)} numbers went from its start, in shares of its range; ${whole(clear)} ended farther than ${DEVIATIONS} spreads of chance from it.`,
    draw: ({ isNarrow }) => ({
      height: 300,
      x: { label: 'games →', tickFormat: whole, ticks: isNarrow ? 4 : 8 },
      y: { label: 'share of the range', grid: true, tickFormat: (share: number) => percent(share, 0) },
      marks: [
        Plot.lineY(sharePoints(result), {
          x: 'games',
          y: 'share',
          z: 'name',
          stroke: BLUE,
          strokeOpacity: 0.4,
        }),
        Plot.ruleY([0], { stroke: INK }),
      ],
    }),
  });
}

function testSection(result: SpsaResult, settings: Record<string, unknown>): Section {
  const { test, verdict, reason } = result;
  const limits = [settings['test'], settings] as ({ seconds?: unknown } | null | undefined)[];
  const seconds = limits.map((limit) => limit?.seconds).find((known) => typeof known === 'number');
  const none =
    verdict === null
      ? 'The run was stopped before its end; the same command resumes it.'
      : `There was nothing to test: ${reason}.`;
  return {
    id: 'test',
    title: 'Against the start',
    body:
      test === null
        ? html`<p class="note">${none}</p>`
        : html`<p>
              The estimate played the start from openings that no step had played: ${whole(test.won)} won,
              ${whole(test.drawn)} drawn, ${whole(test.lost)} lost.
            </p>
            ${courseFigures(test)} ${seconds === undefined ? null : clockNote(seconds)}`,
  };
}

function spsaThumbnail(result: SpsaResult): Html {
  const names = result.numbers.map(({ name }) => name);
  return thumbnail(`Courses of ${counted(names.length, 'number')}`, {
    marks: [
      Plot.ruleY([0], { stroke: GREY }),
      Plot.lineY(sharePoints(result), {
        x: 'games',
        y: 'share',
        z: 'name',
        stroke: ({ name }: { name: string }) => seriesColour(names.indexOf(name)),
        strokeWidth: 1.5,
      }),
    ],
  });
}
