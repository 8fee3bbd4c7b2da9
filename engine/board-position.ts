import { mix, randomWords } from './keys.ts';
import { CHANGES_ROOM } from './inputs.ts';
import { type Move, type Outcome, Position, type Side } from './position.ts';

/** No game has more kinds of piece than this, those of both sides together. */
export const MOST_PIECES = 31;
const MOST_CHANGES = CHANGES_ROOM / 4;

const PIECE_BITS = 5;
const PIECE = (1 << PIECE_BITS) - 1;

/** The square of a change in the log of a position. */
export const squareOfChange = (change: number): number => change >> (2 * PIECE_BITS);
/** The piece on the square before a change in the log; 0 for none. */
export const pieceBefore = (change: number): number => (change >> PIECE_BITS) & PIECE;
/** The piece on the square after a change in the log; 0 for none. */
export const pieceAfter = (change: number): number => change & PIECE;

/**
 * A position of pieces on squares, which remembers what its moves change: a game says where its moves go (`generate`), what they put
 * where (`play`) and when a board is decided (`decide`); undoing, keys and the inputs of networks follow from that.
 */
export abstract class BoardPosition extends Position {
  /** The piece on each square, row by row from the top: 0 for none, else its number from 1 in the order of the game's letters. */
  readonly board: Int8Array;
  /** The changes of all moves made; those of a state end at its `word1`. */
  log: Int32Array;
  private readonly words: Int32Array;
  private readonly someMoves: Int32Array;

  constructor(size: number, squares: number, moveLimit: number, turn: Side) {
    super(size, moveLimit, turn);
    this.board = new Int8Array(squares);
    this.log = new Int32Array(256);
    this.words = wordsFor(squares);
    this.someMoves = new Int32Array(moveLimit);
  }

  /** Changes the board by `put`, as the move of this side does. The player to move is the other one already. */
  protected abstract play(move: Move, mover: Side): void;

  /** How the board is decided by any rule but having no move; the player who moved last is not the one to move. */
  protected abstract decide(): Outcome;

  /** Puts a piece, or 0 for none, on a square. */
  protected put(square: number, piece: number): void {
    const { board, state } = this;
    const before = board[square];
    if (before === piece) return;
    if (state.word1 - state.previous.word1 === MOST_CHANGES)
      throw new Error(`a move changes more than ${MOST_CHANGES} squares`);
    if (state.word1 === this.log.length) this.growLog();
    this.log[state.word1++] = (square << (2 * PIECE_BITS)) | (before << PIECE_BITS) | piece;
    board[square] = piece;
    const key = this.wordOf(square, before) ^ this.wordOf(square, piece);
    state.keyLow ^= key;
    state.keyHigh ^= mixed(this.wordOf(square, before)) ^ mixed(this.wordOf(square, piece));
  }

  /** Says that no play can reverse the move that is being played: a drop, a capture. */
  protected noteProgress(): void {
    this.state.progress = this.state.ply;
  }

  make(move: Move): void {
    const previous = this.state;
    const state = previous.after(move);
    state.keyLow = previous.keyLow;
    state.keyHigh = previous.keyHigh;
    state.word1 = previous.word1;
    this.state = state;
    this.play(move, previous.turn);
    state.winner = this.decide();
  }

  unmake(): void {
    const { state, log, board } = this;
    const first = state.previous.word1;
    for (let i = state.word1 - 1; i >= first; i--) board[squareOfChange(log[i])] = pieceBefore(log[i]);
    this.state = state.previous;
  }

  hasMove(): boolean {
    return this.generate(this.someMoves, 0) > 0;
  }

  /** Sets up a board at the beginning of the history; the player to move stays. */
  place(pieces: ArrayLike<number>): void {
    const { board, state } = this;
    state.keyLow = 0;
    state.keyHigh = 0;
    state.word1 = 0;
    for (let square = 0; square < board.length; square++) {
      board[square] = pieces[square];
      const word = this.wordOf(square, pieces[square]);
      state.keyLow ^= word;
      state.keyHigh ^= mixed(word);
    }
    state.winner = this.decide();
  }

  /** The word of an empty square is 0, so that it need not be counted. */
  private wordOf(square: number, piece: number): number {
    return piece === 0 ? 0 : this.words[(square << PIECE_BITS) | piece];
  }

  private growLog(): void {
    const longer = new Int32Array(2 * this.log.length);
    longer.set(this.log);
    this.log = longer;
  }
}

// Another word from the same: 0 stays 0.
function mixed(word: number): number {
  return mix(Math.imul(word, 0x2c1b3c6d));
}

const wordsBySquares = new Map<number, Int32Array>();

function wordsFor(squares: number): Int32Array {
  const words = wordsBySquares.get(squares) ?? randomWords(squares << PIECE_BITS, 0x5eed);
  wordsBySquares.set(squares, words);
  return words;
}
