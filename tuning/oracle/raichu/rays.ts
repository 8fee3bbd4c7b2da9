import type { Material } from '../../../engine/games/raichu/arrangements.ts';

/** Directions of the longest list, those of a Raichu. */
export const DIRECTIONS = 8;

/** How far a piece of each kind goes without and with a jump: Pichu, Pikachu, Raichu. */
const PLAIN_STEPS = [1, 2, Infinity];
const JUMP_STEPS = [2, 3, Infinity];
const FORWARD = [
  [
    [1, -1],
    [1, 1],
  ],
  [
    [1, 0],
    [0, -1],
    [0, 1],
  ],
  [
    [1, 0],
    [0, -1],
    [0, 1],
    [1, -1],
    [1, 1],
    [-1, 0],
    [-1, -1],
    [-1, 1],
  ],
];

/** The squares that lie ahead of a piece of each kind, line by line. */
export interface Rays {
  /** Where a line begins, by kind, square and direction: (kind * squares + square) * DIRECTIONS + direction. */
  readonly starts: Int32Array;
  /** The squares of all lines, each line ended by `end`. */
  readonly squares: Uint8Array;
}

/** Lines of a board as a side sees it, whose far row is the last. `end` stands for no square. */
export class Lines {
  readonly size: number;
  readonly end: number;
  /** Where pieces go without a jump, promotions left out. */
  readonly plain: Rays;
  /** Where they may have come from so. */
  readonly back: Rays;
  /** As far as they go with a jump; without one they go as many squares of it as `plainSteps` tells. */
  readonly jump: Rays;
  readonly plainSteps = Int32Array.from(PLAIN_STEPS, (steps) => Math.min(steps, 64));

  constructor(size: number) {
    this.size = size;
    this.end = size * size;
    const last = (kind: number) => (kind === 2 ? size : size - 1);
    this.plain = this.rays((kind) => PLAIN_STEPS[kind], 1, last);
    this.back = this.rays((kind) => PLAIN_STEPS[kind], -1, last);
    this.jump = this.rays(
      (kind) => JUMP_STEPS[kind],
      1,
      () => size,
    );
  }

  private rays(steps: (kind: number) => number, sign: number, rowsOf: (kind: number) => number): Rays {
    const { size, end } = this;
    const starts = new Int32Array(3 * end * DIRECTIONS);
    // The line without a square, for directions that a kind has not.
    const squares = [end];
    for (let kind = 0; kind < 3; kind++) {
      for (let square = 0; square < end; square++) {
        FORWARD[kind].forEach(([down, right], direction) => {
          starts[(kind * end + square) * DIRECTIONS + direction] = squares.length;
          let row = Math.floor(square / size);
          let column = square % size;
          for (let step = 1; step <= steps(kind); step++) {
            row += sign * down;
            column += right;
            if (row < 0 || row >= rowsOf(kind) || column < 0 || column >= size) break;
            squares.push(row * size + column);
          }
          squares.push(end);
        });
      }
    }
    return { starts, squares: Uint8Array.from(squares) };
  }
}

/** How many directions a kind of piece moves in. */
export const directionsOf = Int32Array.from(FORWARD, (directions) => directions.length);

/** For sets of squares: the number of a set with one square more, by (number of the set) * squares + square; -1 where it has that. */
export class Extensions {
  private readonly area: number;
  private readonly bySize: Int32Array[] = [new Int32Array(0)];

  constructor(area: number) {
    this.area = area;
  }

  /** Sets that come to so many squares. */
  to(size: number): Int32Array {
    while (this.bySize.length <= size) this.bySize.push(this.extended(this.bySize.length));
    return this.bySize[size];
  }

  private extended(size: number): Int32Array {
    const { area } = this;
    const ways = Array.from({ length: size + 1 }, (_, chosen) => waysBelow(area, chosen));
    const count = ways[size - 1][area];
    const numbers = new Int32Array(count * area);
    const set = Array.from({ length: size }, (_, i) => (i === size - 1 ? area : i));
    for (let number = 0; number < count; number++) {
      for (let square = 0; square < area; square++) {
        let sum = 0;
        let at = 0;
        while (set[at] < square) {
          sum += ways[at + 1][set[at]];
          at++;
        }
        if (set[at] === square) {
          numbers[number * area + square] = -1;
          continue;
        }
        sum += ways[at + 1][square];
        for (; at < size - 1; at++) sum += ways[at + 2][set[at]];
        numbers[number * area + square] = sum;
      }
      let i = 0;
      while (i < size - 2 && set[i] + 1 === set[i + 1]) {
        set[i] = i;
        i++;
      }
      set[i]++;
    }
    return numbers;
  }
}

/** Ways to choose so many squares of those before each square. */
function waysBelow(area: number, chosen: number): Int32Array {
  const ways = new Int32Array(area + 1);
  for (let square = 0; square <= area; square++) {
    let product = square < chosen ? 0 : 1;
    for (let i = 0; i < chosen && product > 0; i++) product = (product * (square - i)) / (i + 1);
    ways[square] = product;
  }
  return ways;
}

/** A side's material after a piece of it was taken, or was promoted. */
export function without(material: Material, kind: number): Material {
  return material.map((count, i) => (i === kind ? count - 1 : count)) as unknown as Material;
}

export function promoted(material: Material, kind: number): Material {
  return material.map((count, i) => count - (i === kind ? 1 : 0) + (i === 2 ? 1 : 0)) as unknown as Material;
}
