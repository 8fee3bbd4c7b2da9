import { bitCount } from '../../bits.ts';
import { type Move, otherSide, Position, type Side } from '../../position.ts';

// Rows below the square in which lines count.
const IGNORED_ROWS = 3;

// A move is the column from 1, shifted, and a bit that tells a rotation from a drop.
const ROTATION = 1;

export function dropIn(column: number): Move {
  return column << 1;
}

export function rotationOf(column: number): Move {
  return (column << 1) | ROTATION;
}

export function columnOf(move: Move): number {
  return move >> 1;
}

export function isRotation(move: Move): boolean {
  return (move & ROTATION) !== 0;
}

export function rowsOf(size: number): number {
  return size + IGNORED_ROWS;
}

/** How many pebbles each player has in all by the rules. */
export function pebblesOwned(size: number): number {
  return (size * rowsOf(size)) / 2;
}

/**
 * A Betsy board of any size. A column is one integer: from bit 0, the bottom, a 1 for each pebble of
 * side 0 and a 0 for each of side 1, closed by a 1 just above the topmost. An empty column is 1.
 */
export class BetsyPosition extends Position {
  /** Indexed from 1, as the rules count columns. */
  readonly columns: Int32Array;
  /** How many pebbles each player has in all. */
  readonly owned: number;
  // Pebbles still to drop: side 0's in the low half, side 1's in the high half.
  private supplies: number;
  // A side's top squares of each column, while a winning move is looked for.
  private readonly tops: Int32Array;

  constructor(size: number, turn: Side, columns: ArrayLike<number>, owned = pebblesOwned(size)) {
    super(size, 2 * size, turn);
    this.columns = new Int32Array(size + 1);
    this.tops = new Int32Array(size + 1);
    this.owned = owned;
    this.supplies = 0;
    this.place(columns);
  }

  /** Sets up another board at the beginning of the history; the player to move stays. */
  place(columns: ArrayLike<number>): void {
    const { size, state } = this;
    this.columns.set(columns);
    this.supplies = this.owned * 0x10001;
    state.keyLow = 0;
    state.keyHigh = 0;
    for (let column = 1; column <= size; column++) {
      const height = this.height(column);
      const first = bitCount(this.columns[column]) - 1;
      this.supplies -= first + ((height - first) << 16);
      const key = columnKey(column, this.columns[column]);
      state.keyLow ^= key;
      state.keyHigh ^= highKey(key);
    }
    state.winner = this.winnerFromScratch();
  }

  /** Pebbles in a column. */
  height(column: number): number {
    return 31 - Math.clz32(this.columns[column]);
  }

  /** Pebbles that a side may still drop. */
  supply(side: Side): number {
    return (this.supplies >> (side << 4)) & 0xffff;
  }

  generate(moves: Int32Array, start: number): number {
    if (this.winner !== -1) return start;
    const size = this.size;
    const columns = this.columns;
    let end = start;
    if (this.supply(this.turn) > 0) {
      const full = 1 << (size + IGNORED_ROWS);
      for (let column = 1; column <= size; column++) if (columns[column] < full) moves[end++] = column << 1;
    }
    for (let column = 1; column <= size; column++) {
      if (columns[column] !== 1) moves[end++] = (column << 1) | ROTATION;
    }
    return end;
  }

  // A board without pebbles has room for one, and one with pebbles has a column to rotate.
  hasMove(): boolean {
    return true;
  }

  make(move: Move): void {
    const column = move >> 1;
    const previous = this.state;
    const before = this.columns[column];
    const state = previous.after(move);
    let after;
    if ((move & ROTATION) === 0) {
      after = dropped(before, previous.turn);
      this.supplies -= 1 << (previous.turn << 4);
      state.progress = state.ply;
    } else {
      after = rotated(before);
    }
    this.columns[column] = after;
    const old = columnKey(column, before);
    const key = columnKey(column, after);
    state.word1 = before;
    state.keyLow = previous.keyLow ^ old ^ key;
    state.keyHigh = previous.keyHigh ^ highKey(old) ^ highKey(key);
    state.winner = after < 2 << IGNORED_ROWS ? -1 : this.winnerBy(move, after);
    this.state = state;
  }

  unmake(): void {
    const state = this.state;
    const move = state.move;
    this.columns[move >> 1] = state.word1;
    if ((move & ROTATION) === 0) this.supplies += 1 << (state.previous.turn << 4);
    this.state = state.previous;
  }

  override winningMove(): Move {
    return this.winningMoveOf(this.state.turn);
  }

  override isThreatened(): boolean {
    return this.winningMoveOf(otherSide(this.state.turn)) !== 0;
  }

  // How high each column is, and who has its top.
  override structure(): number {
    const { size, columns } = this;
    let hash = 0;
    for (let column = 1; column <= size; column++) {
      const filled = columns[column];
      const height = 31 - Math.clz32(filled);
      const top = height === 0 ? 0 : (filled >> (height - 1)) & 1;
      hash = Math.imul(hash ^ ((height << 1) | top), 0x2c1b3c6d);
      hash ^= hash >>> 13;
    }
    return Math.imul(hash, 0x9e3779b1);
  }

