/** How many Pichus, Pikachus and Raichus a side has. */
export type Material = readonly [pichus: number, pikachus: number, raichus: number];

/** Bits of a square in the squares of an arrangement. */
export const SQUARE_BITS = 6;
const SQUARE = (1 << SQUARE_BITS) - 1;
/** More pieces than this on a side have no numbers here. */
export const MOST_PIECES = 5;

/** How many pieces a side has. */
export function piecesOf([pichus, pikachus, raichus]: Material): number {
  return pichus + pikachus + raichus;
}

/** Ways to choose so many of a number of things. */
export function choose(things: number, chosen: number): number {
  let ways = 1;
  for (let i = 0; i < chosen; i++) ways = (ways * (things - i)) / (i + 1);
  return things < chosen ? 0 : ways;
}

/** The square of an arrangement's piece. */
export function squareOf(packed: number, piece: number): number {
  return (packed >> (SQUARE_BITS * piece)) & SQUARE;
}

/**
 * The ways to place one side's pieces on a board of at most 64 squares, numbered. Each side sees the board as White does: squares run row
 * by row from its own end, and its far row comes last; `facing` is the other side's square. Pieces of a kind are a set, and a set has the
 * number of sets of its size that come before it when the largest squares are compared first.
 */
export class Arrangements {
  /** Numbers run up to this; some place two pieces on one square. */
  readonly count: number;
  /** Those that do not. */
  readonly valid: number;
  readonly pieces: number;
  /** Of each piece its kind: 0 Pichu, 1 Pikachu, 2 Raichu. */
  readonly kinds: Int8Array;
  /** By how much a number grows with that of the set of each kind. */
  readonly strides: Int32Array;
  readonly size: number;
  readonly material: Material;
  private packed: Int32Array | undefined;
  private readonly sets: readonly number[];

  constructor(size: number, material: Material) {
    const area = size * size;
    const low = area - size;
    const [pichus, pikachus, raichus] = material;
    this.size = size;
    this.material = material;
    this.pieces = piecesOf(material);
    this.kinds = Int8Array.from(material.flatMap((count, kind) => Array<number>(count).fill(kind)));
    this.sets = [choose(low, pichus), choose(low, pikachus), choose(area, raichus)];
    this.strides = Int32Array.of(this.sets[1] * this.sets[2], this.sets[2], 1);
    this.count = this.sets[0] * this.strides[0];
    this.valid =
      choose(low, pichus) * choose(low - pichus, pikachus) * choose(area - pichus - pikachus, raichus);
  }

  /** The squares of each number's pieces, in the order of `kinds`, the first in the lowest bits; -1 where two share one. */
  get squares(): Int32Array {
    this.packed ??= this.pack();
    return this.packed;
  }

  /** The number of an arrangement by the squares of its pieces in the order of `kinds`; those of a kind are put in order. */
  numberOf(squares: Int32Array): number {
    let number = 0;
    let first = 0;
    for (let kind = 0; kind < 3; kind++) {
      const pieces = this.material[kind];
      let set = 0;
      for (let i = 0; i < pieces; i++) {
        const square = squares[first + i];
        let at = i;
        for (; at > 0 && squares[first + at - 1] > square; at--)
          squares[first + at] = squares[first + at - 1];
        squares[first + at] = square;
      }
      for (let i = 0; i < pieces; i++) set += CHOOSE[(i + 1) * 64 + squares[first + i]];
      number += set * this.strides[kind];
      first += pieces;
    }
    return number;
  }

  private pack(): Int32Array {
    const packed = new Int32Array(this.count);
    const [pichus, pikachus, raichus] = this.material.map((count, kind) =>
      packedSets(this.sets[kind], count),
    );
    const [, second] = this.material;
    const third = this.material[0] + second;
    let number = 0;
    for (const first of pichus) {
      for (const middle of pikachus) {
        const rest = first | (middle << (SQUARE_BITS * this.material[0]));
        for (const last of raichus) packed[number++] = rest | (last << (SQUARE_BITS * third));
      }
    }
    if (this.valid < this.count)
      for (let i = 0; i < number; i++) if (this.sharesSquare(packed[i])) packed[i] = -1;
    return packed;
  }

  private sharesSquare(packed: number): boolean {
    for (let i = 1; i < this.pieces; i++) {
      const square = squareOf(packed, i);
      for (let j = 0; j < i; j++) if (squareOf(packed, j) === square) return true;
    }
    return false;
  }
}

// Ways to choose so many squares of those before a square.
const CHOOSE = Int32Array.from({ length: 64 * (MOST_PIECES + 1) }, (_, i) => choose(i % 64, i >> 6));

