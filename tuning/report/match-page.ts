import { join } from 'node:path';
import * as Plot from '@observablehq/plot';
import type { Game } from '../../engine/game.ts';
import { games as knownGames } from '../../engine/games/index.ts';
import { InputError } from '../../engine/input-error.ts';
import { hasManifest, readManifest } from '../dataset/manifest.ts';
import { matchResultSchema, type MatchResult } from '../runs.ts';
import { BLUE, figure, GREY, INK, ORANGE, thumbnail } from './chart.ts';
import { boardName, counted, decimal, percent, signed, whole } from './figures.ts';
import { endsFigure, exampleSection, lengthsFigure, sharesFigure } from './game-figures.ts';
import { type Html, html } from './html.ts';
import { courseFigures, type MatchCourse, courseOf } from './match-course.ts';
import type { Content, Fact, Section } from './page.ts';
import { readGames, type RecordedGames } from './recorded-games.ts';
import { runPage } from './run-page.ts';
import { numberCell, sortableTable } from './sortable-table.ts';

export const matchPage = runPage(matchResultSchema, (folder, result): Content => {
  const game = gameNamed(result.game);
  const dataset = join(folder, 'games');
  const recorded = hasManifest(dataset) ? readGames(game, dataset, readManifest(dataset)) : undefined;
  const course = recorded === undefined ? undefined : courseOf(result, recorded.games);
  return {
    game: result.game,
    title: `${result.first} against ${result.second}`,
    summary: matchSummary(result),
    facts: matchFacts(result),
    sections: sectionsOf(game, result, recorded, course),
    thumbnail: pairsThumbnail(result),
  };
});

/** The game of a run, which this version may not play. */
export function gameNamed(name: string): Game {
  const game = knownGames.find((known) => known.name === name);
  if (game === undefined) throw new InputError(`the run is of ${name}, which this version does not play`);
  return game;
}

export function matchSummary({
  first,
  second,
  game,
  size,
  games,
  estimate,
  sprt,
  isOver,
}: MatchResult): string {
  const over = isOver ? '' : ' so far';
  if (estimate === null) return `${boardName(game, size)}: no games were played.`;
  const test = sprt === null ? '' : `; the sequential test ${TESTED[sprt.decision]}`;
  return `${boardName(game, size)}: ${first} scored ${percent(estimate.score)} against ${second} in ${counted(games, 'game')}${over}, ${eloText(estimate.elo)}${test}.`;
}

const TESTED = { H0: 'rejects it', H1: 'accepts it', continue: 'has decided nothing' };

type Interval = NonNullable<MatchResult['estimate']>['elo'];

/** An Elo difference with its interval, as far as the games tell. */
export function eloText({ value, low, high }: Interval): string {
  if (value === null) return 'of unknown Elo';
  const limits = low === null && high === null ? '' : ` (95 %: ${intervalText({ value, low, high })})`;
  return `${signed(value, 0)} Elo${limits}`;
}

export function intervalText({ low, high }: Interval, digits = 0): string {
  if (low === null && high === null) return 'no limits';
  return `${low === null ? 'no limit' : signed(low, digits)} to ${high === null ? 'no limit' : signed(high, digits)}`;
}

function matchFacts({
  games,
  won,
  drawn,
  lost,
  estimate,
  sprt,
  identicalPairs,
  effectiveGames,
  pliesPerGame,
}: MatchResult): Fact[] {
  const facts: Fact[] = [
    { name: 'Games', value: whole(games), note: `${won} won, ${drawn} drawn, ${lost} lost` },
  ];
  if (estimate !== null) {
    facts.push(
      { name: 'Score', value: percent(estimate.score), note: 'draws count half' },
      { name: 'Elo', value: signed(estimate.elo.value, 0), note: `95 %: ${intervalText(estimate.elo)}` },
      {
        name: 'Normalised Elo',
        value: signed(estimate.normalizedElo.value, 0),
        note: `95 %: ${intervalText(estimate.normalizedElo)}`,
      },
      {
        name: 'Chance to be stronger',
        value: percent(estimate.superiority, 2),
        note: 'likelihood of superiority',
      },
    );
  }
  if (sprt !== null) {
    facts.push({
      name: `LLR of ${sprt.elo0} against ${sprt.elo1}`,
      value: signed(sprt.llr, 2),
      note: `from ${signed(sprt.lower, 2)} to ${signed(sprt.upper, 2)} it goes on; ${sprt.decision === 'continue' ? 'undecided' : `${sprt.decision} accepted`}`,
    });
  }
  facts.push({
    name: 'Plies a game',
    value: decimal(pliesPerGame, 1),
    note:
      identicalPairs === 0
        ? 'no pair of identical games'
        : `${counted(identicalPairs, 'identical pair')}; ${whole(effectiveGames)} games tell`,
  });
  return facts;
}

