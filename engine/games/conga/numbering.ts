import { bitCount } from '../../bits.ts';
import { CongaPosition } from './position.ts';
import { squareAt, STONES } from './sowing.ts';
import { otherSide } from '../../position.ts';
import type { Numbering, SolvableBoards } from '../../numbering.ts';
import { conga } from './game.ts';

// What a square holds in a pattern.
const OWN = 1;
const ENEMY = 2;

/**
 * A pattern tells of each square whether it is empty, the mover's or the enemy's. Patterns that are the same
 * up to the eight symmetries are one; each has a block of numbers, one for each way to share out the stones.
 * Where a pattern is symmetrical itself, the least number stands for all.
 */
export class CongaNumbering implements Numbering {
  readonly count: number;
  readonly position: CongaPosition;
  private readonly squares: number;
  private readonly stones: number;
  /**
   * A way to share all stones out to some squares in order is the set of its partial sums, as a mask. For each mask:
   * how many masks before it have as many ones; and the masks of each number of ones in order.
   */
  private readonly ranks: Int32Array;
  private readonly masks: readonly number[][];
  /** For each symmetry, the square that comes to each place. */
  private readonly symmetries: readonly Int32Array[];
  /** By pattern: the first number of its block, and the symmetries that turn it into the block's own pattern. */
  private readonly firstNumbers: Int32Array;
  private readonly turns: (readonly Int32Array[])[] = [];
  /** The patterns that have blocks, in order of their numbers. */
  private readonly blocks: { pattern: number; first: number }[] = [];
  private readonly board: Int32Array;
  // How many boards share the number last asked for.
  private sharedBy = 0;

  /** Each player has `stones` stones; tests take fewer than the game. */
  constructor(size: number, stones: number = STONES) {
    this.squares = size * size;
    this.stones = stones;
    this.masks = Array.from({ length: stones }, () => []);
    this.ranks = new Int32Array(1 << (stones - 1));
    for (let mask = 0; mask < this.ranks.length; mask++)
      this.ranks[mask] = this.masks[bitCount(mask)].push(mask) - 1;
    this.symmetries = symmetriesOf(size);
    this.board = new Int32Array(this.squares);
    this.firstNumbers = new Int32Array(3 ** this.squares).fill(-1);
    this.count = this.makeBlocks();
    const start = Int32Array.from(this.board);
    start[0] = stones;
    start[this.squares - 1] = -stones;
    this.position = new CongaPosition(size, 0, start);
  }

  place(number: number): number {
    const { board, masks } = this;
    const { pattern, first } = this.blockOf(number);
    const [own, enemies] = squaresOf(pattern, this.squares);
    const sharings = masks[enemies.length - 1].length;
    board.fill(0);
    this.share(own, masks[own.length - 1][Math.floor((number - first) / sharings)], 1);
    this.share(enemies, masks[enemies.length - 1][(number - first) % sharings], -1);
    if (this.numberOfBoard() !== number) return 0;
    this.position.place(board);
    return this.position.hasMove() ? this.sharedBy : 0;
  }

  boardsOf(number: number): number {
    return this.place(number);
  }

  numberOf(position: CongaPosition): number {
    const { size, turn } = position;
    const enemy = otherSide(turn);
    for (let i = 0; i < this.squares; i++) {
      const square = squareAt(Math.floor(i / size), i % size);
      this.board[i] = position.stones(turn, square) - position.stones(enemy, square);
    }
    return this.numberOfBoard();
  }

  private numberOfBoard(): number {
    const { board } = this;
    let pattern = 0;
    for (let i = this.squares - 1; i >= 0; i--)
      pattern = 3 * pattern + (board[i] > 0 ? OWN : board[i] < 0 ? ENEMY : 0);
    const turns = this.turns[pattern];
    let least = Infinity;
    let equal = 0;
    for (let i = 0; i < turns.length; i++) {
      const number = this.firstNumbers[pattern] + this.numberInBlock(turns[i]);
      if (number < least) {
        least = number;
        equal = 1;
      } else if (number === least) equal++;
    }
    this.sharedBy = this.symmetries.length / equal;
    return least;
  }

