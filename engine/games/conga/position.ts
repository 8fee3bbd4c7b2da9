import { randomWords } from '../../keys.ts';
import { type Move, Position, type Side } from '../../position.ts';
import { bitOf, DIRECTIONS, KEYS_HIGH, KEYS_LOW, sowings } from './sowing.ts';

// A move is its square, one of eight directions, and how many squares are open that way, 1 to 3.
const SQUARE = 15;
const DIRECTION_SHIFT = 4;
const OPEN_SHIFT = 7;

// A side's words: the mask of its squares, then their stones, four bits a square, eight squares a word.
const SIDE_SHIFT = 2;
const LOW = 1;
const HIGH = 2;

const [TURN_LOW, TURN_HIGH] = randomWords(2, 0xc096c);
const SOWINGS = new Map<number, Int32Array>();

/** The square of a move, numbered row by row from 0. */
export function fromSquare(move: Move): number {
  return move & SQUARE;
}

/** An index into DIRECTIONS. */
export function directionOf(move: Move): number {
  return (move >> DIRECTION_SHIFT) & 7;
}

/** A Conga board. What a move changes is looked up in the table of sowings and added. */
export class CongaPosition extends Position {
  private readonly sides: Int32Array;
  /** All squares of the board, as a mask. */
  readonly board: number;
  /** The squares with three, and those with five, directions to go. */
  readonly corners: number;
  readonly edges: number;
  /** The steps of the eight directions, in bits of a mask. */
  readonly steps: Int32Array;
  // The square of each bit of a mask.
  private readonly squareOfBit: Int8Array;
  private readonly sowings: Int32Array;

  /** Takes the squares row by row from the top: stones of side 0 as positive numbers, of side 1 as negative. */
  constructor(size: number, turn: Side, squares: ArrayLike<number>) {
    const table = SOWINGS.get(size) ?? sowings(size);
    SOWINGS.set(size, table);
    super(size, 8 * size * size, turn);
    this.sowings = table;
    this.sides = new Int32Array(8);
    this.steps = Int32Array.from(DIRECTIONS, ({ down, right }) => down * (size + 1) + right);
    this.squareOfBit = new Int8Array(32);
    let board = 0;
    let keyLow = 0;
    let keyHigh = 0;
    for (let square = 0; square < size * size; square++) {
      board |= bitOf(size, square);
      this.squareOfBit[31 - Math.clz32(bitOf(size, square))] = square;
      if (squares[square] === 0) continue;
      const side = squares[square] > 0 ? 0 : 1;
      const stones = Math.abs(squares[square]);
      this.sides[side << SIDE_SHIFT] |= bitOf(size, square);
      this.sides[(side << SIDE_SHIFT) | (square < 8 ? LOW : HIGH)] |= stones << (4 * (square & 7));
      keyLow = (keyLow + Math.imul(stones, KEYS_LOW[(side << 4) | square])) | 0;
      keyHigh = (keyHigh + Math.imul(stones, KEYS_HIGH[(side << 4) | square])) | 0;
    }
    this.board = board;
    const border = (square: number, last = size - 1) =>
      Number(square % size === 0 || square % size === last) + Number(square < size || square >= size * last);
    const all = Array.from({ length: size * size }, (_, square) => square);
    const maskOf = (borders: number) =>
      all.reduce((mask, square) => (border(square) === borders ? mask | bitOf(size, square) : mask), 0);
    this.corners = maskOf(2);
    this.edges = maskOf(1);
    this.state.keyLow = (keyLow + turn * TURN_LOW) | 0;
    this.state.keyHigh = (keyHigh + turn * TURN_HIGH) | 0;
  }

  /** The squares of a side as a mask; see `bitOf`. */
  mask(side: Side): number {
    return this.sides[side << SIDE_SHIFT];
  }

