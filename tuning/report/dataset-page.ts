import * as Plot from '@observablehq/plot';
import { isDecisive } from '../../engine/score.ts';
import { gamesInShort, type LengthCount } from '../dataset/games-in-short.ts';
import { gamesOf, positionsOf } from '../dataset/games.ts';
import { gameOf } from '../dataset/dataset-game.ts';
import type { Manifest } from '../dataset/manifest.ts';
import { type DatasetStats, datasetStats } from '../dataset/stats.ts';
import { BLUE, figure, GREEN, GREY, ORANGE, SHARES, thumbnail } from '../page/chart.ts';
import { boardName, counted, decimal, percent, whole } from '../page/figures.ts';
import { oneInterval } from './elo-intervals.ts';
import { endsFigure, exampleSection, lengthsFigure, sharesFigure, threeShares } from './game-figures.ts';
import { type Html, html } from '../page/html.ts';
import type { Content } from '../page/page.ts';
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
  const isOfGames = manifest.kind === 'games';
  const { lengths, examples } = gamesInShort(game, isOfGames ? gamesOf(folder, manifest) : []);
  const hasGames = lengths.length > 0;
  const by = manifest.settings['by'];
  const outcomes = outcomesOf(folder, manifest);
  const results = hasGames ? resultsFigure(stats) : isOfGames ? null : outcomesFigure(outcomes);
  const ends = hasGames ? html`${endsFigure(stats.ends)}${lengthsFigure(lengths)}` : null;
  return {
    game: game.name,
    title: `${boardName(game.name, manifest.size)}, ${by === 'selfplay' ? 'self-play' : `a dataset by ${typeof by === 'string' ? by : 'hand'}`}`,
    summary: summaryOf(stats, outcomes),
    facts: factsOf(stats),
    sections: [
      { id: 'results', title: 'Results', body: results },
      { id: 'ends', title: 'Ends and lengths', body: ends },
      { id: 'positions', title: 'Positions', body: positionsBody(stats) },
      { id: 'scores', title: 'Scores and results', body: scoresBody(stats) },
      ...(hasGames ? [exampleSection(game, manifest.size, examples)] : []),
    ],
    thumbnail: hasGames ? lengthsThumbnail(lengths) : bandsThumbnail(stats, outcomes),
  };
}

/** The first player's score with its interval. */
function firstScore({ firstPlayer }: DatasetStats) {
  if (firstPlayer === null) return null;
  const { mean, error } = firstPlayer;
  const half = HALF_INTERVAL * error;
  return { value: mean, half, low: mean - half, high: mean + half };
}

function summaryOf(stats: DatasetStats, outcomes: Outcomes): string {
  const { games, positions, kind } = stats;
  if (kind === 'positions')
    return `${counted(positions, 'position')}, of which ${percent(outcomes.won / Math.max(1, positions))} are won for the player to move.`;
  const first = firstScore(stats);
  const scored = first && `; the first player scored ${percent(first.value)} ± ${percent(first.half)}`;
  return `${counted(games, 'game')}, ${counted(positions, 'position')}${scored ?? ''}.`;
}

function factsOf(stats: DatasetStats): Content['facts'] {
  const { kind, games, positions, searched, plies, duplicates, bytesPerPosition } = stats;
  const first = firstScore(stats);
  return [
    kind === 'games' ? ['Games', whole(games)] : null,
    ['Positions', whole(positions), kind === 'games' ? `${whole(searched)} searched` : undefined],
    first && [
      "First player's score",
      percent(first.value),
      `95 %: ${percent(first.low)} to ${percent(first.high)}`,
    ],
    plies && ['Plies a game', decimal(plies.mean, 1), `from ${plies.least} to ${plies.most}`],
    [
      'Duplicates',
      percent(duplicates / Math.max(1, searched)),
      `${whole(duplicates)} of ${whole(searched)}, up to symmetry`,
    ],
    ['Bytes a position', decimal(bytesPerPosition, 1), 'on disk'],
  ];
}

function resultsFigure(stats: DatasetStats): Html {
  const { first, drawn, second } = stats.results;
  const score = firstScore(stats);
  const advantage =
    score &&
    ` Moving first scores ${percent(score.value)} with a 95 % interval of ± ${percent(score.half)}, ${advantageText(score)}.`;
  return html`${sharesFigure(
    `First player won ${first}, drawn ${drawn}, second player won ${second}`,
    `Who won the ${counted(stats.games, 'game')}.${advantage ?? ''}`,
    threeShares(['first player', 'drawn', 'second player'], [first, drawn, second]),
  )}${score && advantageFigure(score)}`;
}

type Score = NonNullable<ReturnType<typeof firstScore>>;

function advantageText({ value, half }: Score): string {
  if (Math.abs(value - 0.5) <= half) return 'which chance alone may explain';
  return `which is ${value > 0.5 ? 'an advantage' : 'a disadvantage'} beyond chance`;
}

function advantageFigure(score: Score): Html {
  const { value, low, high } = score;
  const domain = [Math.min(0.35, low - 0.03), Math.max(0.65, high + 0.03)];
  return figure({
    label: `First player's score ${percent(value)}, from ${percent(low)} to ${percent(high)}`,
    caption: "The first player's score with its 95 % interval; the line is an even game.",
    draw: () => ({
      ...oneInterval(score, 0.5, { ...SHARES, label: "first player's score →", domain }),
      marginLeft: 20,
    }),
  });
}

/** Positions by how they ended for the player to move; those that ended differently in several games are mixed. */
type Outcomes = ReturnType<typeof outcomesOf>;

function outcomesOf(folder: string, manifest: Manifest) {
  const outcomes = { won: 0, drawn: 0, lost: 0, mixed: 0 };
  if (manifest.kind === 'positions')
    for (const { result } of positionsOf(folder, manifest, true))
      outcomes[result === 1 ? 'won' : result === 0 ? 'lost' : result === 0.5 ? 'drawn' : 'mixed']++;
  return outcomes;
}

const outcomeShares = ({ won, drawn, lost }: Outcomes) =>
  threeShares(['won', 'drawn', 'lost'], [won, drawn, lost]);

function outcomesFigure(outcomes: Outcomes): Html {
  const { won, drawn, lost, mixed } = outcomes;
  const others = { name: 'different in different games', count: mixed, colour: GREEN };
  return sharesFigure(
    `Won ${won}, drawn ${drawn}, lost ${lost}, mixed ${mixed}`,
    'What came of the positions, for the player to move.',
    [...outcomeShares(outcomes), ...(mixed === 0 ? [] : [others])],
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
  const shares = outcomeShares(outcomes);
  return thumbnail(`${positions} positions by result`, {
    x: { domain: shares.map(({ name }) => name), padding: 0.2 },
    marks: [Plot.barY(shares, { x: 'name', y: 'count', fill: 'colour' }), Plot.ruleY([0], { stroke: GREY })],
  });
}
