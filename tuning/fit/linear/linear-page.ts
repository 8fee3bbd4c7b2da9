import * as Plot from '@observablehq/plot';
import { BLUE, figure, GREY, INK, namesAxis } from '../../page/chart.ts';
import { counted, decimal, listed, signed, whole } from '../../page/figures.ts';
import { type Html, html } from '../../page/html.ts';
import { numberCell, sortableTable } from '../../page/sortable-table.ts';
import type { FitKindPage } from '../data/fit-kind.ts';
import { dependenceText } from './dependence.ts';
import type { LinearFitResult } from './linear-result.ts';

export const linearPage: FitKindPage<LinearFitResult> = {
  title: () => 'linear fit',
  fact: ({ iterations, lastStep }) => ({
    name: 'Newton steps',
    value: whole(iterations),
    note: `the last was ${lastStep.toExponential(1)} standard errors`,
  }),
  sections: (result) => [{ id: 'weights', title: 'Weights', body: weightsBody(result) }],
  exportsBest: false,
  beside: {},
};

type Feature = LinearFitResult['features'][number];

/** Every weight with its interval, and the features that have none of their own. */
function weightsBody({ features, dependent, weights }: LinearFitResult): Html {
  const rows = features
    .filter(({ byGame }) => byGame !== null)
    .map((feature) => {
      const { weight, size, byGame } = feature;
      const [low, high] = byGame!.interval;
      return {
        ...feature,
        effect: weight * size,
        low: low * size,
        high: high * size,
        isSure: isSure(feature),
      };
    })
    .toSorted((a, b) => Math.abs(b.effect) - Math.abs(a.effect));
  const sure = rows.filter(({ isSure: is }) => is);
  const unsure = rows.length - sure.length;
  return html`${figure({
      label: `Weights with 95 % intervals, largest effect first: ${rows.map(({ name, effect }) => `${name} ${signed(effect, 2)}`).join(', ')}`,
      caption: `What each feature does to a usual position: its weight times its root mean square, in logits, with the 95 % interval by game. ${
        sure.length === 0
          ? 'No weight is sure of its sign.'
          : `${listed(sure.slice(0, 3).map(({ name }) => name))} ${sure.length === 1 ? 'does' : 'do'} most among those sure of their sign.`
      } ${counted(unsure, 'weight')} (grey) may be 0.`,
      draw: ({ isNarrow }) => ({
        height: (isNarrow ? 32 : 24) * rows.length + 56,
        marginTop: 8,
        marginLeft: isNarrow ? 128 : 210,
        marginRight: 16,
        marginBottom: 40,
        x: {
          label: 'effect in logits →',
          labelArrow: 'none',
          grid: true,
          nice: true,
          ticks: isNarrow ? 4 : 8,
          tickFormat: (effect: number) => signed(effect, 1),
        },
        y: { domain: rows.map(({ name }) => name) },
        color: { type: 'identity' },
        marks: [
          namesAxis(isNarrow ? 128 : 210),
          Plot.ruleX([0], { stroke: INK }),
          Plot.ruleY(rows, {
            y: 'name',
            x1: 'low',
            x2: 'high',
            stroke: ({ isSure: is }: { isSure: boolean }) => (is ? BLUE : GREY),
            strokeWidth: 2.5,
          }),
          Plot.dot(rows, {
            y: 'name',
            x: 'effect',
            fill: ({ isSure: is }: { isSure: boolean }) => (is ? BLUE : GREY),
            r: 4.5,
          }),
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

function isSure({ byGame }: Feature): boolean {
  return byGame !== null && (byGame.interval[0] > 0 || byGame.interval[1] < 0);
}

function weightsTable(features: readonly Feature[]): Html {
  const interval = (of: Feature['byGame']) =>
    of === null ? '–' : `${signed(of.interval[0], 3)} to ${signed(of.interval[1], 3)}`;
  return sortableTable(
    'Weights with intervals',
    ['Feature', 'Weight', '95 % by game', '95 % by row', 'Usual size', 'Effect', 'In file'],
    features.map((feature) => [
      feature.name,
      numberCell(feature.weight, (weight) => signed(weight, 4)),
      { shown: interval(feature.byGame), value: feature.byGame?.error ?? null },
      { shown: interval(feature.byRow), value: feature.byRow?.error ?? null },
      numberCell(feature.size, (size) => decimal(size, 2)),
      numberCell(feature.weight * feature.size, (effect) => signed(effect, 3)),
      numberCell(feature.rounded, (rounded) => signed(rounded, 0)),
    ]),
  );
}
