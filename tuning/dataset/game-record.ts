import type { End } from '../../engine/ending.ts';
import type { Game } from '../../engine/game.ts';
import type { Move, Position, Side } from '../../engine/position.ts';
import type { GameRow, Source } from './rows.ts';

/** Why a program lost without a move. */
export type Forfeit = 'late' | 'silent' | 'illegal' | 'crashed';

/** How a recorded game ended. */
export interface RecordedEnding {
  /** -1 for a draw. */
  winner: Side | -1;
  /** By what rule: of the game, of its referee (`adjudicated`), or because a program failed to move. */
  end: End;
}

/** A game while it is played: its position, and a row for every move so far. */
export class GameRecord {
  readonly position: Position;
  readonly rows: GameRow[] = [];
  private readonly game: Game;
  private readonly index: number;

  constructor(game: Game, size: number, index: number) {
    this.game = game;
    this.index = index;
    this.position = game.start(size);
  }

  /** Records a move and makes it. */
  play(move: Move, source: Source, score?: number, nodes?: number): void {
    const { game, position } = this;
    this.rows.push({
      game: this.index,
      ply: position.state.ply,
      player: game.players[position.turn],
      board: game.formatBoard(position),
      move: game.formatMove(position, move),
      source,
      score,
      nodes,
      result: 0,
      end: '',
    });
    position.make(move);
  }

  /** Writes how the game ended into every row, each for its player to move. */
  end({ winner, end }: RecordedEnding): void {
    for (const row of this.rows) {
      row.end = end;
      row.result = winner === -1 ? 0.5 : this.game.players[winner] === row.player ? 1 : 0;
    }
  }
}
