import type { State } from '../../history.ts';
import { randomWords } from '../../keys.ts';
import { type Move, otherSide, Position, type Side } from '../../position.ts';

/** A game with so many plies in a row without a capture or promotion is drawn. */
export const QUIET_CAP = 100;

/** What stands on a square: 0 for nothing, else 1 Pichu, 2 Pikachu, 3 Raichu, plus 4 for black. */
export type Piece = number;

const PICHU = 1;
const PIKACHU = 2;
const RAICHU = 3;
/** The part of a cell that tells the kind of its piece. */
export const KIND = 3;
const BLACK = 4;
const PIECE = 7;

// A cell of the board is its piece and, above it, the number of that piece; or the wall round the board.
const EMPTY = 0;
const WALL = 8;
const PIECES = 1024;
const CELL = 15;
const NUMBER_SHIFT = 4;

// A move is its two squares, the square of the jumped piece (or 0), and a bit for a promotion.
const SQUARE = 1023;
const TO_SHIFT = 10;
const JUMPED_SHIFT = 20;
const FIRST_JUMP = 1 << JUMPED_SHIFT;
const PROMOTION = 1 << 30;

// What a piece of each kind is worth, roughly, to try the best captures first.
const VALUES = [0, 1, 2, 6];

const KEYS_LOW = randomWords(8 << 10, 0x4a1c);
const KEYS_HIGH = randomWords(8 << 10, 0x4a1d);

export function fromSquare(move: Move): number {
  return move & SQUARE;
}

export function toSquare(move: Move): number {
  return (move >> TO_SHIFT) & SQUARE;
}

/** The square of the piece that a move captures, or 0. */
export function jumpedSquare(move: Move): number {
  return (move >> JUMPED_SHIFT) & SQUARE;
}

/** Whether a move turns its piece into a Raichu. */
export function promotes(move: Move): boolean {
  return move >= PROMOTION;
}

/** The square at a row and a column, both from 1: rows lie size + 2 apart, with a wall all round. */
export function squareAt(size: number, row: number, column: number): number {
  return row * (size + 2) + column;
}

/** A Raichu board of any even size: what stands on each square, and where each piece stands. */
export class RaichuPosition extends Position {
  /** Pieces of each side. */
  readonly counts = new Int32Array(2);
  /** How far rows lie apart. */
  readonly width: number;
  /** The cell of each square; from PIECES on, the square of each piece by its number, or 0 when it was taken. */
  readonly board: Int32Array;
  private firstBlack = PIECES;
  // Room for moves that nobody reads.
  private readonly spare = new Int32Array(1);
  private lastPiece = PIECES;
  // Past these squares a move can reach the far row.
  private readonly nearTop: number;
  private readonly nearBottom: number;
  /** The row of each square, from 1. */
  readonly rows: Int8Array;
  /** The steps of the eight directions. */
  readonly directions: Int32Array;

  /** Takes the pieces row by row from the top, size * size of them. */
  constructor(size: number, turn: Side, pieces: ArrayLike<Piece>) {
    // From an empty square, only the first own piece on each of eight lines can have a move there.
    super(size, 8 * size * size, turn);
    const width = (this.width = size + 2);
    this.board = new Int32Array(PIECES + size * size).fill(WALL, 0, width * width);
    this.rows = Int8Array.from({ length: width * width }, (_, square) => Math.floor(square / width));
    this.nearTop = 5 * width;
    this.nearBottom = (size - 3) * width;
    this.directions = Int32Array.of(-width, -width + 1, 1, width + 1, width, width - 1, -1, -width - 1);
    this.place(pieces);
  }

