import type { Game } from '../../game.ts';
import type { Numbering, SolvableBoards } from '../../numbering.ts';
import { BetsyArrangements } from './arrangements.ts';
import { solveCone } from './cone.ts';
import { betsy } from './game.ts';
import { parseBoard, start } from './notation.ts';
import { BetsyPosition, pebblesOwned, rowsOf } from './position.ts';
import { BoardReader, type RingPlaces, ringSize } from './ring-places.ts';

/** Boards whose sides and middle column are of a kind each, the larger kind of a side first. */
export interface Block {
  /** Its first number. */
  start: number;
  larger: number;
  smaller: number;
  middle: number;
}

/**
 * The mirror exchanges the two sides of a board, so they are numbered as a pair that has no order. Boards stand together by their
 * pebbles, by those of the player to move, by the kinds of their sides and middle column, and by their rings.
 */
export class BetsyNumbering implements Numbering, RingPlaces {
  readonly count: number;
  readonly position: BetsyPosition;
  /** The columns on each side of the middle, and the middle one; of an even number of columns none. */
  readonly sides: BetsyArrangements;
  readonly middles: BetsyArrangements;
  readonly blocks: readonly Block[];
  /** The most pebbles that may be on the board. */
  readonly mostPebbles: number;
  /** The first block of each number of pebbles, and the count of all; the first number of each, and the count of all. */
  readonly layerBlocks: readonly number[];
  readonly layerStarts: readonly number[];
  private readonly starts: Float64Array;
  private readonly startOf: Float64Array;
  // Of each ring of a side: how many pairs of a block of equal kinds have a larger ring that comes before it.
  private readonly pairsBefore: Float64Array;
  private readonly columns: Int32Array;
  private readonly reader: BoardReader;
  // The block of the last number, since numbers are asked for in turn.
  private block = 0;

  constructor(size: number, owned = pebblesOwned(size)) {
    const rows = rowsOf(size);
    this.sides = new BetsyArrangements(Math.floor(size / 2), rows);
    this.middles = new BetsyArrangements(size % 2, rows);
    this.columns = new Int32Array(size + 1).fill(1);
    this.reader = new BoardReader(size, this.sides, this.middles);
    this.position = new BetsyPosition(size, 0, this.columns, owned);
    this.mostPebbles = Math.min(2 * owned, size * rows);
    this.pairsBefore = pairsBefore(this.sides);
    const layers = this.layersOf(owned);
    const blocks: Block[] = [];
    const layerBlocks: number[] = [];
    const layerStarts: number[] = [];
    let next = 0;
    for (const layer of layers) {
      layerBlocks.push(blocks.length);
      layerStarts.push(next);
      for (const [larger, smaller, middle] of layer) {
        blocks.push({ start: next, larger, smaller, middle });
        next += this.blockSize(larger, smaller, middle);
      }
    }
    this.count = next;
    this.blocks = blocks;
    this.layerBlocks = [...layerBlocks, blocks.length];
    this.layerStarts = [...layerStarts, next];
    this.starts = Float64Array.from(blocks, (block) => block.start);
    const kinds = this.sides.pebbles.length;
    this.startOf = new Float64Array(kinds * kinds * this.middles.pebbles.length).fill(-1);
    for (const { start: first, larger, smaller, middle } of blocks)
      this.startOf[this.indexOf(larger, smaller, middle)] = first;
  }

  placeOf(larger: number, smaller: number, middle: number): number {
    const { sides, middles } = this;
    const kind = sides.kindOf[larger];
    const other = sides.kindOf[smaller];
    const third = middles.kindOf[middle];
    const first = this.startOf[this.indexOf(kind, other, third)];
    if (first < 0) return -1;
    const size = ringSize(sides, larger);
    const before = sides.rings[smaller] - sides.kinds[other];
    const pairs =
      size * before +
      (kind === other
        ? this.pairsBefore[larger]
        : (sides.rings[larger] - sides.kinds[kind]) * sizeOf(sides, other));
    return (
      first +
      pairs * sizeOf(middles, third) +
      size * ringSize(sides, smaller) * (middles.rings[middle] - middles.kinds[third])
    );
  }

  place(number: number): number {
    const boards = this.set(number);
    if (boards === 0) return 0;
    this.position.place(this.columns);
    return this.position.winner !== -1 ? 0 : boards;
  }

  boardsOf(number: number): number {
    return this.set(number);
  }

  numberOf(position: BetsyPosition): number {
    this.reader.read(position);
    return this.reader.placeIn(this);
  }