  private numberInBlock(turn: Int32Array): number {
    const { board } = this;
    let own = 0;
    let enemy = 0;
    let ownMask = 0;
    let enemyMask = 0;
    let enemySquares = 0;
    for (let i = 0; i < turn.length; i++) {
      const stones = board[turn[i]];
      if (stones > 0) {
        own += stones;
        ownMask |= 1 << (own - 1);
      } else if (stones < 0) {
        enemy -= stones;
        enemyMask |= 1 << (enemy - 1);
        enemySquares++;
      }
    }
    // The last sum is always that of all stones and says nothing.
    const rest = this.ranks.length - 1;
    return this.ranks[ownMask & rest] * this.masks[enemySquares - 1].length + this.ranks[enemyMask & rest];
  }

  /** Gives each pattern its block and returns how many numbers there are. */
  private makeBlocks(): number {
    let count = 0;
    for (let pattern = 0; pattern < this.firstNumbers.length; pattern++) {
      const [own, enemies] = squaresOf(pattern, this.squares);
      if (!this.mayFill(own.length) || !this.mayFill(enemies.length)) continue;
      const images = this.symmetries.map((turn) => turned(pattern, turn));
      const least = Math.min(...images);
      this.turns[pattern] = this.symmetries.filter((_, i) => images[i] === least);
      if (least < pattern) {
        this.firstNumbers[pattern] = this.firstNumbers[least];
        continue;
      }
      this.firstNumbers[pattern] = count;
      this.blocks.push({ pattern, first: count });
      count += this.masks[own.length - 1].length * this.masks[enemies.length - 1].length;
    }
    return count;
  }

  private mayFill(squares: number): boolean {
    return squares > 0 && squares <= this.stones;
  }

  /** Shares a side's stones out to its squares, so that their partial sums are those of the mask. */
  private share(squares: readonly number[], mask: number, sign: number): void {
    let before = 0;
    let rest = mask;
    for (const square of squares) {
      const sum = rest === 0 ? this.stones : 32 - Math.clz32(rest & -rest);
      this.board[square] = sign * (sum - before);
      before = sum;
      rest &= rest - 1;
    }
  }

  private blockOf(number: number): { pattern: number; first: number } {
    const { blocks } = this;
    let low = 0;
    for (let high = blocks.length; high - low > 1;) {
      const middle = (low + high) >> 1;
      if (blocks[middle].first <= number) low = middle;
      else high = middle;
    }
    return blocks[low];
  }
}

/** The squares of the player to move and those of the enemy, in order. */
function squaresOf(pattern: number, squares: number): [number[], number[]] {
  const own: number[] = [];
  const enemies: number[] = [];
  let rest = pattern;
  for (let i = 0; i < squares; i++) {
    if (rest % 3 === OWN) own.push(i);
    else if (rest % 3 === ENEMY) enemies.push(i);
    rest = Math.floor(rest / 3);
  }
  return [own, enemies];
}

function turned(pattern: number, turn: Int32Array): number {
  let image = 0;
  for (let i = turn.length - 1; i >= 0; i--) image = 3 * image + (Math.floor(pattern / 3 ** turn[i]) % 3);
  return image;
}

function symmetriesOf(size: number): Int32Array[] {
  const last = size - 1;
  const all: Int32Array[] = [];
  for (let which = 0; which < 8; which++) {
    const turn = new Int32Array(size * size);
    for (let i = 0; i < turn.length; i++) {
      const [a, b] = [Math.floor(i / size), i % size];
      const [row, column] = (which & 1) === 0 ? [a, b] : [b, a];
      turn[i] = ((which & 2) === 0 ? row : last - row) * size + ((which & 4) === 0 ? column : last - column);
    }
    all.push(turn);
  }
  return all;
}

export const solvable: SolvableBoards = {
  boards: '3',
  open: (size, scope) =>
    size === 3 && Object.keys(scope).length === 0
      ? { game: conga, numbering: new CongaNumbering(size) }
      : undefined,
};
