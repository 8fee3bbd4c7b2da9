import * as Plot from '@observablehq/plot';
import type { GateResult } from '../store/runs.ts';
import { figure, GREEN, GREY, ORANGE, thumbnail } from '../page/chart.ts';
import { eloIntervals, eloRow, intervalText } from './elo-intervals.ts';
import { boardName, counted, decimal, percent, shortHash, signed, titled, whole } from '../page/figures.ts';
import { type Html, html } from '../page/html.ts';
import { courseFigures } from './match-course.ts';
import { clockNote, matchExamples } from './match-figures.ts';
import { intervalMarks } from '../page/named-rows.ts';
import { shortNames } from '../page/player-names.ts';
import type { Content, Section } from '../page/page.ts';
import { runPage } from './run-page.ts';
import { numberCell, sortableTable } from '../page/sortable-table.ts';

export const gatePage = runPage('gate', (result, run): Content => {
  const { candidate, champion, verdict, reason, game, size, stages } = result;
  const [one, other] = shortNames([candidate.name, champion.name]);
  const games = stages.reduce((sum, stage) => sum + stage.result.games, 0);
  const why = reason === null ? '' : `: ${reason}`;
  return {
    game,
    title: `${one} at the gate`,
    summary: `${boardName(game, size)}: ${one} was ${verdict} against ${other}${why}.`,
    facts: [
      ['Verdict', verdict, reason ?? 'every stage was passed'],
      ['Candidate', one, shortHash(candidate.sha256)],
      ['Champion', other, shortHash(champion.sha256)],
      ['Games', whole(games), `in ${counted(stages.length, 'stage')}`],
    ],
    sections: [
      ...(result.race === undefined ? [] : [{ id: 'race', title: 'Race', body: raceBody(result.race) }]),
      { id: 'stages', title: 'Stages', body: stagesBody(result) },
      ...stages.flatMap((stage) => stageSections(stage, [one, other], run.settings['seconds'])),
    ],
    thumbnail: gateThumbnail(result),
  };
});

type Stage = GateResult['stages'][number];

function stageText({ name, result }: Stage, isLast: boolean, { verdict, reason }: GateResult): string {
  if (isLast && verdict === 'rejected') return `rejected: ${reason ?? name}`;
  if (result.sprt !== null) return `passed: ${result.sprt.decision} accepted`;
  return 'passed: not worse';
}

/** What each stage shows of the candidate; the last where it was rejected stands out. */
const stageRows = ({ stages, verdict }: GateResult) =>
  stages.flatMap(({ name, result }, i) => {
    const isObjection = i === stages.length - 1 && verdict === 'rejected';
    return eloRow(name, result.estimate?.elo, isObjection ? ORANGE : GREEN);
  });

function stagesBody(result: GateResult): Html {
  const { stages, verdict } = result;
  const rows = stageRows(result);
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
  ${sortableTable('Stages of the gate', stages, {
    Stage: ({ name }) => name,
    Outcome: (stage, i) => stageText(stage, i === stages.length - 1, result),
    Size: ({ result: { size } }) => numberCell(size, whole),
    Games: ({ result: { games } }) => numberCell(games, whole),
    'Won, drawn, lost': ({ result: { won, drawn, lost } }) => ({
      shown: `${whole(won)}, ${whole(drawn)}, ${whole(lost)}`,
      value: won,
    }),
    Score: ({ result: { estimate } }) => numberCell(estimate?.score, percent),
    Elo: ({ result: { estimate } }) => numberCell(estimate?.elo.value, signed, 0),
    '95 %': ({ result: { estimate } }) => ({
      shown: estimate === null ? '–' : intervalText(estimate.elo),
      value: estimate?.elo.low ?? null,
    }),
    LLR: ({ result: { sprt } }) => numberCell(sprt?.llr, decimal, 2),
  })}`;
}

/** How one of several candidates was chosen. */
function raceBody(rounds: NonNullable<GateResult['race']>): Html {
  const rows = rounds.flatMap(({ games, kept, candidates }, i) =>
    candidates.map((candidate, place) => ({ ...candidate, round: i + 1, games, isKept: place < kept })),
  );
  return html`<p>
      Each candidate played the champion from the same openings, other ones than those of the stages; the
      better half of each round went on, with twice as many games. Scores of a race say who was tried, and
      prove nothing.
    </p>
    ${sortableTable('Race of the candidates', rows, {
      Round: ({ round }) => numberCell(round, whole),
      Candidate: ({ name }) => name,
      Games: ({ games }) => numberCell(games, whole),
      Score: ({ score }) => numberCell(score, percent),
      Elo: ({ elo }) => numberCell(elo.value, signed, 0),
      Outcome: ({ isKept }) => (isKept ? 'went on' : 'out'),
    })}`;
}

/** How a stage went; of the first also examples. */
function stageSections({ name, result }: Stage, names: readonly string[], seconds: unknown): Section[] {
  // The others are played at fixed nodes.
  const isTimed = name === 'by the clock' && typeof seconds === 'number';
  const course = {
    id: name.replaceAll(' ', '-'),
    title: titled(name),
    body: html`${isTimed ? clockNote(seconds) : null} ${courseFigures(result)}`,
  };
  return [course, ...(result.sprt === null ? [] : matchExamples(result, names))];
}

function gateThumbnail(result: GateResult): Html {
  const rows = stageRows(result);
  const stroke = result.verdict === 'accepted' ? GREEN : ORANGE;
  return thumbnail(`Elo by stage; ${result.verdict}`, {
    x: { inset: 8, zero: true },
    y: { domain: rows.map(({ name }) => name) },
    marks: [
      Plot.ruleX([0], { stroke: GREY }),
      ...intervalMarks(rows, 'elo', { stroke, strokeWidth: 2, r: 5 }),
    ],
  });
}
