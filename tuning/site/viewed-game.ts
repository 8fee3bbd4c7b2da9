import { type Ending, endingOf } from '../../engine/ending.ts';
import { findMove } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import { legalMoves, type Move, type Position } from '../../engine/position.ts';
import type { Question } from '../ship/browser-player.ts';
import type { Place } from './position-text.ts';

/** A game that is played or looked at: where it began, its moves, and the ply at which we look. */
export class ViewedGame {
  readonly start: Place;
  /** The position at the ply looked at; not to be changed by others. */
  readonly position: Position;
  /** The board before the first move and after each one. */
  readonly boards: string[];
  /** In the notation of the game. */
  readonly moves: string[] = [];
  private readonly made: Move[] = [];

  constructor(start: Place) {
    this.start = start;
    this.position = start.game.parseBoard(start.size, start.turn, start.board);
    this.boards = [start.board];
  }

  /** Moves before the position that is looked at. */
  get ply(): number {
    return this.position.state.ply;
  }

  get isAtEnd(): boolean {
    return this.ply === this.moves.length;
  }

  get place(): Place {
    const { game, size } = this.start;
    return { game, size, turn: this.position.turn, board: this.boards[this.ply] };
  }

  /** How the game ended at the ply looked at, or undefined while it goes on. */
  get ending(): Ending | undefined {
    return endingOf(this.start.game, this.position);
  }

  /** The texts of the moves that may be made here; none once the game has ended. */
  get choices(): string[] {
    if (this.ending !== undefined) return [];
    return Array.from(legalMoves(this.position), (move) => this.start.game.formatMove(this.position, move));
  }

  /** Makes a move here; the moves that came after it before are forgotten. */
  play(text: string): void {
    const { game } = this.start;
    const move = findMove(game, this.position, legalMoves(this.position), text);
    if (move === undefined || this.ending !== undefined)
      throw new InputError(`the move ${JSON.stringify(text)} is not legal at ply ${this.ply}`);
    const { ply } = this;
    this.made.splice(ply, Infinity, move);
    this.moves.splice(ply, Infinity, text);
    this.position.make(move);
    this.boards.splice(ply + 1, Infinity, game.formatBoard(this.position));
  }

  /** Looks at another ply of the game. */
  goTo(ply: number): void {
    const target = Math.max(0, Math.min(ply, this.moves.length));
    while (this.ply > target) this.position.unmake();
    while (this.ply < target) this.position.make(this.made[this.ply]);
  }

  /** Takes back the last moves before this ply and forgets all that came after them. */
  undo(plies: number): void {
    this.goTo(this.ply - plies);
    this.made.length = this.moves.length = this.ply;
    this.boards.length = this.ply + 1;
  }

  /**
   * What a player is asked here: the position alone, as on the command line, so that it answers the same; but with
   * its past once a position has come back or the quiet plies run out, lest it draw a game that it could win.
   */
  question(): Question {
    const { game, size } = this.start;
    const nameOf = ({ turn, board }: Place) => ({ size, player: game.players[turn], board });
    if (!this.pastMatters()) return nameOf(this.place);
    return { ...nameOf(this.start), moves: this.moves.slice(0, this.ply) };
  }

  private pastMatters(): boolean {
    const { state: now } = this.position;
    if (now.ply - now.progress >= (this.start.game.quietCap ?? Infinity) / 2) return true;
    for (let state = now; state.ply > now.progress; state = state.previous)
      if (state.occurrences(1) > 0) return true;
    return false;
  }
}
