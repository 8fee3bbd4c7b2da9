import type { Game } from '../../engine/game.ts';
import { gameRow } from '../dataset/rows.ts';
import { firstsSide } from '../play/match-player.ts';
import type { Tally } from '../statistics/tally.ts';

interface Played {
  /** Of the first participant. */
  score: number;
  end: string;
  plies: number;
  moves: string;
}

export interface MatchScore {
  games: number;
  won: number;
  drawn: number;
  lost: number;
  /** How many pairs of games gave the first participant 0, 1/2, 1, 3/2 and 2 points. */
  pairs: Tally;
  /** Pairs whose two games are the same move for move: they tell nothing. */
  identicalPairs: number;
  ends: Record<string, number>;
  pliesPerGame: number;
}

/** The results of a match so far, game by game. */
export class ScoreSheet {
  private readonly game: Game;
  private readonly played = new Map<number, Played>();

  constructor(game: Game) {
    this.game = game;
  }

  /** Enters a game from its rows. */
  enter(index: number, text: string): void {
    const rows = text
      .trimEnd()
      .split('\n')
      .map((line) => gameRow(line.split(',')));
    const { player, result, end } = rows[0];
    const isFirsts = player === this.game.players[firstsSide(index)];
    const moves = rows.map(({ move }) => move).join(' ');
    this.played.set(index, { score: isFirsts ? result : 1 - result, end, plies: rows.length, moves });
  }

  has(index: number): boolean {
    return this.played.has(index);
  }

  /** The tally of the first so many pairs. */
  tally(pairs: number): number[] {
    const counts = [0, 0, 0, 0, 0];
    for (let pair = 0; pair < pairs; pair++) counts[this.points(pair)]++;
    return counts;
  }

  /** The half points of the first participant in a pair. */
  points(pair: number): number {
    return 2 * (this.played.get(2 * pair)!.score + this.played.get(2 * pair + 1)!.score);
  }

  /** What the first so many pairs come to. */
  score(pairs: number): MatchScore {
    const games = Array.from({ length: 2 * pairs }, (_, index) => this.played.get(index)!);
    const ends: Record<string, number> = {};
    for (const { end } of games) ends[end] = (ends[end] ?? 0) + 1;
    const count = (score: number) => games.filter((played) => played.score === score).length;
    return {
      games: games.length,
      won: count(1),
      drawn: count(0.5),
      lost: count(0),
      pairs: this.tally(pairs),
      identicalPairs: games.filter(({ moves }, i) => i % 2 === 1 && moves === games[i - 1].moves).length,
      ends,
      pliesPerGame: games.reduce((sum, { plies }) => sum + plies, 0) / Math.max(1, games.length),
    };
  }
}
