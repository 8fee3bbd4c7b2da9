import { bandText } from '../oracle/grade.ts';
import * as Plot from '@observablehq/plot';
import { figure } from '../page/chart.ts';
import { counted, percent, whole } from '../page/figures.ts';
import type { NamedGrade } from './named-grades.ts';
import { type Html, html } from '../page/html.ts';
import { sortableTable } from '../page/sortable-table.ts';

type Band = NamedGrade['bands'][number];

/** How often the value is kept by how far the end is; lost positions are left out, as no move can lose more. */
export function bandsBody(grades: readonly NamedGrade[]): Html {
  const bands = grades[0].bands.filter(({ value }) => value !== 'lost');
  const names = bands.map(bandName);
  const budgets = [...new Set(grades.map(({ nodes }) => nodes))].toSorted((a, b) => a - b);
  // Chance has no nodes, and stands beside the least.
  const shownAt = budgets[budgets.length > 2 ? 1 : 0];
  const shown = grades.filter(({ nodes, score }) => nodes === shownAt || (score === null && nodes === 0));
  const rows = shown.flatMap(({ name, colour, bands: its }) =>
    its
      .filter(({ value }) => value !== 'lost')
      .map((band) => ({ name, colour, band: bandName(band), kept: band.kept })),
  );
  const hardest = bands
    .map((band, i) => ({
      name: names[i],
      positions: band.positions,
      kept: mean(shown.map((grade) => bandOf(grade, band).kept)),
    }))
    .toSorted((a, b) => a.kept - b.kept)[0];
  return html`${figure({
    label: `Value kept by distance at ${shownAt} nodes`,
    caption: `The same by true value and plies to the end, at ${counted(shownAt, 'node')}: the further the end, the more has to be seen. Hardest is ${hardest.name}, kept in ${percent(hardest.kept)} on average (${counted(hardest.positions, 'position')}).`,
    legend: shown.map(({ name, colour }) => ({ name, colour, shape: 'line' as const })),
    draw: ({ isNarrow }) => ({
      height: 280,
      marginLeft: 52,
      marginRight: 24,
      marginBottom: isNarrow ? 64 : 44,
      x: { type: 'point', label: null, domain: names, tickSize: 0, tickRotate: isNarrow ? -35 : 0 },
      y: {
        label: 'value kept',
        grid: true,
        domain: [0, 1],
        tickFormat: (share: number) => percent(share, 0),
      },
      color: { type: 'identity' },
      marks: [
        Plot.lineY(rows, { x: 'band', y: 'kept', z: 'name', stroke: 'colour', strokeWidth: 2 }),
        Plot.dot(rows, { x: 'band', y: 'kept', fill: 'colour', r: 5 }),
      ],
    }),
  })}
  ${sortableTable(
    'Value kept by distance',
    ['Player', 'Nodes', ...names],
    grades.map((grade) => [
      grade.name,
      { shown: whole(grade.nodes), value: grade.nodes },
      ...bands.map((band) => {
        const { kept } = bandOf(grade, band);
        return { shown: percent(kept), value: kept };
      }),
    ]),
  )}`;
}

const bandOf = (grade: NamedGrade, { value, from }: Band) =>
  grade.bands.find((band) => band.value === value && band.from === from) ?? { kept: Number.NaN };

const mean = (shares: readonly number[]) => shares.reduce((sum, share) => sum + share, 0) / shares.length;

function bandName(band: Band): string {
  return bandText(band).replace('-', '–');
}