function sectionsOf(
  game: Game,
  result: MatchResult,
  recorded: RecordedGames | undefined,
  course: MatchCourse | undefined,
): Section[] {
  const sections: Section[] = [
    {
      id: 'score',
      title: 'Games and pairs',
      body: html`${resultsFigure(result)} ${pairsFigure(result)}`,
    },
  ];
  if (course !== undefined)
    sections.push({ id: 'course', title: 'Course of the match', body: courseFigures(result, course) });
  else
    sections.push({
      id: 'course',
      title: 'Course of the match',
      body: html`<p class="warning">
        The games of this match are not in its folder, or are not those that its result counts, so its course
        cannot be shown.
      </p>`,
    });
  const lengths =
    recorded === undefined || recorded.games.length === 0 ? null : lengthsFigure(recorded.games);
  if (result.games > 0)
    sections.push({
      id: 'ends',
      title: 'Ends and lengths',
      body: html`${endsFigure(result.ends)}${lengths}`,
    });
  if (recorded !== undefined)
    sections.push(
      exampleSection(game, result.size, recorded, (index) =>
        index % 2 === 0 ? [result.first, result.second] : [result.second, result.first],
      ),
    );
  return sections;
}

/** Games won, drawn and lost by the first. */
export function resultsFigure({ first, won, drawn, lost, games }: MatchResult): Html {
  return sharesFigure(
    `${first}: ${won} won, ${drawn} drawn, ${lost} lost`,
    `Of ${counted(games, 'game')}, ${first} won ${whole(won)} and lost ${whole(lost)}; ${whole(drawn)} were drawn.`,
    [
      { name: 'won', count: won, colour: BLUE },
      { name: 'drawn', count: drawn, colour: GREY },
      { name: 'lost', count: lost, colour: ORANGE },
    ],
  );
}

const POINTS = ['0', '½', '1', '1½', '2'];
const PAIR_COLOURS = [ORANGE, ORANGE, GREY, BLUE, BLUE];

function pairsFigure({ first, pairs }: MatchResult): Html {
  const rows = pairs.map((count, i) => ({ points: POINTS[i], count, colour: PAIR_COLOURS[i] }));
  const total = pairs.reduce((sum, count) => sum + count, 0);
  const [won, lost] = [pairs[3] + pairs[4], pairs[0] + pairs[1]];
  return html`${figure({
    label: `Pairs by the points of ${first}: ${rows.map(({ points, count }) => `${points}: ${count}`).join(', ')}`,
    caption: `Two games from each opening, sides exchanged, are one pair. ${first} won ${whole(won)} of ${counted(total, 'pair')} (right of the middle) and lost ${whole(lost)} (left); ${whole(pairs[2])} were even, which tells nothing of strength.`,
    draw: () => ({
      height: 220,
      marginTop: 24,
      marginLeft: 12,
      marginRight: 12,
      marginBottom: 40,
      x: {
        domain: POINTS,
        label: `points of ${clipped(first)} in a pair`,
        labelAnchor: 'center',
        labelArrow: 'none',
        tickSize: 0,
      },
      y: { axis: null },
      color: { type: 'identity' },
      marks: [
        Plot.barY(rows, { x: 'points', y: 'count', fill: 'colour', insetLeft: 6, insetRight: 6 }),
        Plot.text(rows, {
          x: 'points',
          y: 'count',
          text: ({ count }: { count: number }) => whole(count),
          dy: -9,
          fill: INK,
        }),
        Plot.ruleY([0], { stroke: INK }),
      ],
    }),
  })}
  ${sortableTable(
    'Pairs by points',
    [`Points of ${first}`, 'Pairs', 'Share'],
    rows.map(({ points, count }, i) => [
      { shown: points, value: i / 2 },
      numberCell(count, whole),
      numberCell(count / Math.max(1, total), percent),
    ]),
  )}`;
}

/** A name that fits below a chart on a phone. */
export function clipped(name: string, most = 32): string {
  return name.length > most ? `…${name.slice(1 - most)}` : name;
}

function pairsThumbnail({ pairs, first, second }: MatchResult): Html {
  const rows = pairs.map((count, i) => ({ points: POINTS[i], count, colour: PAIR_COLOURS[i] }));
  return thumbnail(`Pairs of ${first} against ${second} by points`, {
    x: { domain: POINTS, padding: 0.15 },
    color: { type: 'identity' },
    marks: [Plot.barY(rows, { x: 'points', y: 'count', fill: 'colour' }), Plot.ruleY([0], { stroke: GREY })],
  });
}