  /** Sets the columns to those of a number and returns how many boards share it; 0 where it stands for the same board as another. */
  private set(number: number): number {
    const { sides, middles, columns } = this;
    const block = this.blockOf(number);
    const { larger: kind, smaller: other, middle: third } = block;
    const [otherSize, thirdSize] = [sizeOf(sides, other), sizeOf(middles, third)];
    let rest = number - block.start;
    let ring: number;
    if (kind === other) {
      ring = this.ringOfPairs(kind, Math.floor(rest / thirdSize));
      rest -= this.pairsBefore[ring] * thirdSize;
    } else {
      const before = Math.floor(rest / (otherSize * thirdSize));
      ring = sides.ringOf[sides.kinds[kind] + before];
      rest -= (sides.rings[ring] - sides.kinds[kind]) * otherSize * thirdSize;
    }
    const size = ringSize(sides, ring);
    const second = sides.ringOf[sides.kinds[other] + Math.floor(rest / (size * thirdSize))];
    rest -= size * (sides.rings[second] - sides.kinds[other]) * thirdSize;
    const secondSize = ringSize(sides, second);
    const middleRing = middles.ringOf[middles.kinds[third] + Math.floor(rest / (size * secondSize))];
    rest -= size * secondSize * (middles.rings[middleRing] - middles.kinds[third]);
    const middleSize = ringSize(middles, middleRing);
    const pair = Math.floor(rest / middleSize);
    const larger = sides.rings[ring] + Math.floor(pair / secondSize);
    const smaller = sides.rings[second] + (pair % secondSize);
    if (larger < smaller) return 0;
    const { width } = sides;
    const last = columns.length - 1;
    for (let i = 0; i < width; i++) {
      columns[1 + i] = sides.columns[smaller * width + i];
      columns[last - i] = sides.columns[larger * width + i];
    }
    if (middles.width === 1)
      columns[width + 1] = middles.columns[middles.rings[middleRing] + (rest % middleSize)];
    return larger === smaller ? 1 : 2;
  }

  private blockOf(number: number): Block {
    const { starts } = this;
    if (!(starts[this.block] <= number && number < (starts[this.block + 1] ?? this.count)))
      this.block = lastUpTo(starts, number, 0, starts.length);
    return this.blocks[this.block];
  }

  /** The larger ring of a pair of a kind with itself. */
  private ringOfPairs(kind: number, pair: number): number {
    const { kindRings } = this.sides;
    return lastUpTo(this.pairsBefore, pair, kindRings[kind], kindRings[kind + 1]);
  }

  /** The kinds of boards with each number of pebbles, by those of the player to move. */
  private layersOf(owned: number): number[][][] {
    const { sides, middles, mostPebbles } = this;
    const layers: { ones: number; kinds: number[] }[][] = Array.from({ length: mostPebbles + 1 }, () => []);
    for (let middle = 0; middle < middles.pebbles.length; middle++)
      for (let larger = 0; larger < sides.pebbles.length; larger++)
        for (let smaller = 0; smaller <= larger; smaller++) {
          const ones = sides.ones[larger] + sides.ones[smaller] + middles.ones[middle];
          const pebbles = sides.pebbles[larger] + sides.pebbles[smaller] + middles.pebbles[middle];
          if (ones <= owned && pebbles - ones <= owned)
            layers[pebbles].push({ ones, kinds: [larger, smaller, middle] });
        }
    return layers.map((layer) => layer.toSorted((a, b) => a.ones - b.ones).map(({ kinds }) => kinds));
  }

  private blockSize(larger: number, smaller: number, middle: number): number {
    const { sides, middles, pairsBefore: before } = this;
    const last = sides.kindRings[larger + 1] - 1;
    const pairs =
      larger === smaller
        ? before[last] + ringSize(sides, last) * sizeOf(sides, larger)
        : sizeOf(sides, larger) * sizeOf(sides, smaller);
    return pairs * sizeOf(middles, middle);
  }

  private indexOf(larger: number, smaller: number, middle: number): number {
    return (larger * this.sides.pebbles.length + smaller) * this.middles.pebbles.length + middle;
  }
}

/** How many arrangements are of a kind. */
function sizeOf({ kinds }: BetsyArrangements, kind: number): number {
  return kinds[kind + 1] - kinds[kind];
}

/** For each ring how many pairs there are of an arrangement of a ring before it of its kind with one up to that ring. */
function pairsBefore({ rings, kinds, kindOf }: BetsyArrangements): Float64Array {
  const before = new Float64Array(kindOf.length);
  for (let ring = 1; ring < kindOf.length; ring++) {
    if (kindOf[ring] !== kindOf[ring - 1]) continue;
    const size = rings[ring] - rings[ring - 1];
    before[ring] = before[ring - 1] + size * (rings[ring] - kinds[kindOf[ring]]);
  }
  return before;
}

/** The last index in a range whose number is not above the one that is sought. */
function lastUpTo(numbers: Float64Array, sought: number, from: number, to: number): number {
  let [low, high] = [from, to - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (numbers[middle] <= sought) low = middle;
    else high = middle - 1;
  }
  return low;
}

// Of size 5 more than fits in memory, and of others no fewer than by the rules.
const MOST_SUPPLY = new Map([
  [2, pebblesOwned(2) - 1],
  [3, pebblesOwned(3) - 1],
  [4, pebblesOwned(4) - 1],
  [5, 10],
]);

/** Betsy where each player has fewer pebbles in all. */
function supplied(owned: number): Game<BetsyPosition> {
  return {
    ...betsy,
    start: (size) => start(size, owned),
    parseBoard: (size, turn, text) => parseBoard(size, turn, text, owned),
  };
}

export const solvable: SolvableBoards = {
  boards: '2, 3, 4, also with fewer --pebbles; 5 with 1 to 10 --pebbles',
  open(size, { pebbles, ...others }) {
    const most = MOST_SUPPLY.get(size);
    if (most === undefined || Object.keys(others).length > 0) return undefined;
    if (pebbles === undefined)
      return size === 5 ? undefined : { game: betsy, numbering: new BetsyNumbering(size) };
    if (pebbles < 1 || pebbles > most) return undefined;
    return { game: supplied(pebbles), numbering: new BetsyNumbering(size, pebbles) };
  },
  solveCone,
};
