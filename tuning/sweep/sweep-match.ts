import { join } from 'node:path';
import { z } from 'zod';
import { Player } from '../../engine/player.ts';
import { winnerOf } from '../../engine/position.ts';
import type { Game } from '../../engine/game.ts';
import { WEIGHTS_HELP } from '../../engine/node/weights-folder.ts';
import { loadWeights } from '../../engine/node/named-weights.ts';
import { sha256 } from '../../engine/node/sha256.ts';
import type { Terminal } from '../../engine/node/terminal.ts';
import { Table } from '../../engine/table.ts';
import { evaluatorOf, type Weights } from '../../engine/weights.ts';
import { gamesOf, needGames } from '../dataset/games.ts';
import { readManifest } from '../dataset/manifest.ts';
import { isHeldOutGame } from '../fit/data/fit-data.ts';
import type { SplitSettings } from '../fit/data/data-settings.ts';
import { openBook } from '../play/book.ts';
import type { Contestant } from '../play/participants.ts';
import { matchInFolder, type MatchPlace } from '../prove/match.ts';
import { matchJob } from '../prove/match-job.ts';
import { even, optional, seedSetting, setting, type Values, whole } from '../settings/setting.ts';
import type { SweepResult } from '../store/runs.ts';

/** How the fits of a sweep are tried in play once all are made. */
export const sweepMatchSettings = {
  against: setting(z.string().default('default'), 'FILE', `whom each fit plays: ${WEIGHTS_HELP}`),
  games: setting(even(0, 1e7).default(200), 'K', 'games of each match'),
  nodes: setting(whole(1, 1e9).default(1000), 'K', 'nodes searched a move'),
  sizes: setting(z.array(whole(2, 100)).default([]), 'N', 'sizes of boards', 'that of the datasets'),
  book: optional(z.string().min(1), 'FILE', 'a book of openings, or default', 'random openings'),
  seed: seedSetting('decides the openings'),
  positions: setting(
    whole(0, 100_000).default(0),
    'K',
    'held-out positions of the first dataset on which the move of each fit, with those nodes, is compared with that of a deep search',
  ),
  deepNodes: setting(whole(1, 1e9).default(50_000), 'K', 'nodes of the deep search, by whom the fits play'),
};

export type SweepMatchSettings = Values<typeof sweepMatchSettings>;
export type SweptMatch = NonNullable<SweepResult['fits'][number]['matches']>[number];

/** Plays the match of a fit on a size, or resumes it; undefined where it was told to stop. */
export async function playSweptMatch(
  game: Game,
  size: number,
  weightsFile: string,
  { against, games, nodes, seed, book: bookName }: SweepMatchSettings,
  place: MatchPlace,
  terminal: Terminal,
): Promise<SweptMatch | undefined> {
  const contestants = [weightsFile, against].map((name): Contestant => ({
    name,
    participant: { kind: 'weights', weights: loadWeights(game, size, name), parameters: {} },
  })) as [Contestant, Contestant];
  const book = bookName === null ? null : openBook(game, size, bookName, 'book');
  const job = matchJob(game, size, contestants, { seed, nodes, book });
  const folder = `match-${sha256(JSON.stringify([job.settings, size])).slice(0, 12)}`;
  const result = await matchInFolder(game, job, terminal, {
    ...place,
    folder: join(place.folder, folder),
    games,
    sprt: null,
  });
  if (!result.isOver) return undefined;
  const { won, drawn, lost, estimate } = result;
  return { size, folder, won, drawn, lost, elo: estimate!.elo };
}

/** Held-out positions with the moves that a deep search of one heuristic chooses. */
export class DeepMoves {
  private readonly game: Game;
  private readonly size: number;
  private readonly nodes: number;
  private readonly chosen: readonly { player: string; board: string; move: string }[];

  constructor(
    game: Game,
    folder: string,
    { seed, heldOut }: SplitSettings,
    { positions, nodes, deepNodes, against }: SweepMatchSettings,
  ) {
    const manifest = readManifest(folder);
    needGames(folder, manifest);
    this.game = game;
    this.size = manifest.size;
    this.nodes = nodes;
    const found: { player: string; board: string }[] = [];
    for (const rows of gamesOf(folder, manifest)) {
      if (found.length === positions) break;
      if (!isHeldOutGame(seed, heldOut, rows[0].game)) continue;
      const searched = rows.filter(({ source }) => source === 'search');
      // One a game, so that they do not resemble each other, from another phase each time.
      if (searched.length > 0) found.push(searched[(7 * found.length) % searched.length]);
    }
    const moveOf = this.mover(loadWeights(game, this.size, against), deepNodes);
    this.chosen = found.map(({ player, board }) => ({ player, board, move: moveOf(player, board) }));
  }

  /** The share of positions on which these weights choose the same move. */
  agreement(weights: Weights): number {
    const moveOf = this.mover(weights, this.nodes);
    const same = this.chosen.filter(({ player, board, move }) => moveOf(player, board) === move);
    return same.length / this.chosen.length;
  }

  private mover(weights: Weights, nodes: number): (player: string, board: string) => string {
    const { game, size } = this;
    const player = new Player(game, evaluatorOf(weights, game), Table.ofMegabytes(4));
    return (letter, board) => {
      const position = game.parseBoard(size, game.players.indexOf(letter) === 0 ? 0 : 1, board);
      if (winnerOf(position) !== -1) return '';
      player.forget();
      return game.formatMove(position, player.choose(position, { nodes }).move);
    };
  }
}
