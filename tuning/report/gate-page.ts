import * as Plot from '@observablehq/plot';
import type { GateResult } from '../store/runs.ts';
import { BLUE, figure, GREEN, GREY, ORANGE, thumbnail } from '../page/chart.ts';
import { eloIntervals } from './elo-intervals.ts';
import { boardName, counted, decimal, percent, shortHash, signed, whole } from '../page/figures.ts';
import { type Html, html } from '../page/html.ts';
import { courseFigures } from './match-course.ts';
import { clockNote, intervalText, matchExamples } from './match-figures.ts';
import { shortNames } from '../page/player-names.ts';
import type { Content, Section } from '../page/page.ts';
import { runPage } from './run-page.ts';
import { numberCell, sortableTable } from '../page/sortable-table.ts';

export const gatePage = runPage('gate', (result, run): Content => {
  const { candidate, champion, verdict, reason, game, size, stages } = result;
  const [one, other] = shortNames([candidate.name, champion.name]);
  const games = stages.reduce((sum, stage) => sum + stage.result.games, 0);
  const why = reason === null ? '' : `: ${reason}`;
  const sections: Section[] = [{ id: 'stages', title: 'Stages', body: stagesBody(result) }];
  for (const stage of stages) sections.push(...stageSections(stage, [one, other], run.settings['seconds']));
  return {
    game,
    title: `${one} at the gate`,
    summary: `${boardName(game, size)}: ${one} was ${verdict} against ${other}${why}.`,
    facts: [
      { name: 'Verdict', value: verdict, note: reason ?? 'every stage was passed' },
      { name: 'Candidate', value: one, note: shortHash(candidate.sha256) },
      { name: 'Champion', value: other, note: shortHash(champion.sha256) },
      { name: 'Games', value: whole(games), note: `in ${counted(stages.length, 'stage')}` },
    ],
    sections,
    thumbnail: gateThumbnail(result),
  };
});

type Stage = GateResult['stages'][number];

function stageText({ name, result }: Stage, isLast: boolean, { verdict, reason }: GateResult): string {
  if (isLast && verdict === 'rejected') return `rejected: ${reason ?? name}`;
  if (result.sprt !== null) return `passed: ${result.sprt.decision} accepted`;
  return 'passed: not worse';
}

function stagesBody(result: GateResult): Html {
  const { stages, verdict } = result;
  const rows = stages.flatMap((stage, i) => {
    const elo = stage.result.estimate?.elo;
    if (elo?.value == null) return [];
    const isObjection = i === stages.length - 1 && verdict === 'rejected';
    return [
      {
        name: stage.name,
        elo: elo.value,
        low: elo.low ?? elo.value,
        high: elo.high ?? elo.value,
        colour: isObjection ? ORANGE : GREEN,
      },
    ];
  });
  const chart =
    rows.length === 0
      ? null
      : figure({
          label: `Elo of the candidate by stage: ${rows.map(({ name, elo }) => `${name} ${signed(elo, 0)}`).join(', ')}`,
          caption: `What each stage shows of the candidate, in Elo with 95 % intervals. The first must be won by the sequential test; the others must not be lost, which is to say that no interval lies wholly left of 0.`,
          legend: [
            { name: 'passed', colour: GREEN },
            ...(verdict === 'rejected' ? [{ name: 'rejected here', colour: ORANGE }] : []),
          ],
          draw: eloIntervals(rows),
        });
  return html`${chart}
  ${sortableTable(
    'Stages of the gate',
    ['Stage', 'Outcome', 'Size', 'Games', 'Won, drawn, lost', 'Score', 'Elo', '95 %', 'LLR'],
    stages.map((stage, i) => {
      const { size, games, won, drawn, lost, estimate, sprt } = stage.result;
      return [
        stage.name,
        stageText(stage, i === stages.length - 1, result),
        numberCell(size, whole),
        numberCell(games, whole),
        { shown: `${whole(won)}, ${whole(drawn)}, ${whole(lost)}`, value: won },
        numberCell(estimate?.score ?? null, (share) => percent(share)),
        numberCell(estimate?.elo.value ?? null, (elo) => signed(elo, 0)),
        { shown: estimate === null ? '–' : intervalText(estimate.elo), value: estimate?.elo.low ?? null },
        numberCell(sprt?.llr ?? null, (llr) => decimal(llr, 2)),
      ];
    }),
  )}`;
}

/** How a stage went; of the first also examples. */
function stageSections({ name, result }: Stage, names: readonly string[], seconds: unknown): Section[] {
  // The others are played at fixed nodes.
  const isTimed = name === 'by the clock' && typeof seconds === 'number';
  const course = {
    id: name.replaceAll(' ', '-'),
    title: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    body: html`${isTimed ? clockNote(seconds) : null} ${courseFigures(result)}`,
  };
  return [course, ...(result.sprt === null ? [] : matchExamples(result, names))];
}

function gateThumbnail({ stages, verdict }: GateResult): Html {
  const rows = stages.flatMap(({ name, result }) => {
    const elo = result.estimate?.elo;
    return elo?.value == null
      ? []
      : [{ name, elo: elo.value, low: elo.low ?? elo.value, high: elo.high ?? elo.value }];
  });
  const colour = verdict === 'accepted' ? GREEN : ORANGE;
  return thumbnail(`Elo by stage; ${verdict}`, {
    x: { inset: 8, zero: true },
    y: { domain: rows.map(({ name }) => name) },
    marks: [
      Plot.ruleX([0], { stroke: GREY }),
      Plot.ruleY(rows, { y: 'name', x1: 'low', x2: 'high', stroke: colour, strokeWidth: 2 }),
      Plot.dot(rows, { y: 'name', x: 'elo', r: 5, fill: rows.length === 0 ? BLUE : colour }),
    ],
  });
}
