import { Inputs } from '../../inputs.ts';
import type { Side } from '../../position.ts';
import { features } from './features.ts';
import { CongaInputs, NOTHING, partOf } from './inputs.ts';
import type { CongaPosition } from './position.ts';
import { squareAt, STONES } from './sowing.ts';

// Each stone of a stack, as conga-1 has it; how many stacks of each height, in buckets, either side has; and how many exits: moves,
// squares shut in, with one exit and with two. A side sees the board turned and mirrored so that its own stones are as far down and to
// the right as can be, and farther to the right than down; where that leaves a choice the enemy's stones decide, then the squares
// one after the other. So the eight symmetric boards are the same.

export const EXIT_INPUTS = 'conga-exits-1';

/** The stacks of these heights and more, up to the next, are counted together. */
const HEIGHTS = [1, 2, 3, 5, 7];
const BUCKET_OF = Uint8Array.from(
  { length: STONES + 1 },
  (_, height) => HEIGHTS.filter((least) => least <= height).length - 1,
);
const COUNTED = ['moves', 'squares without exit', 'squares with one exit', 'squares with two exits'].map(
  (name) => features.names.indexOf(name),
);
const NUMBERS = HEIGHTS.length + COUNTED.length;
/** Larger numbers are as this one. */
const MOST = 24;
const SYMMETRIES = 8;
/** No stones are as far from the middle as this. */
const FAR = 64;

export class CongaExitInputs extends Inputs<CongaPosition> {
  private readonly size: number;
  private readonly stacks: CongaInputs;
  /** By symmetry and square, counted in rows of the size, which square it brings there. */
  private readonly sources: readonly Uint8Array[];
  /** Stones by square, of side 0 and of side 1. */
  private readonly stones: readonly [Int32Array, Int32Array];
  private readonly counts = new Float64Array(features.names.length);
  private readonly numbers = [new Int32Array(NUMBERS), new Int32Array(NUMBERS)] as const;

  constructor(size: number) {
    const stacks = new CongaInputs(size);
    const area = size * size;
    super(
      EXIT_INPUTS,
      stacks.count + 2 * NUMBERS * MOST,
      stacks.mostActive + 2 * NUMBERS,
      stacks.partCount + 2 * NUMBERS * MOST,
      area + 2 * NUMBERS,
    );
    this.size = size;
    this.stacks = stacks;
    this.sources = Array.from({ length: SYMMETRIES }, (_, symmetry) =>
      Uint8Array.from({ length: area }, (__, to) => sourceOf(size, symmetry, to)),
    );
    this.stones = [new Int32Array(area), new Int32Array(area)];
  }

  partsOf(position: CongaPosition, parts: Int32Array): number {
    const { size, stones, stacks, numbers } = this;
    const area = size * size;
    for (let square = 0; square < area; square++) {
      const at = squareAt(Math.floor(square / size), square % size);
      stones[0][square] = position.stones(0, at);
      stones[1][square] = position.stones(1, at);
    }
    this.look(position, 0);
    this.look(position, 1);
    for (const side of [0, 1] as const) {
      const source = this.sources[this.symmetryFor(side)];
      const own = stones[side];
      const enemy = stones[side ^ 1];
      for (let to = 0; to < area; to++) {
        const square = source[to];
        const at = squareAt(Math.floor(to / size), to % size);
        const isEnemy = own[square] === 0;
        const stack = isEnemy ? enemy[square] : own[square];
        parts[2 * to + side] = stack === 0 ? NOTHING : partOf(isEnemy ? 1 : 0, at, stack);
      }
      let end = 2 * area + side;
      for (let whose = 0; whose < 2; whose++) {
        const counted = numbers[side ^ whose];
        for (let number = 0; number < NUMBERS; number++, end += 2) {
          const first = stacks.partCount + (whose * NUMBERS + number) * MOST;
          parts[end] = counted[number] === 0 ? NOTHING : first + Math.min(counted[number], MOST) - 1;
        }
      }
    }
    return 2 * this.mostParts;
  }

  inputsOf(part: number, active: Int32Array | Uint16Array, start: number): number {
    const { stacks } = this;
    if (part < stacks.partCount) return stacks.inputsOf(part, active, start);
    active[start] = stacks.count + part - stacks.partCount;
    return start + 1;
  }

  override exclusive(): Uint16Array {
    const { stacks } = this;
    const own = stacks.exclusive();
    return Uint16Array.from({ length: this.count }, (_, input) =>
      input < stacks.count ? own[input] : stacks.count + Math.floor((input - stacks.count) / MOST),
    );
  }

  symmetries(): Uint16Array[] {
    return [Uint16Array.from({ length: this.count }, (_, input) => input)];
  }

  /** Counts the stacks and the exits of a side. */
  private look(position: CongaPosition, side: Side): void {
    const { counts, stones } = this;
    const numbers = this.numbers[side];
    numbers.fill(0);
    for (let square = 0; square < stones[side].length; square++) {
      if (stones[side][square] > 0) numbers[BUCKET_OF[stones[side][square]]]++;
    }
    features.count!(position, side, counts);
    for (let i = 0; i < COUNTED.length; i++) numbers[HEIGHTS.length + i] = counts[COUNTED[i]];
  }

  /** The symmetry by which a side sees the board. */
  private symmetryFor(side: Side): number {
    const enemy = (side ^ 1) as Side;
    const [down, right] = [this.balance(side, 0), this.balance(side, 1)];
    const [enemyDown, enemyRight] = [this.balance(enemy, 0), this.balance(enemy, 1)];
    let best = -1;
    let bestScore = 0;
    for (let symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
      const score = farScore(symmetry, down, right) * FAR * FAR + farScore(symmetry, enemyDown, enemyRight);
      const isBetter =
        best === -1 || score > bestScore || (score === bestScore && this.compare(side, symmetry, best) > 0);
      if (!isBetter) continue;
      best = symmetry;
      bestScore = score;
    }
    return best;
  }

  /** How far down, or to the right, the stones of a side are. */
  private balance(side: Side, isRight: 0 | 1): number {
    const size = this.size;
    const stones = this.stones[side];
    let balance = 0;
    for (let square = 0; square < stones.length; square++) {
      const place = isRight === 1 ? square % size : Math.floor(square / size);
      balance += stones[square] * (2 * place - size + 1);
    }
    return balance;
  }

  /** Above 0 where the first square that two symmetries do not leave alike has more stones of the side by the first of them. */
  private compare(side: Side, one: number, other: number): number {
    const own = this.stones[side];
    const enemy = this.stones[side ^ 1];
    for (let to = 0; to < own.length; to++) {
      const [a, b] = [this.sources[one][to], this.sources[other][to]];
      const difference = own[a] - enemy[a] - own[b] + enemy[b];
      if (difference !== 0) return difference;
    }
    return 0;
  }
}

/** How far to the right, and then how far down, a symmetry brings what is so far down and to the right. */
function farScore(symmetry: number, down: number, right: number): number {
  const mirroredDown = (symmetry & 2) === 0 ? down : -down;
  const mirroredRight = (symmetry & 1) === 0 ? right : -right;
  return (symmetry & 4) === 0 ? mirroredRight * FAR + mirroredDown : mirroredDown * FAR + mirroredRight;
}

/** The square that a symmetry brings to a square. */
function sourceOf(size: number, symmetry: number, to: number): number {
  const last = size - 1;
  const place = [Math.floor(to / size), to % size];
  const [row, column] = (symmetry & 4) === 0 ? place : place.reverse();
  return ((symmetry & 2) === 0 ? row : last - row) * size + ((symmetry & 1) === 0 ? column : last - column);
}
