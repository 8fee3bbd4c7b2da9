import { type BoardPosition, pieceAfter, pieceBefore, squareOfChange } from './board-position.ts';
import type { State } from './history.ts';
import { Inputs } from './inputs.ts';

/**
 * An input for each kind of piece on each square: own kinds first, then the enemy's, both in the order of the game's letters. The
 * second player sees the squares as `turned` says. A part is one piece on one square, and so is an input.
 */
export class SquareInputs extends Inputs<BoardPosition> {
  private readonly squares: number;
  private readonly kinds: number;
  private readonly turned: readonly number[];
  private readonly images: readonly (readonly number[])[];
  /** What an empty square is. */
  private readonly nothing: number;

  /** For a game of so many kinds of piece a side; `images` tells for each symmetry where each square goes. */
  constructor(id: string, kinds: number, turned: readonly number[], images: readonly (readonly number[])[]) {
    const squares = turned.length;
    super(id, 2 * kinds * squares, squares, 2 * kinds * squares + 1);
    this.squares = squares;
    this.kinds = kinds;
    this.turned = turned;
    this.images = images;
    this.nothing = this.count;
  }

  partsOf({ board }: BoardPosition, parts: Int32Array): number {
    let end = 0;
    for (let square = 0; square < board.length; square++) {
      if (board[square] === 0) continue;
      parts[end++] = this.firstSees(square, board[square]);
      parts[end++] = this.secondSees(square, board[square]);
    }
    return end;
  }

  inputsOf(part: number, active: Int32Array | Uint16Array, start: number): number {
    if (part === this.nothing) return start;
    active[start] = part;
    return start + 1;
  }

  changesBy({ log }: BoardPosition, state: State, changes: Int32Array): number {
    let end = 0;
    for (let i = state.previous.word1; i < state.word1; i++) {
      const square = squareOfChange(log[i]);
      changes[end++] = this.firstSees(square, pieceBefore(log[i]));
      changes[end++] = this.firstSees(square, pieceAfter(log[i]));
      changes[end++] = this.secondSees(square, pieceBefore(log[i]));
      changes[end++] = this.secondSees(square, pieceAfter(log[i]));
    }
    return end;
  }

  // A square has one piece.
  override exclusive(): Uint16Array {
    return Uint16Array.from({ length: this.count }, (_, input) => input % this.squares);
  }

  symmetries(): Uint16Array[] {
    const { squares } = this;
    return this.images.map((image) =>
      Uint16Array.from({ length: this.count }, (_, input) => {
        const square = input % squares;
        return input - square + image[square];
      }),
    );
  }

  private firstSees(square: number, piece: number): number {
    return piece === 0 ? this.nothing : (piece - 1) * this.squares + square;
  }

  private secondSees(square: number, piece: number): number {
    if (piece === 0) return this.nothing;
    const kind = piece > this.kinds ? piece - this.kinds : piece + this.kinds;
    return (kind - 1) * this.squares + this.turned[square];
  }
}
