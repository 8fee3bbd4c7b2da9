import type { Game } from '../../engine/game.ts';
import { gameRow } from '../dataset/rows.ts';
import { firstsSide } from '../play/referee.ts';
import { type Sprt, sprt, type SprtSettings } from '../statistics/sprt.ts';

interface Played {
  /** Of the first participant. */
  score: number;
  end: string;
  plies: number;
  moves: string;
}

/** The results of a match. Pairs of games count in their order, however fast each was, up to the one that decides. */
export class ScoreSheet {
  /** How many pairs gave the first participant 0, 1/2, 1, 3/2 and 2 points. */
  readonly pairs = [0, 0, 0, 0, 0];
  readonly ends: Record<string, number> = {};
  won = 0;
  drawn = 0;
  lost = 0;
  plies = 0;
  /** Pairs whose two games are the same move for move: they tell nothing. */
  identicalPairs = 0;
  /** Games that count. */
  games = 0;
  sprt: Sprt | null = null;
  /** The most that there can be. */
  mostGames: number;
  /** Ends the match as soon as it decides. */
  readonly test: SprtSettings | null;
  private readonly game: Game;
  // Games that have come before their turn.
  private readonly early = new Map<number, Played>();

  constructor(game: Game, mostGames: number, test: SprtSettings | null) {
    this.game = game;
    this.mostGames = mostGames;
    this.test = test;
  }

  get isOver(): boolean {
    return this.games >= this.mostGames || (this.sprt !== null && this.sprt.decision !== 'continue');
  }

  /** Enters a game from its rows. */
  enter(index: number, text: string): void {
    const { early } = this;
    early.set(index, this.played(index, text));
    while (!this.isOver && early.has(this.games) && early.has(this.games + 1)) {
      const [one, other] = [this.games, this.games + 1].map((next) => early.get(next)!);
      early.delete(this.games);
      early.delete(this.games + 1);
      this.count(one);
      this.count(other);
      this.pairs[2 * (one.score + other.score)]++;
      if (one.moves === other.moves) this.identicalPairs++;
      if (this.test !== null) this.sprt = sprt(this.pairs, this.test);
    }
  }

  private count({ score, end, plies }: Played): void {
    this.games++;
    if (score === 1) this.won++;
    else if (score === 0) this.lost++;
    else this.drawn++;
    this.plies += plies;
    this.ends[end] = (this.ends[end] ?? 0) + 1;
  }

  private played(index: number, text: string): Played {
    const rows = text
      .trimEnd()
      .split('\n')
      .map((line) => gameRow(line.split(',')));
    const { player, result, end } = rows[0];
    const isFirsts = player === this.game.players[firstsSide(index)];
    const moves = rows.map(({ move }) => move).join(' ');
    return { score: isFirsts ? result : 1 - result, end, plies: rows.length, moves };
  }
}
