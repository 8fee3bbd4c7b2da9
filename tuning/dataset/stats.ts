import { canonicalBoard } from '../../engine/game.ts';
import { DECISIVE, isDecisive } from '../../engine/score.ts';
import { gamesOf, positionsOf } from './games.ts';
import { gameOf } from './dataset-game.ts';
import type { Manifest } from './manifest.ts';

/** Positions whose search scores are near each other, and their mean result. */
export interface ScoreBand {
  /** Scores from here on; beyond DECISIVE for games that the search saw won or lost. */
  from: number;
  positions: number;
  result: number;
}

/** Counts and means over a dataset. */
export interface DatasetStats {
  game: string;
  size: number;
  kind: Manifest['kind'];
  games: number;
  positions: number;
  searched: number;
  bytesPerPosition: number;
  /** Games won by the first player, drawn, won by the second. */
  results: { first: number; drawn: number; second: number };
  /** The first player's mean result and its standard error. */
  firstPlayer: { mean: number; error: number } | null;
  ends: Record<string, number>;
  plies: { least: number; mean: number; most: number } | null;
  /** Searched positions that are the same as an earlier one up to symmetry. */
  duplicates: number;
  /** How games ended by how the search scored their positions, for the player to move. */
  scoreBands: ScoreBand[];
  bandWidth: number;
}

// Ten bands on each side of even, of a width that takes in nearly all scores.
const BANDS = 10;
const WON = DECISIVE + 1;
const LOST = -WON;
const WIDTHS = [5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];

/** Reads a dataset and counts what is in it. */
export function datasetStats(folder: string, manifest: Manifest): DatasetStats {
  const game = gameOf(manifest);
  const results = { first: 0, drawn: 0, second: 0 };
  const ends: Record<string, number> = {};
  const lengths: number[] = [];
  if (manifest.kind === 'games') {
    for (const rows of gamesOf(folder, manifest)) {
      const { result, end, player } = rows[0];
      const first = player === game.players[0] ? result : 1 - result;
      results[first === 1 ? 'first' : first === 0 ? 'second' : 'drawn']++;
      ends[end] = (ends[end] ?? 0) + 1;
      lengths.push(rows.length);
    }
  }
  const seen = new Set<string>();
  const scored: { score: number; result: number }[] = [];
  let searched = 0;
  for (const { player, board, score, result } of positionsOf(folder, manifest, false)) {
    searched++;
    seen.add(player + canonicalBoard(game, manifest.size, board));
    if (score !== undefined) scored.push({ score, result });
  }
  const { size, kind, games, positions, shards } = manifest;
  return {
    game: game.name,
    size,
    kind,
    games,
    positions,
    searched,
    bytesPerPosition: shards.reduce((sum, shard) => sum + shard.bytes, 0) / Math.max(1, positions),
    results,
    firstPlayer: firstPlayerAdvantage(results),
    ends,
    plies: lengths.length === 0 ? null : spread(lengths),
    duplicates: searched - seen.size,
    ...scoreBands(scored),
  };
}

function scoreBands(
  scored: readonly { score: number; result: number }[],
): Pick<DatasetStats, 'bandWidth' | 'scoreBands'> {
  const sizes = scored
    .map(({ score }) => Math.abs(score))
    .filter((score) => !isDecisive(score))
    .sort((a, b) => a - b);
  const usual = sizes[Math.floor(0.95 * sizes.length)] ?? 0;
  const bandWidth = WIDTHS.find((width) => width * BANDS > usual) ?? WIDTHS.at(-1)!;
  const bands = new Map<number, ScoreBand>();
  for (const { score, result } of scored) {
    const from = bandOf(score, bandWidth);
    const band = bands.get(from) ?? { from, positions: 0, result: 0 };
    band.result = (band.result * band.positions + result) / ++band.positions;
    bands.set(from, band);
  }
  return { bandWidth, scoreBands: [...bands.values()].sort((a, b) => a.from - b.from) };
}

/** The lower end of a score's band; all beyond the last band are together, and decided games apart. */
function bandOf(score: number, width: number): number {
  if (isDecisive(score)) return score > 0 ? WON : LOST;
  return width * Math.max(-BANDS - 1, Math.min(BANDS, Math.floor(score / width)));
}

function firstPlayerAdvantage(results: DatasetStats['results']): DatasetStats['firstPlayer'] {
  const { first, drawn, second } = results;
  const games = first + drawn + second;
  if (games < 2) return null;
  const mean = (first + drawn / 2) / games;
  const squares = first * (1 - mean) ** 2 + drawn * (0.5 - mean) ** 2 + second * mean ** 2;
  return { mean, error: Math.sqrt(squares / (games - 1) / games) };
}

function spread(numbers: readonly number[]): { least: number; mean: number; most: number } {
  const sorted = numbers.toSorted((a, b) => a - b);
  const sum = numbers.reduce((total, number) => total + number, 0);
  return { least: sorted[0], mean: sum / numbers.length, most: sorted.at(-1)! };
}

/** The statistics for people. */
export function statsLines(stats: DatasetStats): string[] {
  const { results, firstPlayer, plies, scoreBands, bandWidth } = stats;
  const ends = Object.entries(stats.ends).map(([end, count]) => `${end} ${count}`);
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const lines = [
    `${stats.game} ${stats.size}: ${stats.games} games, ${stats.positions} positions, ${stats.searched} searched`,
    `${stats.bytesPerPosition.toFixed(1)} bytes a position on disk`,
  ];
  if (plies !== null && firstPlayer !== null) {
    lines.push(
      `first player won ${results.first}, drawn ${results.drawn}, second won ${results.second}`,
      `first player's result ${percent(firstPlayer.mean)} +- ${percent(1.96 * firstPlayer.error)} (95 %)`,
      `ends: ${ends.join(', ')}`,
      `plies a game: ${plies.least} to ${plies.most}, mean ${plies.mean.toFixed(1)}`,
    );
  }
  return [
    ...lines,
    `duplicates up to symmetry: ${stats.duplicates} (${percent(stats.duplicates / Math.max(1, stats.searched))})`,
    'score for the player to move, positions, mean result:',
    ...scoreBands.map(
      ({ from, positions, result }) =>
        `  ${bandName(from, bandWidth).padStart(14)} ${String(positions).padStart(9)}  ${result.toFixed(3)}`,
    ),
  ];
}

function bandName(from: number, width: number): string {
  if (from === WON) return 'won';
  if (from === LOST) return 'lost';
  if (from === BANDS * width) return `${from} and more`;
  return from < -BANDS * width ? `below ${-BANDS * width}` : `${from} to ${from + width - 1}`;
}
