// Figures of games that a self-play run and a match have in common.
import * as Plot from '@observablehq/plot';
import type { Game } from '../../engine/game.ts';
import { type LengthCount, medianLength } from '../dataset/games-in-short.ts';
import type { GameRow } from '../dataset/rows.ts';
import { BLUE, DASHED, figure, GREY, INK, ORANGE } from '../page/chart.ts';
import { endText, gameStrip, stripParts } from './example-game.ts';
import { counted, decimal, listed, percent, roundStep, whole } from '../page/figures.ts';
import { type Html, html } from '../page/html.ts';
import type { Section } from '../page/page.ts';

export interface Share {
  name: string;
  count: number;
  colour: string;
}

const THREE_COLOURS = [BLUE, GREY, ORANGE];

/** What was won, drawn and lost. */
export function threeShares(names: readonly string[], counts: readonly number[]): Share[] {
  return THREE_COLOURS.map((colour, i) => ({ name: names[i], count: counts[i], colour }));
}

/** One bar divided into parts that are named below it. */
export function sharesFigure(label: string, caption: string, shares: readonly Share[]): Html {
  const total = shares.reduce((sum, { count }) => sum + count, 0);
  const shown = shares.filter(({ count }) => count > 0);
  return figure({
    label,
    caption,
    legend: shares.map(({ name, count, colour }) => ({
      name: `${name}: ${whole(count)} (${percent(count / Math.max(1, total))})`,
      colour,
    })),
    draw: () => ({
      height: 56,
      marginTop: 4,
      marginBottom: 30,
      marginLeft: 14,
      x: { label: null, percent: true, domain: [0, 100], tickFormat: (share: number) => `${share} %` },
      marks: [
        Plot.barX(
          shown,
          Plot.stackX({ x: 'count', fill: 'colour', insetLeft: 0.5, insetRight: 0.5, offset: 'normalize' }),
        ),
      ],
    }),
  });
}

/** How games ended, most frequent first. */
export function endsFigure(ends: Readonly<Record<string, number>>): Html {
  const rows = Object.entries(ends)
    .map(([end, games]) => ({ end, games }))
    .toSorted((a, b) => b.games - a.games);
  const total = rows.reduce((sum, { games }) => sum + games, 0);
  const [most] = rows;
  return figure({
    label: `How games ended: ${rows.map(({ end, games }) => `${end} ${games}`).join(', ')}`,
    caption: `The rule by which games ended. Most frequent is ${most.end}, in ${percent(most.games / total)} of ${counted(total, 'game')}.`,
    draw: ({ isNarrow }) => ({
      height: 30 * rows.length + 12,
      marginTop: 6,
      marginBottom: 6,
      marginLeft: 96,
      marginRight: 90,
      x: { axis: null },
      y: { label: null, domain: rows.map(({ end }) => end), tickSize: 0 },
      marks: [
        Plot.barX(rows, { x: 'games', y: 'end', fill: BLUE, insetTop: 3, insetBottom: 3 }),
        Plot.text(rows, {
          x: 'games',
          y: 'end',
          text: ({ games }) => (isNarrow ? whole(games) : `${whole(games)}  (${percent(games / total)})`),
          textAnchor: 'start',
          dx: 6,
          fill: INK,
        }),
      ],
    }),
  });
}

/** How long games are, by how they went for the first player to move. */
export function lengthsFigure(lengths: readonly LengthCount[]): Html {
  // Not the first and the last: a file may have them in another order.
  const plies = lengths.map(([length]) => length);
  const [least, most] = [Math.min(...plies), Math.max(...plies)];
  const names = ['won by the side that moves first', 'drawn', 'won by the other'];
  const shares = lengths.flatMap(([length, ...counts]) =>
    threeShares(names, counts).map((share) => ({ ...share, plies: length })),
  );
  const total = shares.reduce((sum, { count }) => sum + count, 0);
  const mean = shares.reduce((sum, { plies: length, count }) => sum + length * count, 0) / total;
  const interval = roundStep(most - least, 36);
  return figure({
    label: `Histogram of plies a game, from ${least} to ${most}`,
    caption: `Plies a game: from ${least} to ${most}, half of them no more than ${medianLength(lengths)}, ${decimal(mean, 1)} on average (the line).`,
    legend: names.map((name, i) => ({ name, colour: THREE_COLOURS[i] })),
    draw: () => ({
      height: 240,
      marginLeft: 44,
      marginRight: 12,
      x: { label: 'plies →', nice: true },
      y: { label: 'games', grid: true, labelArrow: 'up' },
      marks: [
        Plot.rectY(
          shares,
          Plot.binX<Plot.RectYOptions>(
            { y: 'sum' },
            { x: 'plies', y: 'count', fill: 'colour', interval, order: THREE_COLOURS },
          ),
        ),
        Plot.ruleX([mean], DASHED),
        Plot.ruleY([0], { stroke: INK }),
      ],
    }),
  });
}

/** A usual game and, where it is another, the shortest; the players of each game where they are two. */
export function exampleSection(
  game: Game,
  size: number,
  examples: readonly GameRow[][],
  playersOf?: (index: number) => readonly string[],
): Section {
  const [usual, shortest] = examples;
  const strip = (title: string, rows: GameRow[]) => {
    const { game: index } = rows[0];
    const [first, second] = playersOf?.(index) ?? [];
    const sides =
      first === undefined ? '' : ` ${game.players[0]} is ${first}, ${game.players[1]} is ${second}.`;
    return html`<h3>
        ${title}: game ${index}, ${counted(rows.length, 'ply', 'plies')}, ${endText(game, rows)}
      </h3>
      <p class="note">${moversText(rows)}${sides}</p>
      ${gameStrip(game, size, rows, `Game ${index}, ply by ply`)}`;
  };
  const body =
    usual === undefined
      ? html`<p>There are no games.</p>`
      : html`${stripParts(game, size, examples)} ${strip('A game of usual length', usual)}
        ${shortest === undefined ? null : strip(shortest[0].result === 0.5 ? 'The shortest game' : 'The shortest game that was won', shortest)}`;
  return { id: 'games', title: 'Example games', body };
}

const MOVERS = { opening: 'of the opening', random: 'random', search: 'searched', program: 'by a program' };

/** Who chose the moves of a game, and how it is drawn. */
function moversText(rows: readonly GameRow[]): string {
  const parts = Object.entries(MOVERS).flatMap(([source, by]) => {
    const plies = rows.filter((row) => row.source === source).length;
    return plies === 0 ? [] : [`${whole(plies)} ${by}`];
  });
  return `Plies: ${listed(parts)}. Each board is what the move named below it leads to, and squares that it changed are marked; scores are for the player who moved.`;
}
