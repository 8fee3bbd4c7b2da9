import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Evaluator } from '../../engine/evaluator.ts';
import { canonicalBoard, type Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import { type Side, winnerOf } from '../../engine/position.ts';
import { winProbability } from '../../engine/score.ts';
import { gamesOf, positionsOf } from '../dataset/games.ts';
import { hasManifest, type Manifest, readManifest } from '../dataset/manifest.ts';
import type { GameRow } from '../dataset/rows.ts';

/** A position that may be a puzzle, and why. */
export interface Candidate {
  player: string;
  board: string;
  swing: number | null;
  disagreement: number | null;
}

/** A dataset whose positions are looked at. */
export interface Source {
  folder: string;
  manifest: Manifest;
}

/** Opens datasets, or those of the games of matches, which must all be of one board. */
export function openSources(game: Game, folders: readonly string[]): Source[] {
  const sources = folders.map((named) => {
    const inMatch = join(named, 'games');
    const folder = !hasManifest(named) && existsSync(inMatch) ? inMatch : named;
    const manifest = readManifest(folder);
    if (manifest.game !== game.name)
      throw new InputError(`${named} is of ${manifest.game}; expected games of ${game.name}`);
    return { folder, manifest };
  });
  const sizes = new Set(sources.map(({ manifest }) => manifest.size));
  if (sizes.size > 1)
    throw new InputError(`the datasets are of sizes ${[...sizes].join(' and ')}; expected those of one size`);
  return sources;
}

type Row = Omit<Candidate, 'disagreement'>;

/** The positions of datasets, up to symmetry, that are most likely to be puzzles: those of largest swing and disagreement, in that order. */
export function gameCandidates(
  game: Game,
  sources: readonly Source[],
  heuristics: readonly [Evaluator, Evaluator],
  most: number,
): Candidate[] {
  const kept = new MostInteresting(most);
  for (const { folder, manifest } of sources) {
    const { size } = manifest;
    for (const { player, board, swing } of rowsOf(folder, manifest, heuristics[0].scale)) {
      const turn = game.players.indexOf(player) as Side;
      const position = game.parseBoard(size, turn, board);
      if (winnerOf(position) !== -1) continue;
      const [one, other] = heuristics.map((heuristic) =>
        winProbability(heuristic.evaluate(position), heuristic.scale),
      );
      const disagreement = Math.abs(one - other);
      const own = turn === 0 ? board : game.swapColours(size, board);
      kept.add(canonicalBoard(game, size, own), { player, board, swing, disagreement });
    }
  }
  return kept.best();
}

function interestOf({ swing, disagreement }: Candidate): number {
  return Math.max(swing ?? 0, 0) + (disagreement ?? 0);
}

/** The candidates of most interest, each position once; of equal ones those that came first. */
class MostInteresting {
  private readonly most: number;
  private byKey = new Map<string, Candidate>();

  constructor(most: number) {
    this.most = most;
  }

  add(key: string, candidate: Candidate): void {
    const known = this.byKey.get(key);
    if (known !== undefined && interestOf(known) >= interestOf(candidate)) return;
    this.byKey.set(key, candidate);
    if (this.byKey.size > 4 * this.most) this.byKey = new Map(this.sorted());
  }

  best(): Candidate[] {
    return this.sorted().map(([, candidate]) => candidate);
  }

  private sorted(): [string, Candidate][] {
    return [...this.byKey].toSorted(([, a], [, b]) => interestOf(b) - interestOf(a)).slice(0, this.most);
  }
}

function* rowsOf(folder: string, manifest: Manifest, scale: number): Generator<Row> {
  if (manifest.kind === 'games') for (const rows of gamesOf(folder, manifest)) yield* swings(rows, scale);
  else
    for (const { player, board } of positionsOf(folder, manifest, false))
      yield { player, board, swing: null };
}

/** Of each searched position of a game, how much the expected result fell until the next score, or the end, as the players saw it. */
function* swings(rows: readonly GameRow[], scale: number): Generator<Row> {
  for (const [i, { player, board, score, result }] of rows.entries()) {
    if (score === undefined) continue;
    const next = rows[i + 1];
    if (next !== undefined && next.score === undefined) continue;
    const after = next === undefined ? result : 1 - winProbability(next.score!, scale);
    yield { player, board, swing: winProbability(score, scale) - after };
  }
}
