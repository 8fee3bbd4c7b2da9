import {
  dropIn,
  filledAfter,
  pebblesOwned,
  rotationOf,
  rowsOf,
  topSquares,
} from '../../../engine/games/betsy/position.ts';
import { BetsyHalves } from '../../../engine/games/betsy/halves.ts';
import { forMover, pairs } from '../../../engine/games/betsy/numbering.ts';
import { LONGEST, type Values } from '../../tables/exact-values.ts';

const NONE = 0xffff;

// What a reply is worth where a move has ended the game; beyond any value.
const MOVER_HAS_LOST = LONGEST + 1;
const MOVER_HAS_WON = -MOVER_HAS_LOST;

/**
 * Solves the boards of even width that have as many pebbles, once those with one more are solved. A drop leads to one
 * of those; a rotation stays within the layer, so there values spread back along rotations, a ply at a time. In between a value
 * beyond the present ply is provisional: a win may still turn out to be nearer.
 *
 * Several threads may work on parts of a layer at once: in a ply they read only values up to it and write only
 * values beyond it, and two who write the same place write the same.
 */
export class BetsyLayer {
  readonly halves: BetsyHalves;
  private readonly values: Values;
  private readonly owned: number;
  private readonly width: number;
  /** Where the pairs of a half with those up to it begin. */
  private readonly rows: Int32Array;
  /** For each half and column: the half after the mover's drop, after a rotation, and before one; NONE where there is none. */
  private readonly dropped: Uint16Array;
  private readonly rotated: Uint16Array;
  private readonly unrotated: Uint16Array;
  /** Each half with the colours exchanged. */
  private readonly swapped: Uint16Array;
  // What each half has of every line, the mover's in the low 16 bits and the enemy's in the high ones: the two halves of a board
  // share a bit of `lines` and `mirroredLines` where they complete a line. Columns are complete within a half.
  private readonly lines: Int32Array;
  private readonly mirroredLines: Int32Array;
  private readonly fullColumns: Int32Array;
  /** The largest distance that the last call has written. */
  private longest = 0;

  constructor(size: number, values: Values) {
    const halves = new BetsyHalves(size);
    const { count, width } = halves;
    this.halves = halves;
    this.values = values;
    this.owned = pebblesOwned(size);
    this.width = width;
    this.rows = Int32Array.from({ length: count }, (_, half) => pairs(half));
    this.dropped = new Uint16Array(count * width).fill(NONE);
    this.rotated = new Uint16Array(count * width).fill(NONE);
    this.unrotated = new Uint16Array(count * width).fill(NONE);
    this.swapped = new Uint16Array(count);
    this.lines = new Int32Array(count);
    this.mirroredLines = new Int32Array(count);
    this.fullColumns = new Int32Array(count);
    for (let half = 0; half < count; half++) {
      this.noteMoves(half, 1 << rowsOf(size));
      this.noteLines(half, size);
    }
  }

  /** The pebbles of the layer that is solved first. */
  get most(): number {
    return 2 * this.owned;
  }

  /** How many boards a layer has up to mirroring, decided ones included. */
  sizeOf(pebbles: number): number {
    let size = 0;
    for (let larger = 0; larger < this.halves.count; larger++) {
      const { first, end } = this.smallerOf(pebbles, larger);
      size += Math.max(0, end - first);
    }
    return size;
  }

  /**
   * Gives the positions of a layer whose larger half is in a range the values that moves to ends of the game and to
   * the layer above give them. Returns the largest distance written.
   */
  begin(pebbles: number, from: number, to: number): number {
    this.longest = 0;
    for (let larger = from; larger < to; larger++) {
      const { first, end } = this.smallerOf(pebbles, larger);
      for (let smaller = first; smaller < end; smaller++) {
        if (this.ended(larger, smaller) !== 0) continue;
        this.write(this.rows[larger] + smaller, this.valueFromAbove(larger, smaller));
      }
    }
    return this.longest;
  }

  /** Goes back from the positions of a layer that are decided in exactly so many plies; ranges and result as above. */
  spread(pebbles: number, plies: number, from: number, to: number): number {
    const { values } = this;
    this.longest = 0;
    for (let larger = from; larger < to; larger++) {
      const row = this.rows[larger];
      const { first, end } = this.smallerOf(pebbles, larger);
      for (let smaller = first; smaller < end; smaller++) {
        const value = values[row + smaller];
        if (value === plies || value === -plies) this.spreadFrom(larger, smaller, value);
      }
    }
    return this.longest;
  }

  // The smaller halves that make up a layer with a larger one stand together: the other pebbles, of which neither player may
  // have more than they own.
  private smallerOf(pebbles: number, larger: number): { first: number; end: number } {
    const { halves, owned } = this;
    const rest = pebbles - halves.pebbles[larger];
    const ones = Math.min(rest, owned - halves.ones[larger]);
    if (ones < 0 || rest > halves.room) return { first: 0, end: 0 };
    const first = halves.firstOf(rest, Math.max(0, pebbles - owned - halves.ones[larger]));
    return { first, end: Math.min(halves.firstOf(rest, ones + 1), larger + 1) };
  }

