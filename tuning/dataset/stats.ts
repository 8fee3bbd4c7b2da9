import { canonicalBoard } from '../../engine/game.ts';
import { isDecisive } from '../../engine/score.ts';
import { gamesOf, positionsOf } from './games.ts';
import { gameOf, type Manifest } from './manifest.ts';

export interface ScoreBand {
  /** Scores from here up to the next band. */
  from: number;
  positions: number;
  result: number;
}

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
}

const BAND = 100;
const LAST_BAND = 1000;

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
  const bands = new Map<number, { positions: number; sum: number }>();
  let searched = 0;
  for (const { player, board, score, result } of positionsOf(folder, manifest, false)) {
    searched++;
    seen.add(player + canonicalBoard(game, manifest.size, board));
    if (score === undefined) continue;
    const from = bandOf(score);
    const band = bands.get(from) ?? { positions: 0, sum: 0 };
    band.positions++;
    band.sum += result;
    bands.set(from, band);
  }
  return {
    game: game.name,
    size: manifest.size,
    kind: manifest.kind,
    games: manifest.games,
    positions: manifest.positions,
    searched,
    bytesPerPosition:
      manifest.shards.reduce((sum, shard) => sum + shard.bytes, 0) / Math.max(1, manifest.positions),
    results,
    firstPlayer: firstPlayerAdvantage(results),
    ends,
    plies: lengths.length === 0 ? null : spread(lengths),
    duplicates: searched - seen.size,
    scoreBands: Array.from(bands, ([from, { positions, sum }]) => ({
      from,
      positions,
      result: sum / positions,
    })).sort((a, b) => a.from - b.from),
  };
}

/** The lower end of a score's band: hundreds, with all beyond a thousand together and decided games apart. */
function bandOf(score: number): number {
  if (isDecisive(score)) return Math.sign(score) * Infinity;
  return Math.max(-LAST_BAND - BAND, Math.min(LAST_BAND, Math.floor(score / BAND) * BAND));
}

function firstPlayerAdvantage({
  first,
  drawn,
  second,
}: DatasetStats['results']): DatasetStats['firstPlayer'] {
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
  const { results, firstPlayer, plies, scoreBands } = stats;
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const lines = [
    `${stats.game} ${stats.size}: ${stats.games} games, ${stats.positions} positions, ${stats.searched} searched`,
    `${stats.bytesPerPosition.toFixed(1)} bytes a position on disk`,
  ];
  if (plies !== null && firstPlayer !== null) {
    lines.push(
      `first player won ${results.first}, drawn ${results.drawn}, second won ${results.second}`,
      `first player's result ${percent(firstPlayer.mean)} +- ${percent(1.96 * firstPlayer.error)} (95 %)`,
      `ends: ${Object.entries(stats.ends)
        .map(([end, count]) => `${end} ${count}`)
        .join(', ')}`,
      `plies a game: ${plies.least} to ${plies.most}, mean ${plies.mean.toFixed(1)}`,
    );
  }
  lines.push(
    `duplicates up to symmetry: ${stats.duplicates} (${percent(stats.duplicates / Math.max(1, stats.searched))})`,
  );
  lines.push('score for the player to move, positions, mean result:');
  for (const { from, positions, result } of scoreBands)
    lines.push(`  ${bandName(from).padStart(14)} ${String(positions).padStart(9)}  ${result.toFixed(3)}`);
  return lines;
}

function bandName(from: number): string {
  if (from === Infinity) return 'won';
  if (from === -Infinity) return 'lost';
  if (from === LAST_BAND) return `${LAST_BAND} and more`;
  return from < -LAST_BAND ? `below -${LAST_BAND}` : `${from} to ${from + BAND - 1}`;
}
