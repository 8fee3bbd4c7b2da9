import { BoardPosition, DRAWN, type Move, otherSide, type Outcome, type Side } from 'evalsmith/engine';

/** How many stones in a row win. */
export const FOUR = 4;

/** The rows of a board of this size, which has as many columns as its size. */
export const rowsOf = (size: number): number => size - 1;

/** The directions in which a line can go on from a stone, as column and row; each is followed by its opposite. Nothing lies above. */
const DIRECTIONS = [
  [0, 1],
  [1, 0],
  [-1, 0],
  [1, 1],
  [-1, -1],
  [1, -1],
  [-1, 1],
] as const;
const REACH = FOUR - 1;
const RAYS = DIRECTIONS.length * REACH;

/** For each square and direction the three squares that follow, -1 off the board. */
function raysOn(size: number): Int8Array {
  const rays = new Int8Array(size * rowsOf(size) * RAYS).fill(-1);
  for (let square = 0; square < size * rowsOf(size); square++)
    DIRECTIONS.forEach(([right, down], direction) => {
      for (let step = 1; step <= REACH; step++) {
        const column = (square % size) + step * right;
        const row = Math.floor(square / size) + step * down;
        if (column < 0 || column >= size || row < 0 || row >= rowsOf(size)) return;
        rays[square * RAYS + direction * REACH + step - 1] = row * size + column;
      }
    });
  return rays;
}

const raysBySize = new Map<number, Int8Array>();

function raysFor(size: number): Int8Array {
  const rays = raysBySize.get(size) ?? raysOn(size);
  raysBySize.set(size, rays);
  return rays;
}

/** A move is a column, counted from 1; the pieces are 1 for the first player's stone and 2 for the second's. */
export class ConnectFour extends BoardPosition {
  private readonly rays: Int8Array;

  constructor(size: number, turn: Side) {
    super(size, size * rowsOf(size), size, turn);
    this.rays = raysFor(size);
  }

  generate(moves: Int32Array, start: number): number {
    let end = start;
    if (this.winner !== -1) return end;
    for (let column = 0; column < this.size; column++)
      if (this.board[column] === 0) moves[end++] = column + 1;
    return end;
  }

  protected play(move: Move, mover: Side): void {
    this.put(this.landing(move), mover + 1);
    this.noteProgress();
  }

  /** After a move only its stone can have made a line; a board that was set up is looked through. */
  protected decide(): Outcome {
    const { board, state } = this;
    const mover = otherSide(this.turn);
    if (state.move !== 0) {
      if (this.isLine(this.landing(state.move) + this.size, mover + 1)) return mover;
    } else {
      if (this.hasLine(mover + 1)) return mover;
      if (this.hasLine(this.turn + 1)) return this.turn;
    }
    for (let column = 0; column < this.size; column++) if (board[column] === 0) return -1;
    return DRAWN;
  }

  override winningMove(): Move {
    return this.winner === -1 ? this.lineOf(this.turn + 1) : 0;
  }

  override isThreatened(): boolean {
    return this.winner === -1 && this.lineOf(otherSide(this.turn) + 1) !== 0;
  }

  /** The lowest empty square of the column of a move; above the board where the column is full. */
  landing(move: Move): number {
    const { board, size } = this;
    let square = board.length - size + move - 1;
    while (square >= 0 && board[square] !== 0) square -= size;
    return square;
  }

  /** Whether this stone on this square is one of four in a row; the square itself is not looked at. */
  private isLine(square: number, stone: number): boolean {
    const base = square * RAYS;
    if (this.run(base, stone) === REACH) return true;
    for (let ray = base + REACH; ray < base + RAYS; ray += 2 * REACH)
      if (this.run(ray, stone) + this.run(ray + REACH, stone) >= REACH) return true;
    return false;
  }

  /** How many such stones follow each other on a ray. */
  private run(ray: number, stone: number): number {
    const { board, rays } = this;
    let length = 0;
    while (length < REACH && rays[ray + length] >= 0 && board[rays[ray + length]] === stone) length++;
    return length;
  }

  private hasLine(stone: number): boolean {
    for (let square = 0; square < this.board.length; square++)
      if (this.board[square] === stone && this.isLine(square, stone)) return true;
    return false;
  }

  /** A move by which such a stone makes a line, or 0. */
  private lineOf(stone: number): Move {
    for (let move = 1; move <= this.size; move++) {
      const square = this.landing(move);
      if (square >= 0 && this.isLine(square, stone)) return move;
    }
    return 0;
  }
}
