import { bandText } from '../oracle/grade.ts';
import { figure, SHARES } from '../page/chart.ts';
import { counted, percent, whole } from '../page/figures.ts';
import { budgetsOf, gradeLines, type NamedGrade } from './named-grades.ts';
import { type Html, html } from '../page/html.ts';
import { numberCell, sortableTable } from '../page/sortable-table.ts';

type Band = NamedGrade['bands'][number];

/** How often the value is kept by how far the end is; lost positions are left out, as no move can lose more. */
export function bandsBody(grades: readonly NamedGrade[]): Html {
  const bands = grades[0].bands.filter(({ value }) => value !== 'lost');
  const names = bands.map(bandName);
  const budgets = budgetsOf(grades);
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
      marginRight: 24,
      marginBottom: isNarrow ? 64 : 44,
      x: { type: 'point', label: null, domain: names, tickSize: 0, tickRotate: isNarrow ? -35 : 0 },
      y: { ...SHARES, label: 'value kept', grid: true, domain: [0, 1] },
      marks: gradeLines(rows, 'band'),
    }),
  })}
  ${sortableTable('Value kept by distance', grades, {
    Player: ({ name }) => name,
    Nodes: ({ nodes }) => numberCell(nodes, whole),
    ...Object.fromEntries(
      bands.map((band, i) => [
        names[i],
        (grade: NamedGrade) => numberCell(bandOf(grade, band).kept, percent),
      ]),
    ),
  })}`;
}

const bandOf = (grade: NamedGrade, { value, from }: Band) =>
  grade.bands.find((band) => band.value === value && band.from === from) ?? { kept: Number.NaN };

const mean = (shares: readonly number[]) => shares.reduce((sum, share) => sum + share, 0) / shares.length;

function bandName(band: Band): string {
  return bandText(band).replace('-', '–');
}
