import { BoardPosition, DRAWN, type Move, type Outcome, type Side } from 'evalsmith/engine';

/** How many pieces in a row win. */
export const lengthOn = (size: number): number => Math.min(size, 4);

/** The squares of each line that wins, squares counted row by row from the top left. */
function linesOn(size: number): readonly (readonly number[])[] {
  const lines: number[][] = [];
  const last = lengthOn(size) - 1;
  const isOn = (row: number, column: number) => Math.min(row, column) >= 0 && Math.max(row, column) < size;
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++)
      for (const [down, right] of [
        [0, 1],
        [1, 0],
        [1, 1],
        [1, -1],
      ])
        if (isOn(row + last * down, column + last * right))
          lines.push(
            Array.from({ length: last + 1 }, (_, i) => (row + i * down) * size + column + i * right),
          );
  return lines;
}

/**
 * A position: where moves go, what they put on the board, and when the game is decided. Undoing moves, keys and the inputs of networks
 * come with BoardPosition. These methods run millions of times a second: they make no arrays or objects.
 */
export class InARow extends BoardPosition {
  readonly lines: readonly (readonly number[])[];

  constructor(size: number, turn: Side) {
    // The size, the number of squares, the most moves that a position can have, and who is to move.
    super(size, size * size, size * size, turn);
    this.lines = linesOn(size);
  }

  /** Writes the legal moves from index `start` on. A move is a whole number above 0: here a square, counted from 1. */
  generate(moves: Int32Array, start: number): number {
    let end = start;
    // A game that is over has no moves.
    if (this.winner !== -1) return end;
    for (let square = 0; square < this.board.length; square++)
      if (this.board[square] === 0) moves[end++] = square + 1;
    return end;
  }

  /** Plays a move of this side, by `put` alone. Pieces are 1 for the first player's and 2 for the second's. */
  protected play(move: Move, mover: Side): void {
    this.put(move - 1, mover + 1);
    // No later move can undo this one. Leave it out after moves that can be undone: a step that may be stepped back.
    this.noteProgress();
  }

  /** Who has won, or DRAWN, or -1 for nobody yet. */
  protected decide(): Outcome {
    const { board, lines } = this;
    for (let i = 0; i < lines.length; i++) {
      const line = lines[i];
      const piece = board[line[0]];
      let length = 1;
      while (length < line.length && board[line[length]] === piece) length++;
      if (piece !== 0 && length === line.length) return (piece - 1) as Side;
    }
    return board.includes(0) ? -1 : DRAWN;
  }
}
