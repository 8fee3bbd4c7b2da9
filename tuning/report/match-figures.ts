import * as Plot from '@observablehq/plot';
import type { Game } from '../../engine/game.ts';
import { games as knownGames } from '../../engine/games/index.ts';
import { InputError } from '../../engine/input-error.ts';
import type { MatchResult } from '../store/runs.ts';
import { BLUE, figure, GREY, INK, ORANGE, thumbnail } from '../page/chart.ts';
import { counted, percent, signed, whole } from '../page/figures.ts';
import { replayedRows } from './example-game.ts';
import { exampleSection, sharesFigure } from './game-figures.ts';
import { type Html, html } from '../page/html.ts';
import type { Section } from '../page/page.ts';
import { clipped } from '../page/player-names.ts';
import { numberCell, sortableTable } from '../page/sortable-table.ts';

/** The game of a run, which this version may not play. */
function gameNamed(name: string): Game {
  const game = knownGames.find((known) => known.name === name);
  if (game === undefined) throw new InputError(`the run is of ${name}, which this version does not play`);
  return game;
}

/** A difference in Elo with its 95 % interval. */
export type Interval = NonNullable<MatchResult['estimate']>['elo'];

export function intervalText({ low, high }: Interval, digits = 0): string {
  if (low === null && high === null) return 'no limits';
  return `${low === null ? 'no limit' : signed(low, digits)} to ${high === null ? 'no limit' : signed(high, digits)}`;
}

/** Said of games whose moves depended on the machine. */
export function clockNote(seconds: number): Html {
  return html`<p class="note">
    Played at ${seconds} s a move: how far each search came depended on the machine, so these games cannot be
    replayed.
  </p>`;
}

/** The example games of a match, where they were kept; the two are called by these names. */
export function matchExamples({ game, size, record }: MatchResult, names: readonly string[]): Section[] {
  if (record === null) return [];
  const known = gameNamed(game);
  const examples = record.examples.map((example) => replayedRows(known, size, example));
  // The first moves first in games of even number.
  return [exampleSection(known, size, examples, (index) => (index % 2 === 0 ? names : names.toReversed()))];
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

/** Pairs of games by what the first made of them. */
export function pairsFigure({ first, pairs }: MatchResult): Html {
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

export function pairsThumbnail({ pairs, first, second }: MatchResult): Html {
  const rows = pairs.map((count, i) => ({ points: POINTS[i], count, colour: PAIR_COLOURS[i] }));
  return thumbnail(`Pairs of ${first} against ${second} by points`, {
    x: { domain: POINTS, padding: 0.15 },
    color: { type: 'identity' },
    marks: [Plot.barY(rows, { x: 'points', y: 'count', fill: 'colour' }), Plot.ruleY([0], { stroke: GREY })],
  });
}
