import * as Plot from '@observablehq/plot';
import type { LadderResult } from '../store/runs.ts';
import { BLUE, ELO, figure, GREY, INK, thumbnail } from '../page/chart.ts';
import { oneInterval } from './elo-intervals.ts';
import { boardName, counted, percent, shortHash, signed, whole } from '../page/figures.ts';
import { type Html, html } from '../page/html.ts';
import { intervalMarks, namedRows, namesAxis } from '../page/named-rows.ts';
import { shortNames } from '../page/player-names.ts';
import type { Content } from '../page/page.ts';
import { runPage } from './run-page.ts';
import { numberCell, sortableTable } from '../page/sortable-table.ts';

type Rated = ReturnType<typeof ratedPlayers>[number];

/** The players, best first, with short names and their intervals. */
function ratedPlayers({ players, anchor }: LadderResult) {
  const short = shortNames(players.map(({ name }) => name));
  return players.map((player, i) => ({
    ...player,
    name: short[i],
    low: player.elo - player.margin,
    high: player.elo + player.margin,
    isAnchor: player.name === anchor,
  }));
}

export const ladderPage = runPage('ladder', (result): Content => {
  const rated = ratedPlayers(result);
  const { first, game, size, matches } = result;
  const best = rated[0];
  return {
    game,
    title: `${boardName(game, size)}, a ladder of ${counted(rated.length, 'player')}`,
    summary: `${best.name} is first with ${signed(best.elo, 0)} ± ${whole(best.margin)} Elo; moving first is worth ${signed(first.elo, 0)} ± ${whole(first.margin)}.`,
    facts: [
      ['First', best.name, `${signed(best.elo, 0)} ± ${whole(best.margin)} Elo`],
      [
        'Players',
        whole(rated.length),
        `the anchor at 0 is ${rated.find(({ isAnchor }) => isAnchor)?.name ?? result.anchor}`,
      ],
      ['Games of each player', gamesText(rated)],
      ['Moving first', `${signed(first.elo, 0)} Elo`, `± ${whole(first.margin)} (95 %)`],
    ],
    sections: [
      { id: 'ratings', title: 'Ratings', body: ratingsBody(rated) },
      { id: 'first', title: 'Moving first', body: firstFigure(first) },
      { id: 'matches', title: 'Head to head', body: matchesTable(matches) },
    ],
    thumbnail: ladderThumbnail(rated),
  };
});

function gamesText(rated: readonly Rated[]): string {
  const games = rated.map((player) => player.games);
  const [least, most] = [Math.min(...games), Math.max(...games)];
  return least === most ? whole(least) : `${whole(least)} to ${whole(most)}`;
}

function ratingsBody(rated: readonly Rated[]): Html {
  const names = rated.map(({ name }) => name);
  const apart = rated.slice(1).filter((player, i) => rated[i].low > player.high).length;
  return html`${figure({
    label: `Elo ratings: ${rated.map(({ name, elo, margin }) => `${name} ${signed(elo, 0)} ± ${whole(margin)}`).join(', ')}`,
    caption: `One rating for all, fitted to all games together, with 95 % intervals; the anchor is at 0 by definition. Of ${counted(rated.length - 1, 'pair')} of neighbours, ${whole(apart)} ${apart === 1 ? 'has' : 'have'} intervals that do not overlap.`,
    draw: ({ isNarrow }) => ({
      ...namedRows(names, 36, isNarrow ? 128 : 190),
      marginRight: isNarrow ? 20 : 96,
      x: { ...ELO, grid: true, nice: true, ticks: isNarrow ? 4 : 8 },
      marks: [
        namesAxis(isNarrow ? 128 : 190),
        Plot.ruleX([0], { stroke: GREY }),
        ...intervalMarks(rated, 'elo', { stroke: BLUE, fill: ({ isAnchor }) => (isAnchor ? GREY : BLUE) }),
        isNarrow
          ? null
          : Plot.text(rated, {
              y: 'name',
              x: 'high',
              dx: 12,
              textAnchor: 'start',
              fill: INK,
              text: ({ elo, margin, isAnchor }) =>
                isAnchor ? 'anchor' : `${signed(elo, 0)} ± ${whole(margin)}`,
            }),
      ],
    }),
  })}
  ${sortableTable('Ratings', rated, {
    Player: ({ name }) => name,
    Elo: ({ elo }) => numberCell(elo, signed, 0),
    '± 95 %': ({ margin, isAnchor }) => ({ shown: isAnchor ? 'anchor' : whole(margin), value: margin }),
    Games: ({ games }) => numberCell(games, whole),
    Score: ({ score }) => numberCell(score, percent),
    Identity: ({ identity }) => (/^[0-9a-f]{64}$/.test(identity) ? shortHash(identity) : identity),
  })}`;
}

function firstFigure({ elo, margin }: LadderResult['first']): Html {
  const [low, high] = [elo - margin, elo + margin];
  const reach = Math.max(50, Math.abs(low), Math.abs(high)) * 1.15;
  const side = low > 0 ? 'an advantage' : high < 0 ? 'a disadvantage' : null;
  const verdict = side === null ? 'no more than chance may explain' : `${side} beyond chance`;
  return figure({
    label: `Moving first is worth ${signed(elo, 0)} ± ${whole(margin)} Elo`,
    caption: `What moving first is worth between equal players, fitted together with the ratings: ${signed(elo, 0)} Elo, 95 % from ${signed(low, 0)} to ${signed(high, 0)}, ${verdict}.`,
    draw: () => ({
      ...oneInterval({ value: elo, low, high }, 0, { ...ELO, domain: [-reach, reach] }),
      marginLeft: 16,
      marginRight: 24,
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
    ${sortableTable('Matches of the ladder', matches, {
      Player: ({ first }) => shown(first),
      Against: ({ second }) => shown(second),
      Games: ({ games }) => numberCell(games, whole),
      Won: ({ won }) => numberCell(won, whole),
      Drawn: ({ drawn }) => numberCell(drawn, whole),
      Lost: ({ lost }) => numberCell(lost, whole),
      Score: ({ games, won, drawn }) => numberCell(games === 0 ? null : (won + drawn / 2) / games, percent),
      'Plies a game': ({ pliesPerGame }) => numberCell(pliesPerGame, (plies) => plies.toFixed(1)),
    })}`;
}

function ladderThumbnail(rated: readonly Rated[]): Html {
  return thumbnail('Elo ratings', {
    x: { inset: 8 },
    y: { domain: rated.map(({ name }) => name) },
    marks: intervalMarks(rated, 'elo', { stroke: GREY, strokeWidth: 2, fill: BLUE, r: 5 }),
  });
}
