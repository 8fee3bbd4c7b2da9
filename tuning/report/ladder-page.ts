import * as Plot from '@observablehq/plot';
import type { LadderResult } from '../store/runs.ts';
import { BLUE, figure, GREY, INK, namesAxis, thumbnail } from '../page/chart.ts';
import { boardName, counted, percent, shortHash, signed, whole } from '../page/figures.ts';
import { type Html, html } from '../page/html.ts';
import { shortNames } from '../page/player-names.ts';
import type { Content, Section } from '../page/page.ts';
import { runPage } from './run-page.ts';
import { numberCell, sortableTable } from '../page/sortable-table.ts';

interface Rated {
  name: string;
  identity: string;
  elo: number;
  low: number;
  high: number;
  margin: number;
  games: number;
  score: number;
  isAnchor: boolean;
}

export const ladderPage = runPage('ladder', (result): Content => {
  const short = shortNames(result.players.map(({ name }) => name));
  const rated = result.players.map((player, i) => ({
    ...player,
    name: short[i],
    low: player.elo - player.margin,
    high: player.elo + player.margin,
    isAnchor: player.name === result.anchor,
  }));
  const { first, game, size, matches } = result;
  const best = rated[0];
  const sections: Section[] = [
    { id: 'ratings', title: 'Ratings', body: ratingsBody(rated) },
    { id: 'first', title: 'Moving first', body: firstFigure(first) },
    { id: 'matches', title: 'Head to head', body: matchesTable(matches) },
  ];
  return {
    game,
    title: `${boardName(game, size)}, a ladder of ${counted(rated.length, 'player')}`,
    summary: `${best.name} is first with ${signed(best.elo, 0)} ± ${whole(best.margin)} Elo; moving first is worth ${signed(first.elo, 0)} ± ${whole(first.margin)}.`,
    facts: [
      { name: 'First', value: best.name, note: `${signed(best.elo, 0)} ± ${whole(best.margin)} Elo` },
      {
        name: 'Players',
        value: whole(rated.length),
        note: `the anchor at 0 is ${short[rated.findIndex(({ isAnchor }) => isAnchor)] ?? result.anchor}`,
      },
      { name: 'Games of each player', value: gamesText(rated) },
      { name: 'Moving first', value: `${signed(first.elo, 0)} Elo`, note: `± ${whole(first.margin)} (95 %)` },
    ],
    sections,
    thumbnail: ladderThumbnail(rated),
  };
});

function gamesText(rated: readonly Rated[]): string {
  const games = rated.map((player) => player.games);
  const [least, most] = [Math.min(...games), Math.max(...games)];
  return least === most ? whole(least) : `${whole(least)} to ${whole(most)}`;
}

function ratingsBody(rated: readonly Rated[]): Html {
  const apart = rated.slice(1).filter((player, i) => rated[i].low > player.high).length;
  return html`${figure({
    label: `Elo ratings: ${rated.map(({ name, elo, margin }) => `${name} ${signed(elo, 0)} ± ${whole(margin)}`).join(', ')}`,
    caption: `One rating for all, fitted to all games together, with 95 % intervals; the anchor is at 0 by definition. Of ${counted(rated.length - 1, 'pair')} of neighbours, ${whole(apart)} ${apart === 1 ? 'has' : 'have'} intervals that do not overlap.`,
    draw: ({ isNarrow }) => ({
      height: 36 * rated.length + 56,
      marginTop: 8,
      marginLeft: isNarrow ? 128 : 190,
      marginRight: isNarrow ? 20 : 96,
      marginBottom: 40,
      x: {
        label: 'Elo →',
        labelArrow: 'none',
        grid: true,
        nice: true,
        ticks: isNarrow ? 4 : 8,
        tickFormat: (elo: number) => signed(elo, 0),
      },
      y: { domain: rated.map(({ name }) => name) },
      color: { type: 'identity' },
      marks: [
        namesAxis(isNarrow ? 128 : 190),
        Plot.ruleX([0], { stroke: GREY }),
        Plot.ruleY(rated, { y: 'name', x1: 'low', x2: 'high', stroke: BLUE, strokeWidth: 2.5 }),
        Plot.dot(rated, {
          y: 'name',
          x: 'elo',
          r: 6,
          fill: ({ isAnchor }: Rated) => (isAnchor ? GREY : BLUE),
        }),
        ...(isNarrow
          ? []
          : [
              Plot.text(rated, {
                y: 'name',
                x: 'high',
                dx: 12,
                textAnchor: 'start',
                fill: INK,
                text: ({ elo, margin, isAnchor }: Rated) =>
                  isAnchor ? 'anchor' : `${signed(elo, 0)} ± ${whole(margin)}`,
              }),
            ]),
      ],
    }),
  })}
  ${sortableTable(
    'Ratings',
    ['Player', 'Elo', '± 95 %', 'Games', 'Score', 'Identity'],
    rated.map(({ name, identity, elo, margin, games, score, isAnchor }) => [
      name,
      numberCell(elo, (value) => signed(value, 0)),
      { shown: isAnchor ? 'anchor' : whole(margin), value: margin },
      numberCell(games, whole),
      numberCell(score, (share) => percent(share)),
      /^[0-9a-f]{64}$/.test(identity) ? shortHash(identity) : identity,
    ]),
  )}`;
}

