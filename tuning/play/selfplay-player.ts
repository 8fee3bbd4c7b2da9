import { endingOf } from '../../engine/ending.ts';
import type { Game } from '../../engine/game.ts';
import { Player } from '../../engine/player.ts';
import { legalMoves, type Move, type Side } from '../../engine/position.ts';
import { Table } from '../../engine/table.ts';
import { evaluatorOf } from '../../engine/weights.ts';
import { GameRecord, type RecordedEnding } from '../dataset/game-record.ts';
import type { GameRow } from '../dataset/rows.ts';
import { randomFrom } from '../statistics/random.ts';
import type { SelfplayJob, SelfplaySettings } from './selfplay-settings.ts';

// A game at a few thousand nodes a move fills no more, and a small table is quick to clear.
const TABLE_MEGABYTES = 4;

export interface PlayedGame extends RecordedEnding {
  index: number;
  rows: GameRow[];
  /** How long the searches took. */
  searchMilliseconds: number;
}

/** Plays the games of a run, each from its number and its opening alone. */
export class GamePlayer {
  private readonly game: Game;
  private readonly size: number;
  private readonly settings: SelfplaySettings;
  private readonly players: Player[];

  constructor(game: Game, job: SelfplayJob) {
    this.game = game;
    this.size = job.size;
    this.settings = job.settings;
    this.players = [job.weights, job.opponent ?? job.weights].map(
      (weights) => new Player(game, evaluatorOf(weights, game), Table.ofMegabytes(TABLE_MEGABYTES)),
    );
    if (job.opponent === null) this.players.pop();
  }

  /** Plays game number `index`; with an opponent, the two take the first move in turn. */
  play(index: number, opening: readonly Move[]): PlayedGame {
    const { game, settings, players } = this;
    for (const player of players) player.forget();
    const random = randomFrom(settings.seed, index);
    const record = new GameRecord(game, this.size, index);
    const { position } = record;
    let searchMilliseconds = 0;
    // For how many plies the searches have agreed that one side wins: above 0 for the first, below for the second.
    let agreed = 0;
    for (;;) {
      const ending = endingOf(game, position, settings) ?? adjudicated(settings, agreed);
      if (ending !== undefined) {
        record.end(ending);
        return { index, ...ending, rows: record.rows, searchMilliseconds };
      }
      const { ply } = position.state;
      if (ply < opening.length) {
        record.play(opening[ply], 'opening');
      } else if (random.chance(settings.randomRate)) {
        const moves = legalMoves(position);
        record.play(moves[random.below(moves.length)], 'random');
        agreed = 0;
      } else {
        const player = players[players.length === 1 ? 0 : (position.turn + index) & 1];
        const begin = performance.now();
        const line = player.choose(position, { nodes: settings.nodes, depth: settings.depth ?? undefined });
        searchMilliseconds += performance.now() - begin;
        const leads = leader(settings, line.score, position.turn);
        agreed = leads * agreed > 0 ? agreed + leads : leads;
        record.play(line.move, 'search', line.score, line.nodes);
      }
    }
  }
}

/** The side that a score beyond the bound of adjudication says is winning: 1 for the first, -1 for the second, or 0. */
function leader({ adjudicate }: SelfplaySettings, score: number, turn: Side): number {
  if (adjudicate === null || Math.abs(score) < adjudicate.score) return 0;
  return score > 0 === (turn === 0) ? 1 : -1;
}

function adjudicated({ adjudicate }: SelfplaySettings, agreed: number): RecordedEnding | undefined {
  if (adjudicate === null || Math.abs(agreed) < adjudicate.plies) return undefined;
  return { winner: agreed > 0 ? 0 : 1, end: 'adjudicated' };
}
