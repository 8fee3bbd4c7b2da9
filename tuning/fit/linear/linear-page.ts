import * as Plot from '@observablehq/plot';
import { BLUE, figure, GREY, INK } from '../../page/chart.ts';
import { counted, decimal, listed, signed, whole } from '../../page/figures.ts';
import { type Html, html } from '../../page/html.ts';
import { intervalMarks, namedRows, namesAxis } from '../../page/named-rows.ts';
import { numberCell, sortableTable } from '../../page/sortable-table.ts';
import type { FitKindPage } from '../data/fit-kind.ts';
import { dependenceText } from './dependence.ts';
import type { LinearFitResult } from './linear-result.ts';

export const linearPage: FitKindPage<LinearFitResult> = {
  title: () => 'linear fit',
  fact: ({ iterations, lastStep }) => [
    'Newton steps',
    whole(iterations),
    `the last was ${lastStep.toExponential(1)} standard errors`,
  ],
  sections: (result) => [{ id: 'weights', title: 'Weights', body: weightsBody(result) }],
  exportsBest: false,
  beside: {},
};

type Feature = LinearFitResult['features'][number];

/** Every weight with its interval, and the features that have none of their own. */
function weightsBody({ features, dependent, weights }: LinearFitResult): Html {
  const rows = features
    .flatMap(({ name, weight, size, byGame }) => {
      if (byGame === null) return [];
      const [low, high] = byGame.interval;
      // Grey where the weight may be 0.
      const colour = low > 0 || high < 0 ? BLUE : GREY;
      return [{ name, effect: weight * size, low: low * size, high: high * size, colour }];
    })
    .toSorted((a, b) => Math.abs(b.effect) - Math.abs(a.effect));
  const names = rows.map(({ name }) => name);
  const sure = rows.filter(({ colour }) => colour === BLUE);
  const unsure = rows.length - sure.length;
  return html`${figure({
      label: `Weights with 95 % intervals, largest effect first: ${rows.map(({ name, effect }) => `${name} ${signed(effect, 2)}`).join(', ')}`,
      caption: `What each feature does to a usual position: its weight times its root mean square, in logits, with the 95 % interval by game. ${
        sure.length === 0
          ? 'No weight is sure of its sign.'
          : `${listed(sure.slice(0, 3).map(({ name }) => name))} ${sure.length === 1 ? 'does' : 'do'} most among those sure of their sign.`
      } ${counted(unsure, 'weight')} (grey) may be 0.`,
      draw: ({ isNarrow }) => ({
        ...namedRows(names, isNarrow ? 32 : 24, isNarrow ? 128 : 210),
        marginRight: 16,
        x: {
          label: 'effect in logits →',
          grid: true,
          nice: true,
          ticks: isNarrow ? 4 : 8,
          tickFormat: (effect: number) => signed(effect, 1),
        },
        marks: [
          namesAxis(isNarrow ? 128 : 210),
          Plot.ruleX([0], { stroke: INK }),
          ...intervalMarks(rows, 'effect', { stroke: 'colour', r: 4.5 }),
        ],
      }),
    })}
    ${weightsTable(features)}
    ${
      dependent.length === 0
        ? null
        : html`<h3>Features without a weight of their own</h3>
            <ul>
              ${dependent.map((one) => html`<li>${dependenceText(one)}</li>`)}
            </ul>`
    }
    <p class="note">
      In the file the weights are whole numbers on a scale of ${whole(weights.scale)}: win probability =
      sigmoid(score / ${whole(weights.scale)}).
    </p>`;
}

function weightsTable(features: readonly Feature[]): Html {
  const interval = (of: Feature['byGame']) => ({
    shown: of === null ? '–' : `${signed(of.interval[0], 3)} to ${signed(of.interval[1], 3)}`,
    value: of?.error ?? null,
  });
  return sortableTable('Weights with intervals', features, {
    Feature: ({ name }) => name,
    Weight: ({ weight }) => numberCell(weight, signed, 4),
    '95 % by game': ({ byGame }) => interval(byGame),
    '95 % by row': ({ byRow }) => interval(byRow),
    'Usual size': ({ size }) => numberCell(size, decimal, 2),
    Effect: ({ weight, size }) => numberCell(weight * size, signed, 3),
    'In file': ({ rounded }) => numberCell(rounded, signed, 0),
  });
}
