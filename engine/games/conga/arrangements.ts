import { bitCount } from '../../bits.ts';
import { squareAt } from './sowing.ts';

/** The turns and reflections of the board; the first leaves it as it is. */
export const TURNS = 8;
const MASKS = 1 << 16;

/**
 * A pattern tells of each square whether it is empty, the mover's or the enemy's: two masks of squares. Patterns that are the same up to
 * the eight symmetries are one: the one whose mover has the least mask, and of those the one with the least mask of the enemy.
 * Patterns are indexed by these two, the second among the squares that the first leaves free; the indices of those that are not the least
 * of theirs stay empty.
 */
export class CongaPatterns {
  /** All squares of the board. */
  readonly board: number;
  /** How many indices there are. */
  readonly count: number;
  /** The square that a turn brings to another, at 16 * turn + the other. */
  readonly sources: Uint8Array;
  /** For each mask the turns that make the least one of it, from one `turnsFrom` to the next. */
  readonly turnsFrom: Int32Array;
  readonly turnsToLeast: Uint8Array;
  // The images of the two halves of a mask.
  private readonly lowImages: Uint16Array;
  private readonly highImages: Uint16Array;
  /** The least masks in order, the index of the first pattern of each, and for each mask the place of its least one there. */
  private readonly leastMasks: Uint16Array;
  private readonly firsts: Int32Array;
  private readonly placeOfLeast: Int32Array;

  /** Of patterns in which either side has at most so many squares. */
  constructor(size: number, mostSquares: number) {
    this.sources = new Uint8Array(TURNS * 16);
    this.lowImages = new Uint16Array(TURNS << 8);
    this.highImages = new Uint16Array(TURNS << 8);
    this.board = this.noteTurns(size);
    this.turnsFrom = new Int32Array(MASKS + 1);
    this.turnsToLeast = new Uint8Array(MASKS * TURNS);
    this.placeOfLeast = new Int32Array(MASKS).fill(-1);
    const least: number[] = [];
    const firsts = [0];
    for (let mask = 0; mask < MASKS; mask++) {
      this.turnsFrom[mask + 1] = this.turnsFrom[mask];
      const squares = bitCount(mask);
      if ((mask & ~this.board) !== 0 || squares === 0 || squares > mostSquares) continue;
      const image = this.noteTurnsToLeast(mask);
      if (image === mask) {
        this.placeOfLeast[mask] = least.push(mask) - 1;
        firsts.push(firsts.at(-1)! + (1 << (bitCount(this.board) - squares)));
      } else this.placeOfLeast[mask] = this.placeOfLeast[image];
    }
    this.leastMasks = Uint16Array.from(least);
    this.firsts = Int32Array.from(firsts);
    this.count = firsts.at(-1)!;
  }

  /** What a turn makes of a mask. */
  turned(turn: number, mask: number): number {
    return this.lowImages[(turn << 8) | (mask & 255)] | this.highImages[(turn << 8) | (mask >> 8)];
  }

  /** The index of a pattern that is turned so that the mover's mask is a least one; -1 where it is of no pattern. */
  indexOf(turn: number, own: number, enemy: number): number {
    const place = this.placeOfLeast[own];
    if (place === -1) return -1;
    const free = this.board & ~this.leastMasks[place];
    return this.firsts[place] + gathered(this.turned(turn, enemy), free);
  }

  /** The mover's squares of the patterns with an index. */
  ownOf(index: number): number {
    return this.leastMasks[this.placeOf(index)];
  }

  /** And the enemy's. */
  enemyOf(index: number): number {
    const place = this.placeOf(index);
    return spread(index - this.firsts[place], this.board & ~this.leastMasks[place]);
  }

  /** Calls `visit` for each pattern in order of their indices, with how many turns leave it as it is: 0 where its index is not the least. */
  visit(visit: (index: number, own: number, enemy: number, symmetry: number) => void): void {
    for (let place = 0, index = 0; place < this.leastMasks.length; place++) {
      const own = this.leastMasks[place];
      for (const end = this.firsts[place + 1]; index < end; index++) {
        const enemy = spread(index - this.firsts[place], this.board & ~own);
        visit(index, own, enemy, this.symmetryOf(own, enemy));
      }
    }
  }

  /** How many turns leave a pattern as it is whose mover has a least mask; 0 where another of the enemy's is less. */
  symmetryOf(own: number, enemy: number): number {
    let same = 0;
    for (let at = this.turnsFrom[own]; at < this.turnsFrom[own + 1]; at++) {
      const image = this.turned(this.turnsToLeast[at], enemy);
      if (image < enemy) return 0;
      if (image === enemy) same++;
    }
    return same;
  }

  private placeOf(index: number): number {
    const { firsts } = this;
    let low = 0;
    for (let high = this.leastMasks.length; high - low > 1;) {
      const middle = (low + high) >> 1;
      if (firsts[middle] <= index) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Fills in where the turns bring squares and masks, and returns the mask of all squares. */
  private noteTurns(size: number): number {
    const last = size - 1;
    let board = 0;
    for (let turn = 0; turn < TURNS; turn++) {
      for (let i = 0; i < size * size; i++) {
        const [a, b] = [Math.floor(i / size), i % size];
        const [row, column] = (turn & 1) === 0 ? [a, b] : [b, a];
        const square = squareAt(a, b);
        const image = squareAt(
          (turn & 2) === 0 ? row : last - row,
          (turn & 4) === 0 ? column : last - column,
        );
        board |= 1 << square;
        this.sources[16 * turn + image] = square;
      }
      for (let half = 0; half < 256; half++) {
        this.lowImages[(turn << 8) | half] = this.imageOf(turn, half) & board;
        this.highImages[(turn << 8) | half] = this.imageOf(turn, half << 8) & board;
      }
    }
    return board;
  }

  private imageOf(turn: number, mask: number): number {
    let image = 0;
    for (let square = 0; square < 16; square++)
      if (((mask >> this.sources[16 * turn + square]) & 1) === 1) image |= 1 << square;
    return image;
  }

  /** Fills in the turns that make the least image of a mask, and returns it. */
  private noteTurnsToLeast(mask: number): number {
    let least = MASKS;
    for (let turn = 0; turn < TURNS; turn++) least = Math.min(least, this.turned(turn, mask));
    for (let turn = 0; turn < TURNS; turn++)
      if (this.turned(turn, mask) === least) this.turnsToLeast[this.turnsFrom[mask + 1]++] = turn;
    return least;
  }
}

// What the bits of a byte that are in another are when they are moved together, at (bits << 8) | byte.
const GATHERED = Uint8Array.from({ length: MASKS }, (_, at) => {
  let result = 0;
  let end = 0;
  for (let bit = 0; bit < 8; bit++) if (((at >> (8 + bit)) & 1) === 1) result |= ((at >> bit) & 1) << end++;
  return result;
});

/** The bits of a mask that are in another, moved together. */
function gathered(mask: number, bits: number): number {
  const low = bits & 255;
  return (
    GATHERED[(low << 8) | (mask & 255)] | (GATHERED[(bits & 0xff00) | ((mask >> 8) & 255)] << bitCount(low))
  );
}

/** The mask of which these are the bits, moved together. */
function spread(together: number, bits: number): number {
  let mask = 0;
  let left = together;
  for (let rest = bits; rest !== 0; rest &= rest - 1) {
    if ((left & 1) === 1) mask |= rest & -rest;
    left >>= 1;
  }
  return mask;
}