  /** Sets up another board at the beginning of the history; the player to move stays. */
  place(pieces: ArrayLike<Piece>): void {
    const { size, board, counts, state, turn } = this;
    counts[0] = counts[1] = state.keyLow = state.keyHigh = 0;
    for (let i = 0; i < size * size; i++) if (pieces[i] !== EMPTY) counts[pieces[i] >> 2]++;
    this.firstBlack = PIECES + counts[0];
    this.lastPiece = this.firstBlack + counts[1];
    board.fill(0, PIECES);
    let [white, black] = [PIECES, this.firstBlack];
    for (let row = 1, i = 0; row <= size; row++) {
      for (let square = squareAt(size, row, 1); square <= squareAt(size, row, size); square++, i++) {
        const piece = pieces[i];
        board[square] = piece;
        if (piece === EMPTY) continue;
        const number = piece < BLACK ? white++ : black++;
        board[number] = square;
        board[square] |= number << NUMBER_SHIFT;
        state.keyLow ^= KEYS_LOW[(piece << 10) | square];
        state.keyHigh ^= KEYS_HIGH[(piece << 10) | square];
      }
    }
    state.winner = counts[turn] === 0 ? otherSide(turn) : counts[turn ^ 1] === 0 ? turn : -1;
  }

  /** The piece on a square, or 0. */
  pieceOn(square: number): Piece {
    return this.board[square] & PIECE;
  }

  /** A side's pieces are numbered from here on. */
  firstNumber(side: Side): number {
    return side === 0 ? PIECES : this.firstBlack;
  }

  /** The number after a side's last piece. */
  lastNumber(side: Side): number {
    return side === 0 ? this.firstBlack : this.lastPiece;
  }

  generate(moves: Int32Array, start: number): number {
    const { turn, winner } = this.state;
    if (winner !== -1) return start;
    const board = this.board;
    const first = this.firstNumber(turn);
    const last = this.lastNumber(turn);
    const forward = turn === 0 ? this.width : -this.width;
    const enemy = (turn ^ 1) << 2;
    const near = turn === 0 ? this.nearBottom : -this.nearTop;
    const sign = turn === 0 ? 1 : -1;
    let raichus = false;
    let promotions = false;
    let end = start;
    for (let number = first; number < last; number++) {
      const from = board[number];
      if (from === 0) continue;
      const kind = board[from] & KIND;
      if (kind === RAICHU) {
        raichus = true;
        continue;
      }
      if (sign * from > near) promotions = true;
      if (kind === PICHU) {
        for (let step = forward - 1; step <= forward + 1; step += 2) {
          const one = from + step;
          const cell = board[one];
          if (cell === EMPTY) moves[end++] = from | (one << TO_SHIFT);
          else if ((cell & CELL) === (PICHU | enemy) && board[one + step] === EMPTY) {
            moves[end++] = from | ((one + step) << TO_SHIFT) | (one << JUMPED_SHIFT);
          }
        }
        continue;
      }
      // A Pikachu goes, in each direction, at most two squares plain and at most three with a jump.
      for (let direction = -1; direction <= 1; direction++) {
        const step = direction === 0 ? forward : direction;
        const one = from + step;
        const two = one + step;
        const cell = board[one];
        if (cell === EMPTY) {
          moves[end++] = from | (one << TO_SHIFT);
          if (board[two] === EMPTY) moves[end++] = from | (two << TO_SHIFT);
          else if (isPichuOrPikachu(board[two], enemy) && board[two + step] === EMPTY) {
            moves[end++] = from | ((two + step) << TO_SHIFT) | (two << JUMPED_SHIFT);
          }
        } else if (isPichuOrPikachu(cell, enemy) && board[two] === EMPTY) {
          moves[end++] = from | (two << TO_SHIFT) | (one << JUMPED_SHIFT);
          if (board[two + step] === EMPTY) {
            moves[end++] = from | ((two + step) << TO_SHIFT) | (one << JUMPED_SHIFT);
          }
        }
      }
    }
    if (promotions) this.markPromotions(moves, start, end);
    if (!raichus) return end;
    for (let number = first; number < last; number++) {
      const from = board[number];
      if (from !== 0 && (board[from] & KIND) === RAICHU) end = this.generateRaichu(moves, end, from, turn);
    }
    return end;
  }

