import { bitCount } from '../../bits.ts';
import type { Numbering, SolvableBoards } from '../../numbering.ts';
import { conga } from './game.ts';
import { boardsOf } from './boards.ts';
import { CongaPatterns, TURNS } from './arrangements.ts';
import { CongaPosition, occupied } from './position.ts';
import { STONES } from './sowing.ts';

/**
 * Each pattern (arrangements.ts) has a block of numbers, one for each way to share out the stones to its squares. Where a pattern is
 * symmetrical itself, the least number stands for all that are the same.
 */
export class CongaNumbering implements Numbering {
  readonly count: number;
  readonly patterns: CongaPatterns;
  // What `unpack` has found: the stones of the side to move and of the enemy, four bits a square and eight squares a word.
  own1 = 0;
  own2 = 0;
  enemy1 = 0;
  enemy2 = 0;
  // What `shareOut` has found.
  shared1 = 0;
  shared2 = 0;
  readonly position: CongaPosition;
  private readonly size: number;
  private readonly stones: number;
  /**
   * A way to share all stones out to some squares in order is the set of its partial sums, as a mask without that of all stones.
   * For each mask: how many masks before it have as many ones; and the masks of each number of ones in order.
   */
  private readonly ranks: Int32Array;
  private readonly masks: readonly number[][];
  /** The most ways there are for any number of squares. */
  readonly mostSharings: number;
  /** The first number of each pattern and where the last one ends; those that have no block have no numbers. */
  private readonly firsts: Uint32Array;
  /** A board row by row from the top. */
  private readonly board: Int32Array;
  // The pattern of the number last unpacked, and how many turns leave it as it is.
  private pattern = 0;
  private ownSquares = 0;
  enemySquares = 0;
  symmetry = 1;
  // How many boards share the number last asked for.
  private sharedBy = 0;

  /** Each player has `stones` stones. */
  constructor(size: number, stones: number = STONES) {
    this.size = size;
    this.stones = stones;
    this.masks = Array.from({ length: stones }, () => []);
    this.ranks = new Int32Array(1 << (stones - 1));
    for (let mask = 0; mask < this.ranks.length; mask++)
      this.ranks[mask] = this.masks[bitCount(mask)].push(mask) - 1;
    this.mostSharings = Math.max(...this.masks.map(({ length }) => length));
    this.patterns = new CongaPatterns(size, stones);
    this.firsts = new Uint32Array(this.patterns.count + 1);
    this.count = this.makeBlocks();
    this.lookUp(0);
    this.board = new Int32Array(size * size);
    this.board[0] = stones;
    this.board[size * size - 1] = -stones;
    this.position = new CongaPosition(size, 0, this.board);
  }

  place(number: number): number {
    if (!this.isLeast(number)) return 0;
    const { own1, own2, enemy1, enemy2, board, size } = this;
    for (let row = 0, i = 0; row < size; row++) {
      const shift = 16 * (row & 1);
      const own = (row < 2 ? own1 : own2) >>> shift;
      const enemy = (row < 2 ? enemy1 : enemy2) >>> shift;
      for (let column = 0; column < size; column++, i++)
        board[i] = ((own >>> (4 * column)) & 15) - ((enemy >>> (4 * column)) & 15);
    }
    this.position.place(board);
    return this.position.hasMove() ? this.sharedBy : 0;
  }

  boardsOf(number: number): number {
    return this.place(number);
  }

  numberOf({ state }: CongaPosition): number {
    const { previous } = state;
    return this.numberOfWords(previous.word1, previous.word2, state.word1, state.word2);
  }

  /** The number of a position of which the stones of the side to move and of the enemy are given as in a state; see CongaPosition. */
  numberOfWords(own1: number, own2: number, enemy1: number, enemy2: number): number {
    const { patterns } = this;
    const { turnsFrom, turnsToLeast } = patterns;
    const own = occupied(own1, own2);
    const enemy = occupied(enemy1, enemy2);
    const end = turnsFrom[own + 1];
    const sharings = this.masks[bitCount(enemy) - 1].length;
    let pattern = patterns.count;
    let least = 0;
    let equal = 0;
    for (let at = turnsFrom[own]; at < end; at++) {
      const turn = turnsToLeast[at];
      const index = patterns.indexOf(turn, own, enemy);
      if (index > pattern) continue;
      const number =
        this.firsts[index] +
        this.rankOf(turn, own, own1, own2) * sharings +
        this.rankOf(turn, enemy, enemy1, enemy2);
      if (index < pattern || number < least) {
        pattern = index;
        least = number;
        equal = 1;
      } else if (number === least) equal++;
    }
    this.sharedBy = TURNS / equal;
    return least;
  }

  /** Unpacks a number and tells whether it is the one that stands for its position. */
  isLeast(number: number): boolean {
    this.unpack(number);
    return this.numberOfWords(this.own1, this.own2, this.enemy1, this.enemy2) === number;
  }

  /** Finds the stones of a number; it may not be the one that stands for its position. */
  unpack(number: number): void {
    if (number < this.firsts[this.pattern] || number >= this.firsts[this.pattern + 1]) this.lookUp(number);
    const sharings = this.masks[bitCount(this.enemySquares) - 1];
    const rest = number - this.firsts[this.pattern];
    const rank = Math.floor(rest / sharings.length);
    this.shareOut(this.ownSquares, rank);
    this.own1 = this.shared1;
    this.own2 = this.shared2;
    this.shareOut(this.enemySquares, rest - rank * sharings.length);
    this.enemy1 = this.shared1;
    this.enemy2 = this.shared2;
  }

