import * as Plot from '@observablehq/plot';
import { isDecisive } from '../../engine/score.ts';
import { gameOf, type Manifest } from '../dataset/manifest.ts';
import { type DatasetStats, datasetStats } from '../dataset/stats.ts';
import { BLUE, figure, GREY, INK, ORANGE, thumbnail } from './chart.ts';
import { boardName, counted, decimal, percent, signed, whole } from './figures.ts';
import { endsFigure, exampleSection, lengthsFigure, sharesFigure } from './game-figures.ts';
import { type Html, html } from './html.ts';
import type { Content, Fact, Section } from './page.ts';
import { type RecordedGames, readGames } from './recorded-games.ts';
import { numberCell, sortableTable } from './sortable-table.ts';

// Standard errors of half a 95 % interval.
const HALF_INTERVAL = 1.96;

/** Self-play is a kind of run; other datasets are called what they are. */
export function datasetKind(manifest: Manifest): string {
  return manifest.settings['by'] === 'selfplay' ? 'selfplay' : 'dataset';
}

/** The page of a dataset, computed from its rows. */
export function datasetContent(folder: string, manifest: Manifest): Content {
  const game = gameOf(manifest);
  const stats = datasetStats(folder, manifest);
  const recorded = manifest.kind === 'games' ? readGames(game, folder, manifest) : undefined;
  const hasGames = recorded !== undefined && recorded.games.length > 0;
  const by = manifest.settings['by'];
  const sections: Section[] = [];
  if (hasGames) {
    sections.push(
      { id: 'results', title: 'Results', body: resultsFigure(stats) },
      {
        id: 'ends',
        title: 'Ends and lengths',
        body: html`${endsFigure(stats.ends)}${lengthsFigure(recorded.games)}`,
      },
    );
  }
  sections.push({ id: 'positions', title: 'Positions', body: positionsBody(stats) });
  if (stats.scoreBands.length > 0)
    sections.push({ id: 'scores', title: 'Scores and results', body: scoresBody(stats) });
  if (hasGames) sections.push(exampleSection(game, manifest.size, recorded));
  return {
    game: game.name,
    title: `${boardName(game.name, manifest.size)}, ${by === 'selfplay' ? 'self-play' : `a dataset by ${typeof by === 'string' ? by : 'hand'}`}`,
    summary: summaryOf(stats),
    facts: factsOf(stats),
    sections,
    thumbnail: hasGames ? lengthsThumbnail(recorded) : bandsThumbnail(stats),
  };
}

function summaryOf({ games, positions, firstPlayer, kind }: DatasetStats): string {
  if (kind === 'positions') return `${counted(positions, 'position')} on their own.`;
  const first =
    firstPlayer === null
      ? ''
      : `; the first player scored ${percent(firstPlayer.mean)} ± ${percent(HALF_INTERVAL * firstPlayer.error)}`;
  return `${counted(games, 'game')}, ${counted(positions, 'position')}${first}.`;
}

function factsOf(stats: DatasetStats): Fact[] {
  const { games, positions, searched, firstPlayer, plies, duplicates, bytesPerPosition } = stats;
  const facts: Fact[] = [];
  if (stats.kind === 'games') facts.push({ name: 'Games', value: whole(games) });
  facts.push({
    name: 'Positions',
    value: whole(positions),
    note: stats.kind === 'games' ? `${whole(searched)} searched` : undefined,
  });
  if (firstPlayer !== null)
    facts.push({
      name: "First player's score",
      value: percent(firstPlayer.mean),
      note: `95 %: ${percent(firstPlayer.mean - HALF_INTERVAL * firstPlayer.error)} to ${percent(firstPlayer.mean + HALF_INTERVAL * firstPlayer.error)}`,
    });
  if (plies !== null)
    facts.push({
      name: 'Plies a game',
      value: decimal(plies.mean, 1),
      note: `from ${plies.least} to ${plies.most}`,
    });
  facts.push(
    {
      name: 'Duplicates',
      value: percent(duplicates / Math.max(1, searched)),
      note: `${whole(duplicates)} of ${whole(searched)}, up to symmetry`,
    },
    { name: 'Bytes a position', value: decimal(bytesPerPosition, 1), note: 'on disk' },
  );
  return facts;
}

function resultsFigure({ results, firstPlayer, games }: DatasetStats): Html {
  const advantage =
    firstPlayer === null
      ? ''
      : ` Moving first scores ${percent(firstPlayer.mean)} with a 95 % interval of ± ${percent(HALF_INTERVAL * firstPlayer.error)}, ${
          Math.abs(firstPlayer.mean - 0.5) > HALF_INTERVAL * firstPlayer.error
            ? `which is ${firstPlayer.mean > 0.5 ? 'an advantage' : 'a disadvantage'} beyond chance`
            : 'which chance alone may explain'
        }.`;
  return html`${sharesFigure(
    `First player won ${results.first}, drawn ${results.drawn}, second player won ${results.second}`,
    `Who won the ${counted(games, 'game')}.${advantage}`,
    [
      { name: 'first player', count: results.first, colour: BLUE },
      { name: 'drawn', count: results.drawn, colour: GREY },
      { name: 'second player', count: results.second, colour: ORANGE },
    ],
  )}${firstPlayer === null ? null : advantageFigure(firstPlayer)}`;
}

