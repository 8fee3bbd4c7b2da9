import * as Plot from '@observablehq/plot';
import { calibrationFigure } from './calibration-figure.ts';
import { figure, GREY, INK, ORANGE, SHARES, thumbnail } from '../page/chart.ts';
import { boardName, counted, decimal, percent, whole } from '../page/figures.ts';
import { bandsBody } from './grade-bands.ts';
import { type Html, html } from '../page/html.ts';
import { namedRows, namesAxis } from '../page/named-rows.ts';
import { budgetsOf, gradeLines, gradeName, type NamedGrade, namedGrades, playersOf } from './named-grades.ts';
import type { Content } from '../page/page.ts';
import { runPage } from './run-page.ts';
import { numberCell, sortableTable } from '../page/sortable-table.ts';

export const gradePage = runPage('grade', (result): Content => {
  const { positions, game, size } = result;
  const named = namedGrades(result.grades);
  const total = positions.won + positions.drawn + positions.lost;
  const best = named.toSorted((a, b) => b.kept - a.kept)[0];
  return {
    game,
    title: `${boardName(game, size)}, graded against perfect play`,
    summary: `${gradeName(best)} keeps the value in ${percent(best.kept)} of ${counted(total, 'position')} and blunders in ${percent(best.blunders)}.`,
    facts: [
      [
        'Positions',
        whole(total),
        `${whole(positions.won)} won, ${whole(positions.drawn)} drawn, ${whole(positions.lost)} lost`,
      ],
      ['With a choice', whole(positions.choices), 'moves of different values'],
      ['Best', percent(best.kept), gradeName(best)],
      ['Of choices', percent(best.keptChoices), 'of the same, where it matters'],
    ],
    sections: [
      { id: 'kept', title: 'Values kept', body: keptBody(named, total) },
      { id: 'regret', title: 'Values lost', body: regretFigure(named) },
      { id: 'distance', title: 'By distance', body: bandsBody(named) },
      { id: 'calibration', title: 'Calibration', body: calibrationBody(named) },
    ],
    thumbnail: gradeThumbnail(named),
  };
});

function keptBody(grades: readonly NamedGrade[], total: number): Html {
  const shares = grades.map(({ kept }) => kept);
  const [worst, best] = [Math.min(...shares), Math.max(...shares)];
  // Beyond chance, as far as so many positions can tell.
  const error = Math.sqrt((best * (1 - best)) / total);
  return html`${figure({
      label: `Value kept at fixed nodes: ${grades.map(({ name, nodes, kept }) => `${name} ${nodes}: ${percent(kept)}`).join(', ')}`,
      caption: `How often the chosen move keeps the true value of the position, at fixed nodes of the search; 0 is the static evaluation alone. It ranges from ${percent(worst)} to ${percent(best)}; a share near the top has a standard error of ${percent(error, 2)}.`,
      legend: playersOf(grades).map((player) => ({ ...player, shape: 'line' as const })),
      draw: () => ({
        height: 280,
        x: { type: 'point', label: 'nodes a move →', domain: budgetsOf(grades), tickFormat: whole },
        y: {
          ...SHARES,
          label: 'value kept',
          grid: true,
          nice: true,
          domain: [Math.floor(worst * 20) / 20, 1],
        },
        marks: gradeLines(grades, 'nodes'),
      }),
    })}
    ${sortableTable('Grades', grades, {
      Player: ({ name }) => name,
      Nodes: ({ nodes }) => numberCell(nodes, whole),
      'Value kept': ({ kept }) => numberCell(kept, percent),
      'Of choices': ({ keptChoices }) => numberCell(keptChoices, percent),
      Blunders: ({ blunders }) => numberCell(blunders, percent),
      Sign: ({ score }) => numberCell(score?.sign, percent),
      Rank: ({ score }) => numberCell(score?.rank, decimal, 3),
      'Squared error': ({ score }) => numberCell(score?.squaredError, decimal, 3),
    })}
    <p class="note">
      Of choices counts only positions whose moves differ in value. A blunder loses what was not lost. Sign,
      rank and squared error judge the score: its sign where the game is not drawn, its order against that of
      the values, its win probability against the result.
    </p>`;
}

/** What the moves threw away: a win that became a draw, and anything that became a loss. */
function regretFigure(grades: readonly NamedGrade[]): Html {
  const rows = grades.flatMap((grade) => [
    { label: gradeName(grade), share: grade.blunders, colour: ORANGE },
    { label: gradeName(grade), share: Math.max(0, 1 - grade.kept - grade.blunders), colour: GREY },
  ]);
  const least = grades.toSorted((a, b) => b.kept - a.kept)[0];
  const most = grades.toSorted((a, b) => a.kept - b.kept)[0];
  return figure({
    label: `Share of values lost: ${grades.map((grade) => `${gradeName(grade)}: ${percent(1 - grade.kept)}`).join('; ')}`,
    caption: `Regret: in which share of positions the move gives away value. ${gradeName(most)} loses it in ${percent(1 - most.kept)}, ${gradeName(least)} in ${percent(1 - least.kept)}.`,
    legend: [
      { name: 'blunders: lost what was not lost', colour: ORANGE },
      { name: 'wins that became draws', colour: GREY },
    ],
    draw: ({ isNarrow }) => ({
      ...namedRows(grades.map(gradeName), isNarrow ? 34 : 27, isNarrow ? 140 : 190),
      marginRight: 56,
      x: { ...SHARES, label: 'share of positions →', grid: true, ticks: isNarrow ? 3 : 7 },
      marks: [
        namesAxis(isNarrow ? 140 : 190),
        Plot.barX(rows, Plot.stackX({ y: 'label', x: 'share', fill: 'colour', insetTop: 4, insetBottom: 4 })),
        Plot.text(grades, {
          y: gradeName,
          x: ({ kept }) => 1 - kept,
          text: ({ kept }) => percent(1 - kept),
          dx: 6,
          textAnchor: 'start',
          fill: INK,
        }),
        Plot.ruleX([0], { stroke: INK }),
      ],
    }),
  });
}

function calibrationBody(grades: readonly NamedGrade[]): Html | null {
  const scored = grades.filter(({ score }) => score !== null);
  if (scored.length === 0) return null;
  // The fewest nodes show the evaluation; a deep search on a small board knows the truth.
  const least = budgetsOf(scored)[0];
  const shown = scored.filter(({ nodes }) => nodes === least);
  return calibrationFigure(
    `at ${counted(least, 'node')}, where the score is ${least === 0 ? 'the static evaluation' : 'that of the shortest search'}`,
    shown.map(({ name, colour, score }) => ({ name, colour, bins: score!.calibration })),
  );
}

function gradeThumbnail(grades: readonly NamedGrade[]): Html {
  return thumbnail('Value kept at fixed nodes', {
    x: { type: 'point', domain: budgetsOf(grades) },
    y: { inset: 6 },
    marks: gradeLines(grades, 'nodes', 4),
  });
}