  override generateLoud(moves: Int32Array, start: number): number {
    const { board, width, directions } = this;
    const turn = this.state.turn;
    const forward = turn === 0 ? width : -width;
    const enemy = (turn ^ 1) << 2;
    const last = this.lastNumber(turn);
    let end = start;
    for (let number = this.firstNumber(turn); number < last; number++) {
      const from = board[number];
      if (from === 0) continue;
      const kind = board[from] & KIND;
      if (kind === RAICHU) {
        for (let i = 0; i < 8; i++) {
          const step = directions[i];
          let to = from + step;
          while (board[to] === EMPTY) to += step;
          if ((board[to] & (WALL | BLACK)) !== enemy) continue;
          const jumped = to;
          for (to += step; board[to] === EMPTY; to += step) {
            moves[end++] = from | (to << TO_SHIFT) | (jumped << JUMPED_SHIFT);
          }
        }
        continue;
      }
      const first = end;
      const isNear = turn === 0 ? from > this.nearBottom : from < this.nearTop;
      if (kind === PICHU) {
        for (let step = forward - 1; step <= forward + 1; step += 2) {
          const one = from + step;
          if (isNear && board[one] === EMPTY) moves[end++] = from | (one << TO_SHIFT);
          else if ((board[one] & CELL) === (PICHU | enemy) && board[one + step] === EMPTY) {
            moves[end++] = from | ((one + step) << TO_SHIFT) | (one << JUMPED_SHIFT);
          }
        }
      } else {
        for (let direction = -1; direction <= 1; direction++) {
          const step = direction === 0 ? forward : direction;
          const one = from + step;
          const two = one + step;
          if (board[one] === EMPTY) {
            if (isNear && direction === 0) {
              moves[end++] = from | (one << TO_SHIFT);
              if (board[two] === EMPTY) moves[end++] = from | (two << TO_SHIFT);
            }
            if (isPichuOrPikachu(board[two], enemy) && board[two + step] === EMPTY) {
              moves[end++] = from | ((two + step) << TO_SHIFT) | (two << JUMPED_SHIFT);
            }
          } else if (isPichuOrPikachu(board[one], enemy) && board[two] === EMPTY) {
            moves[end++] = from | (two << TO_SHIFT) | (one << JUMPED_SHIFT);
            if (board[two + step] === EMPTY) {
              moves[end++] = from | ((two + step) << TO_SHIFT) | (one << JUMPED_SHIFT);
            }
          }
        }
      }
      if (isNear) end = this.keepLoud(moves, first, end);
    }
    return end;
  }

  /** Marks the promotions among some moves and drops those that neither promote nor capture. */
  private keepLoud(moves: Int32Array, start: number, last: number): number {
    this.markPromotions(moves, start, last);
    let end = start;
    for (let i = start; i < last; i++) if (moves[i] >= FIRST_JUMP) moves[end++] = moves[i];
    return end;
  }

  /** Sets the promotion bit of those moves of a Pichu or Pikachu that end on the far row. */
  private markPromotions(moves: Int32Array, start: number, end: number): void {
    const lastRow = this.size * this.width;
    const secondRow = 2 * this.width;
    for (let i = start; i < end; i++) {
      const to = (moves[i] >> TO_SHIFT) & SQUARE;
      if (this.turn === 0 ? to > lastRow : to < secondRow) moves[i] |= PROMOTION;
    }
  }

  private generateRaichu(moves: Int32Array, start: number, from: number, turn: Side): number {
    const board = this.board;
    const directions = this.directions;
    const enemy = (turn ^ 1) << 2;
    let end = start;
    for (let i = 0; i < 8; i++) {
      const step = directions[i];
      let to = from + step;
      for (; board[to] === EMPTY; to += step) moves[end++] = from | (to << TO_SHIFT);
      if ((board[to] & (WALL | BLACK)) !== enemy) continue;
      const jumped = to;
      for (to += step; board[to] === EMPTY; to += step) {
        moves[end++] = from | (to << TO_SHIFT) | (jumped << JUMPED_SHIFT);
      }
    }
    return end;
  }

  hasMove(): boolean {
    const { board, width, directions } = this;
    const turn = this.state.turn;
    const forward = turn === 0 ? width : -width;
    const last = this.lastNumber(turn);
    // A free step of any piece is enough; only where there is none are the jumps looked at.
    for (let number = this.firstNumber(turn); number < last; number++) {
      const from = board[number];
      if (from === 0) continue;
      const kind = board[from] & KIND;
      if (kind === PICHU) {
        if (board[from + forward - 1] === EMPTY || board[from + forward + 1] === EMPTY) return true;
      } else if (kind === PIKACHU) {
        if (board[from + forward] === EMPTY || board[from - 1] === EMPTY || board[from + 1] === EMPTY)
          return true;
      } else {
        for (let i = 0; i < 8; i++) if (board[from + directions[i]] === EMPTY) return true;
      }
    }
    return this.generate(this.spare, 0) > 0;
  }

