import { type Move, Position, type Side } from '../../position.ts';
import { DIRECTIONS, KEYS_HIGH, KEYS_LOW, sowings, SOWING_ROWS, SOWING_WORDS, squareAt } from './sowing.ts';

// A move is its square, one of eight directions, and how many squares are open that way, 1 to 3.
const SQUARE = 15;
const DIRECTION_SHIFT = 4;
const LINE_SHIFT = 5;
const OPEN_SHIFT = 7;
const MOVE = 511;

const SOWINGS = sowings();
const ROWS = SOWING_ROWS;
const WORDS = SOWING_WORDS;

// A line is two opposite directions; its squares are a pair of masks in one word, 16 bits for each direction.
const LINES = 4;
const UPPER = -1 << 16;
const STEPS = Int32Array.from(
  { length: LINES },
  (_, line) => DIRECTIONS[2 * line].down * 4 + DIRECTIONS[2 * line].right,
);
// The squares of each line from which a step to the left or to the right does not leave the board.
const ROOM = Int32Array.from(
  { length: LINES },
  (_, line) => roomFor(2 * line) | (roomFor(2 * line + 1) << 16),
);

/** The steps of the four lines, and the squares from which they stay on the board, for the features. */
export const LINE_STEPS = STEPS;
export const LINE_ROOM = ROOM;

function roomFor(direction: number): number {
  const { right } = DIRECTIONS[direction];
  return right === 0 ? 0xffff : right > 0 ? 0x7777 : 0xeeee;
}

/** The square of a move; see `squareAt`. */
export function fromSquare(move: Move): number {
  return move & SQUARE;
}

/** An index into DIRECTIONS. */
export function directionOf(move: Move): number {
  return (move >> DIRECTION_SHIFT) & 7;
}

/**
 * A Conga board. The words of a state are the stones of the side that moved there, four bits a square and
 * eight squares a word; those of the side to move are in the state before. So unmaking a move is one step back.
 */
export class CongaPosition extends Position {
  /** All squares of the board, as a mask with a bit for each square. */
  readonly board: number;

  /** Takes the squares row by row from the top: stones of side 0 as positive numbers, of side 1 as negative. */
  constructor(size: number, turn: Side, squares: ArrayLike<number>) {
    super(size, 8 * size * size, turn);
    let board = 0;
    for (let i = 0; i < size * size; i++) board |= 1 << squareAt(Math.floor(i / size), i % size);
    this.board = board;
    this.place(squares);
  }

  /** Sets up another board at the beginning of the history; the player to move stays. */
  place(squares: ArrayLike<number>): void {
    const { size, turn } = this;
    const top = this.state;
    const { previous } = top;
    top.word1 = top.word2 = previous.word1 = previous.word2 = 0;
    top.keyLow = top.keyHigh = 0;
    for (let i = 0; i < size * size; i++) {
      const stones = squares[i];
      if (stones === 0) continue;
      const square = squareAt(Math.floor(i / size), i % size);
      const state = stones > 0 === (turn === 0) ? previous : top;
      const packed = Math.abs(stones) << (4 * (square & 7));
      if (square < 8) state.word1 |= packed;
      else state.word2 |= packed;
      top.keyLow = (top.keyLow + Math.imul(stones, KEYS_LOW[square])) | 0;
      top.keyHigh = (top.keyHigh + Math.imul(stones, KEYS_HIGH[square])) | 0;
    }
  }

  /** A side's stones on a square. */
  stones(side: Side, square: number): number {
    const { word1, word2 } = side === this.turn ? this.state.previous : this.state;
    return ((square < 8 ? word1 : word2) >>> ((square & 7) << 2)) & 15;
  }

  /** The squares of a side, as a mask. */
  mask(side: Side): number {
    const { word1, word2 } = side === this.turn ? this.state.previous : this.state;
    return occupied(word1, word2);
  }

  /** A side's stones on the squares of a mask. */
  stonesOn(side: Side, mask: number): number {
    let count = 0;
    for (let rest = mask; rest !== 0; rest &= rest - 1)
      count += this.stones(side, 31 - Math.clz32(rest & -rest));
    return count;
  }