  private valueFromAbove(a: number, b: number): number {
    const { width, dropped, rotated } = this;
    const mayDrop = this.mayDrop(a, b);
    let win = LONGEST + 1;
    let loss = 0;
    let isOpen = false;
    for (let i = 0; i < 2 * width; i++) {
      const isFirst = i < width;
      const half = isFirst ? a : b;
      const other = isFirst ? b : a;
      const at = half * width + (isFirst ? i : i - width);
      if (mayDrop && dropped[at] !== NONE) {
        const reply = this.reply(dropped[at], other);
        if (reply === MOVER_HAS_WON) return 1;
        if (reply < 0) win = Math.min(win, 1 - reply);
        else if (reply === 0) isOpen = true;
        else if (reply !== MOVER_HAS_LOST) loss = Math.max(loss, reply);
      }
      if (rotated[at] !== NONE) {
        const ended = this.ended(rotated[at], other);
        if (isOwnLine(ended)) return 1;
        if (ended === 0) isOpen = true;
      }
    }
    if (win <= LONGEST) return win;
    return isOpen ? 0 : -1 - loss;
  }

  private spreadFrom(a: number, b: number, value: number): void {
    const { width, unrotated, swapped } = this;
    const first = swapped[a];
    const second = swapped[b];
    for (let i = 0; i < width; i++) {
      const before = unrotated[first * width + i];
      if (before !== NONE) this.spreadTo(before, second, value);
    }
    for (let i = 0; i < width; i++) {
      const before = unrotated[second * width + i];
      if (before !== NONE) this.spreadTo(before, first, value);
    }
  }

  /** Takes note that a move from here leads to a position of this value. */
  private spreadTo(a: number, b: number, value: number): void {
    const at = a < b ? this.rows[b] + a : this.rows[a] + b;
    const known = this.values[at];
    if (value < 0) {
      if (known === 0 || known > 1 - value) this.write(at, 1 - value);
    } else if (known === 0) {
      const loss = this.lossWithin(a, b, value);
      if (loss > 0) this.write(at, -loss);
    }
  }

  /** The plies to a loss where every move leads to a position that is won, if by a rotation then in so many plies at most; else 0. */
  private lossWithin(a: number, b: number, plies: number): number {
    const { width, dropped, rotated } = this;
    const mayDrop = this.mayDrop(a, b);
    let longest = 0;
    for (let i = 0; i < 2 * width; i++) {
      const isFirst = i < width;
      const half = isFirst ? a : b;
      const other = isFirst ? b : a;
      const at = half * width + (isFirst ? i : i - width);
      if (rotated[at] !== NONE) {
        const reply = this.reply(rotated[at], other);
        if (reply <= 0) return 0;
        if (reply !== MOVER_HAS_LOST) {
          if (reply > plies) return 0;
          longest = Math.max(longest, reply);
        }
      }
      if (mayDrop && dropped[at] !== NONE) {
        const reply = this.reply(dropped[at], other);
        if (reply <= 0) return 0;
        if (reply !== MOVER_HAS_LOST) longest = Math.max(longest, reply);
      }
    }
    return longest + 1;
  }

  /** What the position after a move is worth for the player who then is to move. */
  private reply(a: number, b: number): number {
    const ended = this.ended(a, b);
    if (ended !== 0) return isOwnLine(ended) ? MOVER_HAS_WON : MOVER_HAS_LOST;
    const first = this.swapped[a];
    const second = this.swapped[b];
    return this.values[first < second ? this.rows[second] + first : this.rows[first] + second];
  }

  /** The lines on a board, as `lines` has them; 0 where there is none. */
  private ended(a: number, b: number): number {
    return (this.lines[a] & this.mirroredLines[b]) | this.fullColumns[a] | this.fullColumns[b];
  }

  private mayDrop(a: number, b: number): boolean {
    return this.halves.ones[a] + this.halves.ones[b] < this.owned;
  }

  private write(at: number, value: number): void {
    this.longest = Math.max(this.longest, Math.abs(value));
    if (this.longest <= LONGEST) this.values[at] = value;
  }

  private noteMoves(half: number, full: number): void {
    const { halves, width } = this;
    const columns = Array.from(halves.columns.subarray(half * width, (half + 1) * width));
    columns.forEach((column, i) => {
      const at = half * width + i;
      if (column < full)
        this.dropped[at] = halves.numberOf(columns.with(i, filledAfter(dropIn(1), column, 0)));
      if (column > 1) {
        const after = halves.numberOf(columns.with(i, filledAfter(rotationOf(1), column, 0)));
        this.rotated[at] = after;
        this.unrotated[after * width + i] = half;
      }
    });
    this.swapped[half] = halves.numberOf(columns.map((column) => forMover(column, 1)));
  }

  private noteLines(half: number, size: number): void {
    const { halves, width } = this;
    const all = (1 << size) - 1;
    for (const side of [0, 1]) {
      const shift = 16 * side;
      let [rows, rising, falling] = [all, 1, 1];
      for (let i = 0; i < width; i++) {
        const squares = topSquares(halves.columns[half * width + i], side);
        rows &= squares;
        rising &= squares >> i;
        falling &= squares >> (size - 1 - i);
        if (squares === all) this.fullColumns[half] |= 1 << shift;
      }
      this.lines[half] |= (rows | (rising << size) | (falling << (size + 1))) << shift;
      this.mirroredLines[half] |= (rows | (falling << size) | (rising << (size + 1))) << shift;
    }
  }
}

/** Whether there is a line of the player who has moved, who comes first where both have one. */
function isOwnLine(ended: number): boolean {
  return (ended & 0xffff) !== 0;
}