function firstFigure({ elo, margin }: LadderResult['first']): Html {
  const row = { elo, low: elo - margin, high: elo + margin };
  const reach = Math.max(50, Math.abs(row.low), Math.abs(row.high)) * 1.15;
  const verdict =
    row.low > 0
      ? 'an advantage beyond chance'
      : row.high < 0
        ? 'a disadvantage beyond chance'
        : 'no more than chance may explain';
  return figure({
    label: `Moving first is worth ${signed(elo, 0)} ± ${whole(margin)} Elo`,
    caption: `What moving first is worth between equal players, fitted together with the ratings: ${signed(elo, 0)} Elo, 95 % from ${signed(row.low, 0)} to ${signed(row.high, 0)}, ${verdict}.`,
    draw: () => ({
      height: 76,
      marginTop: 8,
      marginLeft: 16,
      marginRight: 24,
      marginBottom: 40,
      x: {
        label: 'Elo →',
        labelArrow: 'none',
        domain: [-reach, reach],
        ticks: 6,
        tickFormat: (value: number) => signed(value, 0),
      },
      y: { axis: null },
      marks: [
        Plot.ruleX([0], { stroke: INK, strokeDasharray: '3,3' }),
        Plot.ruleY([row], { y: 0, x1: 'low', x2: 'high', stroke: BLUE, strokeWidth: 3 }),
        Plot.dot([row], { y: 0, x: 'elo', fill: BLUE, r: 6 }),
      ],
    }),
  });
}

function matchesTable(matches: LadderResult['matches']): Html {
  const names = [...new Set(matches.flatMap(({ first, second }) => [first, second]))];
  const short = shortNames(names);
  const shown = (name: string) => short[names.indexOf(name)];
  return html`<p class="note">
      Each match on its own; the score is that of the first named, with draws counted half.
    </p>
    ${sortableTable(
      'Matches of the ladder',
      ['Player', 'Against', 'Games', 'Won', 'Drawn', 'Lost', 'Score', 'Plies a game'],
      matches.map(({ first, second, games, won, drawn, lost, pliesPerGame }) => [
        shown(first),
        shown(second),
        numberCell(games, whole),
        numberCell(won, whole),
        numberCell(drawn, whole),
        numberCell(lost, whole),
        numberCell(games === 0 ? null : (won + drawn / 2) / games, (share) => percent(share)),
        numberCell(pliesPerGame, (plies) => plies.toFixed(1)),
      ]),
    )}`;
}

function ladderThumbnail(rated: readonly Rated[]): Html {
  return thumbnail('Elo ratings', {
    x: { inset: 8 },
    y: { domain: rated.map(({ name }) => name) },
    marks: [
      Plot.ruleY(rated, { y: 'name', x1: 'low', x2: 'high', stroke: GREY, strokeWidth: 2 }),
      Plot.dot(rated, { y: 'name', x: 'elo', r: 5, fill: BLUE }),
    ],
  });
}