  /** A move by which a side would win at once if it were its turn, or 0. */
  private winningMoveOf(side: Side): Move {
    const { size, columns, tops } = this;
    const all = (1 << size) - 1;
    // Rows that some column lacks, that two lack, and how many columns lack their square of each diagonal.
    let lacking = 0;
    let lackingTwo = 0;
    let rising = 0;
    let falling = 0;
    let nearly = 0;
    for (let column = 1; column <= size; column++) {
      const top = topSquares(columns[column], side);
      const missing = all & ~top;
      tops[column] = top;
      lackingTwo |= lacking & missing;
      lacking |= missing;
      rising += (missing >> (column - 1)) & 1;
      falling += (missing >> (size - column)) & 1;
      if (isNearlyFull(top, all)) nearly = 1;
    }
    const single = lacking & ~lackingTwo;
    if (single === 0 && rising !== 1 && falling !== 1 && nearly === 0) return 0;
    const full = 1 << (size + IGNORED_ROWS);
    const mayDrop = this.supply(side) > 0;
    for (let column = 1; column <= size; column++) {
      const filled = columns[column];
      if (filled < 1 << IGNORED_ROWS) continue;
      const missing = all & ~tops[column];
      if (
        (single & missing) === 0 &&
        (rising !== 1 || ((missing >> (column - 1)) & 1) === 0) &&
        (falling !== 1 || ((missing >> (size - column)) & 1) === 0) &&
        !isNearlyFull(tops[column], all)
      )
        continue;
      if (mayDrop && filled < full && this.hasLineThrough(side, column, dropped(filled, side)))
        return column << 1;
      if (this.hasLineThrough(side, column, rotated(filled))) return (column << 1) | ROTATION;
    }
    return 0;
  }

  // Mover first: a rotation can complete both players' lines, and then the mover wins.
  private winnerBy(move: Move, after: number): Side | -1 {
    const side = this.turn;
    if (this.hasLineThrough(side, move >> 1, after)) return side;
    const enemy = otherSide(side);
    return (move & ROTATION) !== 0 && this.hasLineThrough(enemy, move >> 1, after) ? enemy : -1;
  }

  /** Whether a side has a complete line through a column, were that column filled like this. */
  private hasLineThrough(side: number, column: number, filled: number): boolean {
    const size = this.size;
    const columns = this.columns;
    const own = topSquares(filled, side);
    if (own === 0) return false;
    if (own === (1 << size) - 1) return true;
    let rows = own;
    let rising = own & (1 << (column - 1));
    let falling = own & (1 << (size - column));
    for (let other = 1; other <= size && (rows | rising | falling) !== 0; other++) {
      if (other === column) continue;
      const squares = topSquares(columns[other], side);
      rows &= squares;
      if ((squares & (1 << (other - 1))) === 0) rising = 0;
      if ((squares & (1 << (size - other))) === 0) falling = 0;
    }
    return (rows | rising | falling) !== 0;
  }

  // With lines of both colours the player who has just moved has won.
  private winnerFromScratch(): Side | -1 {
    for (const side of [otherSide(this.turn), this.turn]) {
      for (let column = 1; column <= this.size; column++) {
        if (this.hasLineThrough(side, column, this.columns[column])) return side;
      }
    }
    return -1;
  }
}

/** How a move of this side leaves its column, filled like this before. */
export function filledAfter(move: Move, filled: number, side: Side): number {
  return isRotation(move) ? rotated(filled) : dropped(filled, side);
}

/** A side's pebbles in a column's squares above the ignored rows, as a mask. */
export function topSquares(column: number, side: number): number {
  const closing = 1 << (31 - Math.clz32(column));
  return (side === 0 ? column ^ closing : ~column & (closing - 1)) >> IGNORED_ROWS;
}

/** A column as the player to move sees it: their own pebbles are ones. */
export function forMover(column: number, turn: number): number {
  return turn === 0 ? column : 3 * (1 << (31 - Math.clz32(column))) - 1 - column;
}

/** Whether a drop or a rotation may give a column all its top squares. */
function isNearlyFull(top: number, all: number): boolean {
  return (top | 1) === all || top === all >> 1;
}

function dropped(column: number, side: number): number {
  const height = 31 - Math.clz32(column);
  return side === 0 ? column | (2 << height) : column + (1 << height);
}

function rotated(column: number): number {
  const closing = 1 << (31 - Math.clz32(column));
  // The shift brings the closing bit down to the top square, where the bottom pebble goes.
  return ((column ^ closing) >> 1) | ((column & 1) === 0 ? closing : closing | (closing >> 1));
}

// A rotation moves every pebble of a column, so the keys hash whole columns, not pebbles.
function columnKey(column: number, filled: number): number {
  const word = Math.imul(filled ^ Math.imul(column, 0x9e3779b1), 0x2c1b3c6d);
  return Math.imul(word ^ (word >>> 15), 0x85ebca6b);
}

function highKey(key: number): number {
  return Math.imul(key, 0x297a2d39) ^ (key >>> 15);
}
