import type { MatchResult } from '../store/runs.ts';
import { boardName, counted, decimal, percent, signed, whole } from '../page/figures.ts';
import { type Interval, intervalText } from './elo-intervals.ts';
import { endsFigure, lengthsFigure } from './game-figures.ts';
import { html } from '../page/html.ts';
import { courseFigures } from './match-course.ts';
import { clockNote, matchExamples, pairsFigure, pairsThumbnail, resultsFigure } from './match-figures.ts';
import { programSections } from './match-programs-section.ts';
import { shortNames } from '../page/player-names.ts';
import type { Content, Fact, Section } from '../page/page.ts';
import { runPage } from './run-page.ts';

export const matchPage = runPage('match', (written, run): Content => {
  const [first, second] = shortNames([written.first, written.second]);
  const result = { ...written, first, second };
  return {
    game: result.game,
    title: `${first} against ${second}`,
    summary: matchSummary(result),
    facts: matchFacts(result),
    sections: sectionsOf(result, run.settings['seconds']),
    thumbnail: pairsThumbnail(result),
  };
});

function matchSummary({ first, second, game, size, games, estimate, sprt, isOver }: MatchResult): string {
  const over = isOver ? '' : ' so far';
  if (estimate === null) return `${boardName(game, size)}: no games were played.`;
  const test = sprt === null ? '' : `; the sequential test ${testedText(sprt)}`;
  return `${boardName(game, size)}: ${first} scored ${percent(estimate.score)} against ${second} in ${counted(games, 'game')}${over}, ${eloText(estimate.elo)}${test}.`;
}

function testedText({ elo0, elo1, decision }: NonNullable<MatchResult['sprt']>): string {
  if (decision === 'continue') return `between ${elo0} and ${elo1} has decided nothing`;
  return decision === 'H1' ? `accepts ${elo1} rather than ${elo0}` : `accepts ${elo0} rather than ${elo1}`;
}

/** An Elo difference with its interval, as far as the games tell. */
function eloText({ value, low, high }: Interval): string {
  if (value === null) return 'of unknown Elo';
  const limits = low === null && high === null ? '' : ` (95 %: ${intervalText({ value, low, high })})`;
  return `${signed(value, 0)} Elo${limits}`;
}

function matchFacts(result: MatchResult): Content['facts'] {
  const { games, won, drawn, lost, estimate, sprt, identicalPairs, effectiveGames, pliesPerGame, pairs } =
    result;
  return [
    ['Games', whole(games), `${won} won, ${drawn} drawn, ${lost} lost`],
    estimate && ['Score', percent(estimate.score), 'draws count half'],
    estimate && eloFact('Elo', estimate.elo),
    estimate && eloFact('Normalised Elo', estimate.normalizedElo),
    estimate?.gamePairElo && eloFact('Normalised game-pair Elo', estimate.gamePairElo),
    estimate?.gamePairElo && [
      'Drawn',
      percent(drawn / games),
      `of the games; ${percent(pairs[2] / (games / 2))} of the pairs 1:1`,
    ],
    estimate && ['Chance to be stronger', percent(estimate.superiority, 2), 'likelihood of superiority'],
    sprt && [
      `LLR of ${sprt.elo0} against ${sprt.elo1}`,
      signed(sprt.llr, 2),
      `from ${signed(sprt.lower, 2)} to ${signed(sprt.upper, 2)} it continues; ${sprt.decision === 'continue' ? 'undecided' : `${sprt.decision} accepted`}`,
    ],
    [
      'Plies a game',
      decimal(pliesPerGame, 1),
      identicalPairs === 0
        ? 'no pair of identical games'
        : `${counted(identicalPairs, 'identical pair')}; ${whole(effectiveGames)} games tell`,
    ],
  ];
}

const eloFact = (name: string, elo: Interval): Fact => [
  name,
  signed(elo.value, 0),
  `95 %: ${intervalText(elo)}`,
];

function sectionsOf(result: MatchResult, seconds: unknown): Section[] {
  const { record } = result;
  const sections: Section[] = [
    {
      id: 'score',
      title: 'Games and pairs',
      body: html`${typeof seconds === 'number' ? clockNote(seconds) : null} ${resultsFigure(result)}
      ${pairsFigure(result)}`,
    },
    { id: 'course', title: 'Course of the match', body: courseFigures(result) },
  ];
  if (result.games === 0) return sections;
  const ends = html`${endsFigure(result.ends)}${record === null ? null : lengthsFigure(record.lengths)}`;
  return [
    ...sections,
    { id: 'ends', title: 'Ends and lengths', body: ends },
    ...programSections(result),
    ...matchExamples(result, [result.first, result.second]),
  ];
}