/** The first sets of so many squares in order, each packed. */
function packedSets(count: number, size: number): Int32Array {
  const packed = new Int32Array(count);
  const set = Int32Array.from({ length: size + 1 }, (_, i) => (i === size ? 64 : i));
  for (let number = 0; number < count; number++) {
    for (let i = 0; i < size; i++) packed[number] |= set[i] << (SQUARE_BITS * i);
    let i = 0;
    while (i < size - 1 && set[i] + 1 === set[i + 1]) {
      set[i] = i;
      i++;
    }
    set[i]++;
  }
  return packed;
}

/** The same square as the other side sees it. */
export function facing(size: number, square: number): number {
  const column = square % size;
  return (size - 1) * size - (square - column) + column;
}

/** A symmetry of the board: where each square goes, as the one side and as the other sees it. */
export interface Symmetry {
  own: Int8Array;
  enemy: Int8Array;
}

/** The symmetries of the rules: the identity and the mirror; among Raichus alone, which have no direction, all eight. */
export function symmetriesOf(size: number, isBare: boolean): Symmetry[] {
  const last = size - 1;
  const area = size * size;
  return Array.from({ length: isBare ? 8 : 2 }, (_, which) => {
    const own = Int8Array.from({ length: area }, (__, square) => {
      const [a, b] = [Math.floor(square / size), square % size];
      const [row, column] = (which & 4) === 0 ? [a, b] : [b, a];
      return ((which & 2) === 0 ? row : last - row) * size + ((which & 1) === 0 ? column : last - column);
    });
    const enemy = own.map((_, square) => facing(size, own[facing(size, square)]));
    return { own, enemy };
  });
}

/**
 * The arrangements of a side up to symmetry, each with a row. Which symmetries turn an arrangement into the one that has the row, a mask
 * tells.
 */
export class Rows {
  /** The row of each arrangement; -1 where two pieces share a square. */
  readonly rowOf: Int32Array;
  readonly turnsOf: Uint8Array;
  /** The arrangement that has each row. */
  readonly arrangementOf: Int32Array;

  constructor(arrangements: Arrangements, symmetries: readonly Symmetry[]) {
    const { count, pieces, squares } = arrangements;
    const rows = rowCount(arrangements, symmetries);
    this.rowOf = new Int32Array(count).fill(-1);
    this.turnsOf = new Uint8Array(count);
    this.arrangementOf = new Int32Array(rows);
    const turned = new Int32Array(pieces);
    let row = 0;
    for (let number = 0; number < count; number++) {
      if (squares[number] === -1 || this.rowOf[number] !== -1) continue;
      this.arrangementOf[row] = number;
      for (let which = 0; which < symmetries.length; which++) {
        const { own } = symmetries[which];
        for (let i = 0; i < pieces; i++) turned[i] = own[squareOf(squares[number], i)];
        const image = arrangements.numberOf(turned);
        this.rowOf[image] = row;
        this.turnsOf[image] |= 1 << inverseOf(which);
      }
      row++;
    }
  }
}

/** All symmetries are their own inverses but the two quarter turns. */
function inverseOf(which: number): number {
  return which === 5 ? 6 : which === 6 ? 5 : which;
}

/** How many rows there are, by counting what each symmetry leaves as it is. */
export function rowCount(
  { size, material, valid, pieces }: Arrangements,
  symmetries: readonly Symmetry[],
): number {
  if (symmetries.length > 2) {
    const fixed = symmetries.map(({ own }) => setsLeftBy(own, pieces));
    return fixed.reduce((sum, one) => sum + one, 0) / symmetries.length;
  }
  // The mirror has no square of its own; it leaves what consists of pairs.
  if (material.some((count) => count % 2 === 1)) return valid / 2;
  const [pichus, pikachus, raichus] = material.map((count) => count / 2);
  const half = (size * size) / 2;
  const low = half - size / 2;
  const symmetric =
    choose(low, pichus) * choose(low - pichus, pikachus) * choose(half - pichus - pikachus, raichus);
  return (valid + symmetric) / 2;
}

/** How many sets of so many squares a symmetry leaves as they are: those made of whole cycles. */
function setsLeftBy(own: Int8Array, pieces: number): number {
  let ways = [1, ...Array<number>(pieces).fill(0)];
  const seen = new Set<number>();
  for (let square = 0; square < own.length; square++) {
    if (seen.has(square)) continue;
    let length = 0;
    for (let at = square; !seen.has(at); at = own[at]) {
      seen.add(at);
      length++;
    }
    ways = ways.map((one, i) => one + (ways[i - length] ?? 0));
  }
  return ways[pieces];
}
