import * as Plot from '@observablehq/plot';
import { neededGame } from '../store/needed-game.ts';
import type { MatchResult } from '../store/runs.ts';
import { BLUE, figure, GREY, INK, ORANGE, thumbnail } from '../page/chart.ts';
import { counted, percent, whole } from '../page/figures.ts';
import { replayedRows } from './example-game.ts';
import { exampleSection, sharesFigure, threeShares } from './game-figures.ts';
import { type Html, html } from '../page/html.ts';
import type { Section } from '../page/page.ts';
import { clipped } from '../page/player-names.ts';
import { numberCell, sortableTable } from '../page/sortable-table.ts';

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
  const known = neededGame(game, 'the run is of');
  const examples = record.examples.map((example) => replayedRows(known, size, example));
  // The first moves first in games of even number.
  return [exampleSection(known, size, examples, (index) => (index % 2 === 0 ? names : names.toReversed()))];
}

/** Games won, drawn and lost by the first. */
export function resultsFigure({ first, won, drawn, lost, games: all }: MatchResult): Html {
  return sharesFigure(
    `${first}: ${won} won, ${drawn} drawn, ${lost} lost`,
    `Of ${counted(all, 'game')}, ${first} won ${whole(won)} and lost ${whole(lost)}; ${whole(drawn)} were drawn.`,
    threeShares(['won', 'drawn', 'lost'], [won, drawn, lost]),
  );
}

const POINTS = ['0', '½', '1', '1½', '2'];
const PAIR_COLOURS = [ORANGE, ORANGE, GREY, BLUE, BLUE];

const pairRows = ({ pairs }: MatchResult) =>
  pairs.map((count, i) => ({ points: POINTS[i], count, colour: PAIR_COLOURS[i] }));

/** Pairs of games by what the first made of them. */
export function pairsFigure(result: MatchResult): Html {
  const { first, pairs } = result;
  const rows = pairRows(result);
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
      x: {
        domain: POINTS,
        label: `points of ${clipped(first)} in a pair`,
        labelAnchor: 'center',
        tickSize: 0,
      },
      y: { axis: null },
      marks: [
        Plot.barY(rows, { x: 'points', y: 'count', fill: 'colour', insetLeft: 6, insetRight: 6 }),
        Plot.text(rows, { x: 'points', y: 'count', text: (row) => whole(row.count), dy: -9, fill: INK }),
        Plot.ruleY([0], { stroke: INK }),
      ],
    }),
  })}
  ${sortableTable('Pairs by points', rows, {
    [`Points of ${first}`]: ({ points }, i) => ({ shown: points, value: i / 2 }),
    Pairs: ({ count }) => numberCell(count, whole),
    Share: ({ count }) => numberCell(count / Math.max(1, total), percent),
  })}`;
}

export function pairsThumbnail(result: MatchResult): Html {
  return thumbnail(`Pairs of ${result.first} against ${result.second} by points`, {
    x: { domain: POINTS, padding: 0.15 },
    marks: [
      Plot.barY(pairRows(result), { x: 'points', y: 'count', fill: 'colour' }),
      Plot.ruleY([0], { stroke: GREY }),
    ],
  });
}
