import * as Plot from '@observablehq/plot';
import { isDecisive } from '../../engine/score.ts';
import { gamesInShort, type LengthCount } from '../dataset/games-in-short.ts';
import { gamesOf, positionsOf } from '../dataset/games.ts';
import { gameOf } from '../dataset/dataset-game.ts';
import type { Manifest } from '../dataset/manifest.ts';
import { type DatasetStats, datasetStats } from '../dataset/stats.ts';
import { BLUE, figure, GREEN, GREY, INK, ORANGE, thumbnail } from '../page/chart.ts';
import { boardName, counted, decimal, percent, whole } from '../page/figures.ts';
import { endsFigure, exampleSection, lengthsFigure, sharesFigure } from './game-figures.ts';
import { type Html, html } from '../page/html.ts';
import type { Content, Fact, Section } from '../page/page.ts';
import { scoresBody } from './score-figure.ts';

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
  const { lengths, examples } = gamesInShort(
    game,
    manifest.kind === 'games' ? gamesOf(folder, manifest) : [],
  );
  const hasGames = lengths.length > 0;
  const by = manifest.settings['by'];
  const outcomes = outcomesOf(folder, manifest);
  const sections: Section[] = [];
  if (manifest.kind === 'positions')
    sections.push({ id: 'results', title: 'Results', body: outcomesFigure(outcomes) });
  if (hasGames) {
    sections.push(
      { id: 'results', title: 'Results', body: resultsFigure(stats) },
      {
        id: 'ends',
        title: 'Ends and lengths',
        body: html`${endsFigure(stats.ends)}${lengthsFigure(lengths)}`,
      },
    );
  }
  sections.push({ id: 'positions', title: 'Positions', body: positionsBody(stats) });
  if (stats.scoreBands.length > 0)
    sections.push({ id: 'scores', title: 'Scores and results', body: scoresBody(stats) });
  if (hasGames) sections.push(exampleSection(game, manifest.size, examples));
  return {
    game: game.name,
    title: `${boardName(game.name, manifest.size)}, ${by === 'selfplay' ? 'self-play' : `a dataset by ${typeof by === 'string' ? by : 'hand'}`}`,
    summary: summaryOf(stats, outcomes),
    facts: factsOf(stats),
    sections,
    thumbnail: hasGames ? lengthsThumbnail(lengths) : bandsThumbnail(stats, outcomes),
  };
}

function summaryOf({ games, positions, firstPlayer, kind }: DatasetStats, outcomes: Outcomes): string {
  if (kind === 'positions')
    return `${counted(positions, 'position')}, of which ${percent(outcomes.won / Math.max(1, positions))} are won for the player to move.`;
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

/** Positions by how they ended for the player to move; those that ended differently in several games are mixed. */
interface Outcomes {
  won: number;
  drawn: number;
  lost: number;
  mixed: number;
}

function outcomesOf(folder: string, manifest: Manifest): Outcomes {
  const outcomes = { won: 0, drawn: 0, lost: 0, mixed: 0 };
  if (manifest.kind === 'positions')
    for (const { result } of positionsOf(folder, manifest, true))
      outcomes[result === 1 ? 'won' : result === 0 ? 'lost' : result === 0.5 ? 'drawn' : 'mixed']++;
  return outcomes;
}

function outcomesFigure({ won, drawn, lost, mixed }: Outcomes): Html {
  return sharesFigure(
    `Won ${won}, drawn ${drawn}, lost ${lost}, mixed ${mixed}`,
    'What came of the positions, for the player to move.',
    [
      { name: 'won', count: won, colour: BLUE },
      { name: 'drawn', count: drawn, colour: GREY },
      { name: 'lost', count: lost, colour: ORANGE },
      ...(mixed === 0 ? [] : [{ name: 'different in different games', count: mixed, colour: GREEN }]),
    ],
  );
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
    `Of ${counted(searched, kind === 'games' ? 'searched position' : 'position')}, ${
      duplicates === 0
        ? 'none repeats an earlier one'
        : `${percent(duplicates / searched)} repeat an earlier one up to symmetry and tell a fit less than a new one would`
    }.`,
    rows,
  );
}

function lengthsThumbnail(lengths: readonly LengthCount[]): Html {
  const counts = lengths.map(([plies, ...games]) => ({ plies, games: games.reduce((a, b) => a + b) }));
  return thumbnail('Lengths of the games', {
    marks: [
      Plot.rectY(
        counts,
        Plot.binX<Plot.RectYOptions>({ y: 'sum' }, { x: 'plies', y: 'games', fill: BLUE, thresholds: 24 }),
      ),
      Plot.ruleY([0], { stroke: GREY }),
    ],
  });
}

function bandsThumbnail({ scoreBands, positions }: DatasetStats, outcomes: Outcomes): Html {
  const bands = scoreBands.filter(({ from }) => !isDecisive(from));
  if (bands.length > 1)
    return thumbnail('Mean result by score', {
      y: { domain: [0, 1] },
      marks: [
        Plot.lineY(bands, { x: 'from', y: 'result', stroke: BLUE, strokeWidth: 2 }),
        Plot.ruleY([0.5], { stroke: GREY }),
      ],
    });
  const shares = [
    { name: 'won', count: outcomes.won, colour: BLUE },
    { name: 'drawn', count: outcomes.drawn, colour: GREY },
    { name: 'lost', count: outcomes.lost, colour: ORANGE },
  ];
  return thumbnail(`${positions} positions by result`, {
    x: { domain: shares.map(({ name }) => name), padding: 0.2 },
    color: { type: 'identity' },
    marks: [Plot.barY(shares, { x: 'name', y: 'count', fill: 'colour' }), Plot.ruleY([0], { stroke: GREY })],
  });
}