  make(move: Move): void {
    const board = this.board;
    const from = move & SQUARE;
    const to = (move >> TO_SHIFT) & SQUARE;
    const before = board[from];
    const after = move < PROMOTION ? before : before | RAICHU;
    const left = ((before & PIECE) << 10) + from;
    const reached = ((after & PIECE) << 10) + to;
    const previous = this.state;
    const state = previous.after(move);
    state.word1 = before;
    state.keyLow = previous.keyLow ^ KEYS_LOW[left] ^ KEYS_LOW[reached];
    state.keyHigh = previous.keyHigh ^ KEYS_HIGH[left] ^ KEYS_HIGH[reached];
    board[from] = EMPTY;
    board[to] = after;
    board[after >> NUMBER_SHIFT] = to;
    this.state = state;
    if (move >= FIRST_JUMP) this.progress(move, state);
  }

  /** The rest of a capture or a promotion. */
  private progress(move: Move, state: State): void {
    state.progress = state.ply;
    const square = (move >> JUMPED_SHIFT) & SQUARE;
    if (square === 0) return;
    const board = this.board;
    const cell = board[square];
    state.word2 = cell;
    state.keyLow ^= KEYS_LOW[((cell & PIECE) << 10) + square];
    state.keyHigh ^= KEYS_HIGH[((cell & PIECE) << 10) + square];
    board[square] = EMPTY;
    board[cell >> NUMBER_SHIFT] = 0;
    if (--this.counts[state.turn] === 0) state.winner = otherSide(state.turn);
  }

  override gain(move: Move): number {
    if (move < FIRST_JUMP) return 0;
    const jumped = this.board[(move >> JUMPED_SHIFT) & SQUARE] & KIND;
    return (
      10 * VALUES[jumped] -
      VALUES[this.board[move & SQUARE] & KIND] +
      (move < PROMOTION ? 0 : 10 * VALUES[RAICHU])
    );
  }

  // Where the Pichus stand, and how many pieces each side has.
  override structure(): number {
    const { board, counts, lastPiece } = this;
    let hash = Math.imul((counts[0] << 8) | counts[1], 0x85ebca6b);
    for (let number = PIECES; number < lastPiece; number++) {
      const square = board[number];
      if (square !== 0 && (board[square] & KIND) === PICHU)
        hash ^= KEYS_LOW[((board[square] & PIECE) << 10) | square];
    }
    return Math.imul(hash ^ (hash >>> 15), 0x9e3779b1);
  }

  // With a piece or two left, having to move can be what loses.
  override mayPass(): boolean {
    return this.counts[this.state.turn] > 2;
  }

  override pass(): void {
    const previous = this.state;
    const state = previous.after(0);
    state.keyLow = previous.keyLow;
    state.keyHigh = previous.keyHigh;
    this.state = state;
  }

  override unpass(): void {
    this.state = this.state.previous;
  }

  unmake(): void {
    const board = this.board;
    const state = this.state;
    const move = state.move;
    const from = move & SQUARE;
    const before = state.word1;
    board[(move >> TO_SHIFT) & SQUARE] = EMPTY;
    board[from] = before;
    board[before >> NUMBER_SHIFT] = from;
    this.state = state.previous;
    const jumped = (move >> JUMPED_SHIFT) & SQUARE;
    if (jumped !== 0) this.putBack(jumped, state);
  }

  private putBack(square: number, state: State): void {
    const cell = state.word2;
    state.winner = -1;
    this.board[square] = cell;
    this.board[cell >> NUMBER_SHIFT] = square;
    this.counts[state.turn]++;
  }
}

/** Whether a cell holds one of these two kinds of a colour (0 or BLACK). */
function isPichuOrPikachu(cell: number, colour: number): boolean {
  const kind = (cell & CELL) ^ colour;
  return kind === PICHU || kind === PIKACHU;
}