  largestStack(side: Side): number {
    const { word1, word2 } = side === this.turn ? this.state.previous : this.state;
    return Math.max(largestIn(word1), largestIn(word2));
  }

  // Which squares each side has, whatever stands on them.
  override structure(): number {
    const { state } = this;
    const own = occupied(state.previous.word1, state.previous.word2);
    const enemy = occupied(state.word1, state.word2);
    const hash = Math.imul(own | (enemy << 16), 0x2c1b3c6d);
    return Math.imul(hash ^ (hash >>> 15), 0x9e3779b1);
  }

  hasMove(): boolean {
    const { state, board } = this;
    const own = Math.imul(occupied(state.previous.word1, state.previous.word2), 0x10001);
    const open = Math.imul(board & ~occupied(state.word1, state.word2), 0x10001);
    for (let line = 0; line < LINES; line++) {
      const step = STEPS[line];
      if ((own & (((open & ~UPPER) >> step) | ((open & UPPER) << step)) & ROOM[line]) !== 0) return true;
    }
    return false;
  }

  generate(moves: Int32Array, start: number): number {
    const state = this.state;
    const previous = state.previous;
    const own = Math.imul(occupied(previous.word1, previous.word2), 0x10001);
    const open = Math.imul(this.board & ~occupied(state.word1, state.word2), 0x10001);
    let end = start;
    let line = 0;
    do {
      const step = STEPS[line];
      const room = ROOM[line];
      // The squares from which the first, the first two and all three squares are open.
      const one = (((open & ~UPPER) >> step) | ((open & UPPER) << step)) & room;
      const past = open & one;
      const two = (((past & ~UPPER) >> step) | ((past & UPPER) << step)) & room;
      const far = open & two;
      const three = (((far & ~UPPER) >> step) | ((far & UPPER) << step)) & room;
      for (let rest = own & one; rest !== 0; rest &= rest - 1) {
        const bit = 31 - Math.clz32(rest & -rest);
        const reached = 1 + ((two >> bit) & 1) + ((three >> bit) & 1);
        moves[end++] = bit | (line << LINE_SHIFT) | (reached << OPEN_SHIFT);
      }
    } while (++line < LINES);
    return end;
  }

  make(move: Move): void {
    const previous = this.state;
    const { word1, word2 } = previous.previous;
    const state = previous.after(move);
    const word = word1 ^ ((word1 ^ word2) & -((move >> 3) & 1));
    const stones = (word >>> ((move & 7) << 2)) & 15;
    const row = ((move & MOVE) * ROWS + stones) * WORDS;
    state.word1 = (word1 + SOWINGS[row]) | 0;
    state.word2 = (word2 + SOWINGS[row + 1]) | 0;
    if (previous.turn === 0) {
      state.keyLow = (previous.keyLow + SOWINGS[row + 2]) | 0;
      state.keyHigh = (previous.keyHigh + SOWINGS[row + 3]) | 0;
    } else {
      state.keyLow = (previous.keyLow - SOWINGS[row + 2]) | 0;
      state.keyHigh = (previous.keyHigh - SOWINGS[row + 3]) | 0;
    }
    this.state = state;
  }

  unmake(): void {
    this.state = this.state.previous;
  }
}

/** The mask of the squares that hold stones, of the two words of a side. */
export function occupied(word1: number, word2: number): number {
  return occupiedRows(word1) | (occupiedRows(word2) << 8);
}

// Each four bits give their union; the product gathers those of the first row at bit 12, of the second at bit 28.
function occupiedRows(word: number): number {
  const pairs = word | (word >>> 1);
  const gathered = Math.imul((pairs | (pairs >>> 2)) & 0x11111111, 0x1248);
  return ((gathered >>> 12) & 15) | ((gathered >>> 24) & 0xf0);
}

function largestIn(word: number): number {
  let largest = 0;
  for (let rest = word; rest !== 0; rest >>>= 4) if ((rest & 15) > largest) largest = rest & 15;
  return largest;
}