  /** The first number of the pattern last unpacked. Its numbers are in groups with the same stones of the side to move. */
  get first(): number {
    return this.firsts[this.pattern];
  }

  /** How many ways there are to share all stones of a side out to so many squares. */
  sharings(squares: number): number {
    return this.masks[squares - 1].length;
  }

  /** Finds the words of a side of which some squares have the stones, by the rank of the way to share them out. */
  shareOut(squares: number, rank: number): void {
    const sums = this.masks[bitCount(squares) - 1][rank];
    this.shared1 = this.sharedOut(squares & 255, sums, 0);
    this.shared2 = this.sharedOut(squares >> 8, sums, bitCount(squares & 255));
  }

  /** The turn that makes the least pattern of one; -1 where several do, as it is symmetrical. */
  turnOf(own: number, enemy: number): number {
    const { patterns } = this;
    const { turnsFrom, turnsToLeast } = patterns;
    let least = patterns.count;
    let itsTurn = -1;
    for (let at = turnsFrom[own]; at < turnsFrom[own + 1]; at++) {
      const index = patterns.indexOf(turnsToLeast[at], own, enemy);
      if (index > least) continue;
      itsTurn = index < least ? turnsToLeast[at] : -1;
      least = index;
    }
    return itsTurn;
  }

  /** The first number of a pattern, which has no symmetry, by the turn that makes the least one of it. */
  firstOf(turn: number, own: number, enemy: number): number {
    return this.firsts[this.patterns.indexOf(turn, own, enemy)];
  }

  /** Calls `visit` for each pattern that has a block: its first number, how many numbers, its squares, and how many turns leave it as it is. */
  visitBlocks(
    visit: (first: number, size: number, own: number, enemy: number, symmetry: number) => void,
  ): void {
    const { patterns, firsts } = this;
    patterns.visit((index, own, enemy, symmetry) => {
      const size = firsts[index + 1] - firsts[index];
      if (size > 0) visit(firsts[index], size, own, enemy, symmetry);
    });
  }

  /** How many ways there are before this one to share as many stones out to as many squares, in the order of the turned board. */
  rankOf(turn: number, squares: number, word1: number, word2: number): number {
    const { sources } = this.patterns;
    let sum = 0;
    let sums = 0;
    for (let rest = this.patterns.turned(turn, squares); rest !== 0; rest &= rest - 1) {
      const square = sources[16 * turn + 31 - Math.clz32(rest & -rest)];
      sum += ((square < 8 ? word1 : word2) >>> ((square & 7) << 2)) & 15;
      sums |= 1 << (sum - 1);
    }
    return this.ranks[sums & (this.ranks.length - 1)];
  }

  /** The word of the squares of half a board, so many squares of the side being before it. */
  private sharedOut(squares: number, sums: number, before: number): number {
    let rest = sums;
    let last = 0;
    for (let i = 0; i < before; i++) {
      last = rest === 0 ? this.stones : 32 - Math.clz32(rest & -rest);
      rest &= rest - 1;
    }
    let word = 0;
    for (let left = squares; left !== 0; left &= left - 1) {
      const sum = rest === 0 ? this.stones : 32 - Math.clz32(rest & -rest);
      word |= (sum - last) << (4 * (31 - Math.clz32(left & -left)));
      last = sum;
      rest &= rest - 1;
    }
    return word;
  }

  /** Gives each pattern its block and returns how many numbers there are. */
  private makeBlocks(): number {
    const { firsts, stones, masks } = this;
    let count = 0;
    this.patterns.visit((index, own, enemy, symmetry) => {
      const enemies = bitCount(enemy);
      if (symmetry > 0 && enemies > 0 && enemies <= stones)
        count += masks[bitCount(own) - 1].length * masks[enemies - 1].length;
      firsts[index + 1] = count;
    });
    return count;
  }

  /** Finds the pattern of a number. */
  private lookUp(number: number): void {
    const { firsts, patterns } = this;
    let low = 0;
    for (let high = patterns.count; high - low > 1;) {
      const middle = (low + high) >>> 1;
      if (firsts[middle] <= number) low = middle;
      else high = middle;
    }
    this.pattern = low;
    this.ownSquares = patterns.ownOf(low);
    this.enemySquares = patterns.enemyOf(low);
    this.symmetry = patterns.symmetryOf(this.ownSquares, this.enemySquares);
  }
}

// Numbers of more stones do not fit in a word.
const MOST_STONES: Readonly<Record<number, number>> = { 3: 9, 4: 8 };

export const solvable: SolvableBoards = {
  boards: '3, 3 with --stones 1 to 9, 4 with --stones 1 to 8',
  open(size, { stones, ...others }) {
    if (Object.keys(others).length > 0) return undefined;
    if (stones === undefined)
      return size === 3 ? { game: conga, numbering: new CongaNumbering(size) } : undefined;
    if (!(stones >= 1 && stones <= MOST_STONES[size])) return undefined;
    return { game: { ...conga, ...boardsOf(stones) }, numbering: new CongaNumbering(size, stones) };
  },
};
