import type { CongaNumbering } from '../../../engine/games/conga/numbering.ts';
import { occupied } from '../../../engine/games/conga/position.ts';

// Values of two bits; see tuning/tables/exact-values.ts.
export const NONE = 0;
export const WON = 1;
export const LOST = 2;
export const DRAWN = 3;

const DIRECTIONS = 8;
const MOST_STEPS = 3;

// What a stone on each square is in the two words of a side.
const UNITS1 = Int32Array.from({ length: 16 }, (_, square) => (square < 8 ? 1 << (4 * square) : 0));
const UNITS2 = Int32Array.from({ length: 16 }, (_, square) => (square < 8 ? 0 : 1 << (4 * (square - 8))));

/**
 * Goes back along the moves of Conga, on packed stones (see CongaPosition). What is not known to be won or lost counts as drawn.
 *
 * Several threads may go back at once from parts of the positions that are decided in one number of plies: those that go back from lost
 * ones read and write only which positions are won, and the others read that and write only which are lost.
 */
export class CongaSteps {
  private readonly numbering: CongaNumbering;
  private readonly values: Uint8Array;
  private readonly stones: number;
  private readonly board: number;
  /** The squares in each direction from each, in order, and how many. */
  private readonly paths: Int8Array;
  private readonly lengths: Int8Array;
  // The stones of a side by squares.
  private readonly counts = new Int8Array(16);
  // What the present call has decided.
  private found = new Uint32Array(1024);
  private foundCount = 0;

  constructor(numbering: CongaNumbering, stones: number, values: Uint8Array) {
    this.numbering = numbering;
    this.values = values;
    this.stones = stones;
    this.board = numbering.patterns.board;
    this.paths = new Int8Array(16 * DIRECTIONS * MOST_STEPS);
    this.lengths = new Int8Array(16 * DIRECTIONS);
    for (let way = 0; way < 16 * DIRECTIONS; way++) this.notePath(way);
  }

  /** Whether a side on some squares has no move, the other being on others. */
  isBlocked(own: number, enemy: number): boolean {
    for (let square = 0; square < 16; square++) {
      if (((own >> square) & 1) === 0) continue;
      for (let direction = 0; direction < DIRECTIONS; direction++)
        if (this.openFrom(square * DIRECTIONS + direction, enemy) > 0) return false;
    }
    return true;
  }

  /**
   * Goes back a ply from lost positions, or from won ones: those before a lost one are won, and those all of whose moves lead to won ones
   * are lost. Returns which of them were not known.
   */
  goBack(numbers: Uint32Array, areLost: boolean): Uint32Array {
    this.foundCount = 0;
    for (let i = 0; i < numbers.length; i++) this.goBackFrom(numbers[i], areLost);
    return this.found.slice(0, this.foundCount);
  }

  private goBackFrom(number: number, isLost: boolean): void {
    const { numbering, board, paths, counts, stones } = this;
    numbering.unpack(number);
    // The side to move is now the enemy of the one that has moved.
    const { own1: enemy1, own2: enemy2, enemy1: after1, enemy2: after2 } = numbering;
    const enemy = occupied(enemy1, enemy2);
    this.count(after1, after2);
    for (let free = board & ~enemy & ~occupied(after1, after2); free !== 0; free &= free - 1) {
      const square = 31 - Math.clz32(free & -free);
      for (let direction = 0; direction < DIRECTIONS; direction++) {
        const way = square * DIRECTIONS + direction;
        const open = this.openFrom(way, enemy);
        if (open === 0) continue;
        const first = paths[way * MOST_STEPS];
        const second = paths[way * MOST_STEPS + 1];
        const third = paths[way * MOST_STEPS + 2];
        for (let moved = 1; moved <= stones; moved++) {
          const one = open === 1 ? moved : 1;
          if (counts[first] < one) break;
          let before1 = after1 - one * UNITS1[first] + moved * UNITS1[square];
          let before2 = after2 - one * UNITS2[first] + moved * UNITS2[square];
          if (moved > one) {
            const two = open === 2 ? moved - 1 : Math.min(2, moved - 1);
            if (counts[second] < two) break;
            before1 -= two * UNITS1[second];
            before2 -= two * UNITS2[second];
            const rest = moved - one - two;
            if (rest > 0) {
              if (counts[third] < rest) break;
              before1 -= rest * UNITS1[third];
              before2 -= rest * UNITS2[third];
            }
          }
          this.reach(before1 | 0, before2 | 0, enemy1, enemy2, isLost);
        }
      }
    }
  }