  /** A side's stones on a square. */
  stones(side: Side, square: number): number {
    const packed = this.sides[(side << SIDE_SHIFT) | (square < 8 ? LOW : HIGH)];
    return (packed >>> ((square & 7) << 2)) & 15;
  }

  /** A side's stones on the squares of a mask. */
  stonesOn(side: Side, mask: number): number {
    let count = 0;
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      count += this.stones(side, this.squareOfBit[31 - Math.clz32(rest & -rest)]);
    }
    return count;
  }

  largestStack(side: Side): number {
    let largest = 0;
    for (let word = LOW; word <= HIGH; word++) {
      for (let rest = this.sides[(side << SIDE_SHIFT) | word]; rest !== 0; rest >>>= 4) {
        if ((rest & 15) > largest) largest = rest & 15;
      }
    }
    return largest;
  }

  generate(moves: Int32Array, start: number): number {
    const sides = this.sides;
    const steps = this.steps;
    const squareOfBit = this.squareOfBit;
    const turn = this.state.turn;
    const own = sides[turn << SIDE_SHIFT];
    const open = this.board & ~sides[(turn ^ 1) << SIDE_SHIFT];
    let end = start;
    for (let direction = 0; direction < 8; direction++) {
      const step = steps[direction];
      // The own squares from which the first, the second and the third square are open.
      let one = own;
      let two;
      let three;
      if (step > 0) {
        one &= open >> step;
        two = one & (open >> (2 * step));
        three = two & (open >> (3 * step));
      } else {
        one &= open << -step;
        two = one & (open << (-2 * step));
        three = two & (open << (-3 * step));
      }
      for (; one !== 0; one &= one - 1) {
        const bit = 31 - Math.clz32(one & -one);
        const reached = 1 + ((two >> bit) & 1) + ((three >> bit) & 1);
        moves[end++] = squareOfBit[bit] | (direction << DIRECTION_SHIFT) | (reached << OPEN_SHIFT);
      }
    }
    return end;
  }

  hasMove(): boolean {
    const turn = this.state.turn;
    const own = this.mask(turn);
    const open = this.board & ~this.mask((turn ^ 1) as Side);
    for (let direction = 0; direction < 8; direction++) {
      const step = this.steps[direction];
      if ((own & (step > 0 ? open >> step : open << -step)) !== 0) return true;
    }
    return false;
  }

  make(move: Move): void {
    const sides = this.sides;
    const sowings = this.sowings;
    const previous = this.state;
    const turn = previous.turn;
    const state = previous.after(move);
    const side = turn << SIDE_SHIFT;
    const mask = sides[side];
    const low = sides[side | LOW];
    const high = sides[side | HIGH];
    const stones = (((move & 8) === 0 ? low : high) >>> ((move & 7) << 2)) & 15;
    const sowing = ((move << 4) | stones) << 3;
    state.undo1 = mask;
    state.undo2 = low;
    state.undo3 = high;
    sides[side] = (mask ^ sowings[sowing]) | sowings[sowing | 1];
    sides[side | LOW] = low + sowings[sowing | 2];
    sides[side | HIGH] = high + sowings[sowing | 3];
    if (turn === 0) {
      state.keyLow = (previous.keyLow + sowings[sowing | 4] + TURN_LOW) | 0;
      state.keyHigh = (previous.keyHigh + sowings[sowing | 5] + TURN_HIGH) | 0;
    } else {
      state.keyLow = (previous.keyLow + sowings[sowing | 6] - TURN_LOW) | 0;
      state.keyHigh = (previous.keyHigh + sowings[sowing | 7] - TURN_HIGH) | 0;
    }
    this.state = state;
  }

  unmake(): void {
    const sides = this.sides;
    const state = this.state;
    const previous = state.previous;
    const side = previous.turn << SIDE_SHIFT;
    sides[side] = state.undo1;
    sides[side | LOW] = state.undo2;
    sides[side | HIGH] = state.undo3;
    this.state = previous;
  }
}
