import { bitCount } from '../../bits.ts';
import { filledAfter, rotationOf } from './position.ts';

/**
 * Every way to fill some columns: those on one side of the middle, the outermost first, or the middle one. Arrangements that rotations
 * turn into each other are a ring: each column one of the cyclic shifts of the same pebbles. Rings with as many pebbles of
 * each player are of a kind. Arrangements are numbered by kind, then ring, then the shifts of the columns.
 */
export class BetsyArrangements {
  readonly count: number;
  /** How many columns are filled. */
  readonly width: number;
  /** Of each arrangement in turn: its columns, as the position keeps them. */
  readonly columns: Uint16Array;
  readonly ringOf: Uint16Array;
  /** The first arrangement of each ring, and the count of all. */
  readonly rings: Uint32Array;
  readonly kindOf: Uint16Array;
  /** The first arrangement of each kind, and the count of all; the same of its rings. */
  readonly kinds: Uint32Array;
  readonly kindRings: Uint32Array;
  /** Pebbles in each kind, and those of the player whose pebbles are ones. */
  readonly pebbles: readonly number[];
  readonly ones: readonly number[];
  private readonly fillings: number;
  private readonly numbers: Uint32Array;

  constructor(width: number, rows: number) {
    this.width = width;
    this.fillings = 2 ** (rows + 1) - 1;
    this.count = this.fillings ** width;
    this.columns = new Uint16Array(this.count * width);
    this.numbers = new Uint32Array(this.count);
    this.ringOf = new Uint16Array(this.count);
    const rings = ringsOf(width, rows);
    const starts: number[] = [];
    const kindOf: number[] = [];
    const [kinds, kindRings, pebbles, ones]: number[][] = [[], [], [], []];
    let next = 0;
    rings.forEach((ring, i) => {
      starts.push(next);
      if (i === 0 || order(rings[i - 1], ring) !== 0) {
        kinds.push(next);
        kindRings.push(i);
        pebbles.push(ring.pebbles);
        ones.push(ring.ones);
      }
      kindOf.push(kinds.length - 1);
      for (const columns of product(ring.necklaces.map(({ shifts }) => shifts))) {
        this.columns.set(columns, next * width);
        this.ringOf[next] = i;
        this.numbers[this.wordOf(columns, 0, 1)] = next++;
      }
    });
    this.rings = Uint32Array.from([...starts, next]);
    this.kindOf = Uint16Array.from(kindOf);
    this.kinds = Uint32Array.from([...kinds, next]);
    this.kindRings = Uint32Array.from([...kindRings, rings.length]);
    this.pebbles = pebbles;
    this.ones = ones;
  }

  /** The arrangement that begins at a column and goes on inwards, `step` columns at a time. */
  numberOf(columns: ArrayLike<number>, from = 0, step = 1): number {
    return this.numbers[this.wordOf(columns, from, step)];
  }

  private wordOf(columns: ArrayLike<number>, from: number, step: number): number {
    let word = 0;
    for (let i = this.width - 1; i >= 0; i--) word = word * this.fillings + columns[from + i * step] - 1;
    return word;
  }
}

/** The cyclic shifts of the same pebbles in a column, each one rotation after the one before. */
interface Necklace {
  pebbles: number;
  ones: number;
  shifts: number[];
}

interface Ring {
  pebbles: number;
  ones: number;
  necklaces: Necklace[];
}

/** The rings of so many columns, by their pebbles, then the ones. */
function ringsOf(width: number, rows: number): Ring[] {
  const all = product(Array.from({ length: width }, () => necklacesOf(rows)));
  return Array.from(all, (necklaces) => ({
    pebbles: sum(necklaces.map(({ pebbles }) => pebbles)),
    ones: sum(necklaces.map(({ ones }) => ones)),
    necklaces,
  })).toSorted(order);
}

function necklacesOf(rows: number): Necklace[] {
  const necklaces: Necklace[] = [];
  const seen = new Set<number>();
  for (let column = 1; column < 2 << rows; column++) {
    if (seen.has(column)) continue;
    const shifts: number[] = [];
    for (let shift = column; !seen.has(shift); shift = filledAfter(rotationOf(1), shift, 0)) {
      seen.add(shift);
      shifts.push(shift);
    }
    necklaces.push({ pebbles: 31 - Math.clz32(column), ones: bitCount(column) - 1, shifts });
  }
  return necklaces;
}

function order(a: Ring, b: Ring): number {
  return a.pebbles - b.pebbles || a.ones - b.ones;
}

/** Every way to take one of each, the last changing fastest. */
function* product<Item>(choices: readonly (readonly Item[])[]): Generator<Item[]> {
  if (choices.length === 0) {
    yield [];
    return;
  }
  const [first, ...rest] = choices;
  for (const item of first) for (const others of product(rest)) yield [item, ...others];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