  /** Takes note that a position has a move to a lost one, or to a won one. */
  private reach(own1: number, own2: number, enemy1: number, enemy2: number, isLost: boolean): void {
    const number = this.numbering.numberOfWords(own1, own2, enemy1, enemy2);
    if (this.valueAt(number) !== DRAWN) return;
    if (!isLost && !this.isLost(own1, own2, enemy1, enemy2)) return;
    const shift = 2 * (number & 3);
    // Takes a bit from DRAWN. Of two threads only one finds it there.
    const before = Atomics.and(this.values, number >>> 2, ~((DRAWN ^ (isLost ? WON : LOST)) << shift));
    if (((before >> shift) & 3) !== DRAWN) return;
    if (this.foundCount === this.found.length) {
      const larger = new Uint32Array(2 * this.foundCount);
      larger.set(this.found);
      this.found = larger;
    }
    this.found[this.foundCount++] = number;
  }

  /** Whether all moves lead to won positions. */
  private isLost(own1: number, own2: number, enemy1: number, enemy2: number): boolean {
    const { numbering, paths } = this;
    const enemy = occupied(enemy1, enemy2);
    for (let own = occupied(own1, own2); own !== 0; own &= own - 1) {
      const square = 31 - Math.clz32(own & -own);
      const moved = ((square < 8 ? own1 : own2) >>> ((square & 7) << 2)) & 15;
      for (let direction = 0; direction < DIRECTIONS; direction++) {
        const way = square * DIRECTIONS + direction;
        const open = this.openFrom(way, enemy);
        if (open === 0) continue;
        const first = paths[way * MOST_STEPS];
        const one = open === 1 ? moved : 1;
        let after1 = own1 - moved * UNITS1[square] + one * UNITS1[first];
        let after2 = own2 - moved * UNITS2[square] + one * UNITS2[first];
        if (moved > one) {
          const second = paths[way * MOST_STEPS + 1];
          const two = open === 2 ? moved - 1 : Math.min(2, moved - 1);
          after1 += two * UNITS1[second];
          after2 += two * UNITS2[second];
          if (moved > one + two) {
            const third = paths[way * MOST_STEPS + 2];
            after1 += (moved - one - two) * UNITS1[third];
            after2 += (moved - one - two) * UNITS2[third];
          }
        }
        if (this.valueAt(numbering.numberOfWords(enemy1, enemy2, after1 | 0, after2 | 0)) !== WON)
          return false;
      }
    }
    return true;
  }

  private valueAt(number: number): number {
    return (this.values[number >>> 2] >> (2 * (number & 3))) & 3;
  }

  /** How many squares a side may sow over on a way, the other being on some. */
  private openFrom(way: number, enemy: number): number {
    const { paths, lengths } = this;
    let open = 0;
    while (open < lengths[way] && ((enemy >> paths[way * MOST_STEPS + open]) & 1) === 0) open++;
    return open;
  }

  private count(word1: number, word2: number): void {
    for (let i = 0; i < 8; i++) {
      this.counts[i] = (word1 >>> (4 * i)) & 15;
      this.counts[8 + i] = (word2 >>> (4 * i)) & 15;
    }
  }

  private notePath(way: number): void {
    const square = Math.floor(way / DIRECTIONS);
    // The eight neighbours but for the square itself, from the top left one on.
    const neighbour = (way % DIRECTIONS) + (way % DIRECTIONS > 3 ? 1 : 0);
    const [down, right] = [Math.floor(neighbour / 3) - 1, (neighbour % 3) - 1];
    let [row, column] = [(square >> 2) + down, (square & 3) + right];
    while (this.lengths[way] < MOST_STEPS && this.isOnBoard(row, column)) {
      this.paths[way * MOST_STEPS + this.lengths[way]++] = 4 * row + column;
      row += down;
      column += right;
    }
  }

  private isOnBoard(row: number, column: number): boolean {
    return row >= 0 && column >= 0 && row < 4 && column < 4 && ((this.board >> (4 * row + column)) & 1) === 1;
  }
}