function advantageFigure({ mean, error }: NonNullable<DatasetStats['firstPlayer']>): Html {
  const row = { mean, low: mean - HALF_INTERVAL * error, high: mean + HALF_INTERVAL * error };
  return figure({
    label: `First player's score ${percent(mean)}, from ${percent(row.low)} to ${percent(row.high)}`,
    caption: "The first player's score with its 95 % interval; the line is an even game.",
    draw: () => ({
      height: 76,
      marginTop: 8,
      marginLeft: 20,
      marginRight: 20,
      marginBottom: 40,
      x: {
        label: "first player's score →",
        labelArrow: 'none',
        domain: [Math.min(0.35, row.low - 0.03), Math.max(0.65, row.high + 0.03)],
        tickFormat: (share: number) => percent(share, 0),
        ticks: 6,
      },
      y: { axis: null },
      marks: [
        Plot.ruleX([0.5], { stroke: INK, strokeDasharray: '3,3' }),
        Plot.ruleY([row], { x1: 'low', x2: 'high', y: 0, stroke: BLUE, strokeWidth: 3 }),
        Plot.dot([row], { x: 'mean', y: 0, fill: BLUE, r: 6 }),
      ],
    }),
  });
}

function positionsBody({ searched, duplicates, positions, kind }: DatasetStats): Html {
  const rows = [
    { name: 'different', count: searched - duplicates, colour: BLUE },
    { name: 'seen before, up to symmetry', count: duplicates, colour: ORANGE },
  ];
  if (kind === 'games' && positions > searched)
    rows.push({
      name: 'not searched (openings and random moves)',
      count: positions - searched,
      colour: GREY,
    });
  return sharesFigure(
    rows.map(({ name, count }) => `${name}: ${count}`).join(', '),
    `Of ${counted(searched, kind === 'games' ? 'searched position' : 'position')}, ${percent(duplicates / Math.max(1, searched))} repeat an earlier one up to symmetry and tell a fit less than a new one would.`,
    rows,
  );
}

type Band = DatasetStats['scoreBands'][number];

function scoresBody({ scoreBands, bandWidth }: DatasetStats): Html {
  const bands = scoreBands.filter(({ from }) => !isDecisive(from));
  const most = Math.max(...bands.map(({ positions }) => positions));
  const even = bands.filter(({ from }) => from === 0 || from === -bandWidth);
  const caption = `How games went on from positions of each search score, for the player to move; the area of a dot is the number of positions. ${
    bands.length > 1
      ? `From ${percent(bands[0].result)} at the lowest scores to ${percent(bands.at(-1)!.result)} at the highest; a score that tells results rises from left to right without a break.`
      : ''
  }`;
  const chart =
    bands.length === 0 || even.length === 0
      ? null
      : figure({
          label: `Mean result by score, ${bands.length} bands of ${bandWidth}`,
          caption,
          draw: ({ isNarrow }) => ({
            height: 300,
            marginLeft: 52,
            marginRight: 20,
            marginBottom: 40,
            x: {
              label: 'score for the player to move →',
              labelArrow: 'none',
              tickFormat: (score: number) => decimal(score, 0),
              ticks: isNarrow ? 5 : 9,
            },
            y: {
              label: 'mean result',
              grid: true,
              domain: [0, 1],
              tickFormat: (share: number) => percent(share, 0),
            },
            r: { type: 'sqrt', domain: [0, most], range: [0, isNarrow ? 9 : 13] },
            marks: [
              Plot.ruleY([0.5], { stroke: INK, strokeDasharray: '3,3' }),
              Plot.ruleX([0], { stroke: INK, strokeDasharray: '3,3' }),
              Plot.lineY(bands, {
                x: ({ from }: Band) => from + bandWidth / 2,
                y: 'result',
                stroke: BLUE,
                strokeOpacity: 0.5,
              }),
              Plot.dot(bands, {
                x: ({ from }: Band) => from + bandWidth / 2,
                y: 'result',
                r: 'positions',
                fill: BLUE,
                fillOpacity: 0.75,
              }),
            ],
          }),
        });
  return html`${chart}
  ${sortableTable(
    'Positions and results by score',
    ['Score', 'Positions', 'Mean result'],
    scoreBands.map(({ from, positions, result }) => [
      { shown: bandText(from, scoreBands, bandWidth), value: from },
      numberCell(positions, whole),
      numberCell(result, (share) => percent(share)),
    ]),
  )}`;
}

function bandText(from: number, bands: readonly Band[], width: number): string {
  if (isDecisive(from)) return from > 0 ? 'sees a win' : 'sees a loss';
  const open = bands.filter((band) => !isDecisive(band.from));
  const isOutermost = open.length >= 2 && Math.abs(from + width / 2) >= 10.5 * width;
  if (isOutermost) return from < 0 ? `below ${signed(from + width, 0)}` : `${signed(from, 0)} and more`;
  return `${signed(from, 0)} to ${signed(from + width - 1, 0)}`;
}

function lengthsThumbnail({ games }: RecordedGames): Html {
  return thumbnail('Lengths of the games', {
    marks: [
      Plot.rectY(
        games,
        Plot.binX<Plot.RectYOptions>({ y: 'count' }, { x: 'plies', fill: BLUE, thresholds: 24 }),
      ),
      Plot.ruleY([0], { stroke: GREY }),
    ],
  });
}

function bandsThumbnail({ scoreBands, positions }: DatasetStats): Html {
  const bands = scoreBands.filter(({ from }) => !isDecisive(from));
  if (bands.length > 1)
    return thumbnail('Mean result by score', {
      y: { domain: [0, 1] },
      marks: [
        Plot.lineY(bands, { x: 'from', y: 'result', stroke: BLUE, strokeWidth: 2 }),
        Plot.ruleY([0.5], { stroke: GREY }),
      ],
    });
  return thumbnail(`${positions} positions`, {
    marks: [Plot.text([whole(positions)], { frameAnchor: 'middle', fontSize: 28, fill: BLUE })],
  });
}
