import type { BetsyArrangements } from './arrangements.ts';
import { dropIn, filledAfter, forMover, rotationOf, rowsOf, topSquares } from './position.ts';

/** What stands for no arrangement. */
export const NONE = 0xffff_ffff;
// Tables of rotations are kept up to so many numbers in all.
const MOST_STEPS = 1 << 24;

/** Every arrangement of the columns of a part of the board, and what moves make of it. */
export interface Part {
  readonly arrangements: BetsyArrangements;
  /** For each player to drop, 0 whose pebbles are ones, and each column: the arrangement after the drop, as the next to move sees it. */
  readonly dropped: readonly (readonly Uint32Array[])[];
  /** The same without a drop: its ring, and which of its ring it is. */
  readonly ringAfter: readonly Uint32Array[];
  readonly shiftAfter: readonly Uint32Array[];
  /** For each ring a number that tells how its columns rotate, below `shapes`. */
  readonly shapeOf: Uint32Array;
  readonly shapes: number;
  // What each has of every line, that of ones in the low 16 bits and that of zeros in the high ones: the parts of a board share a bit where they
  // complete a line. The other side of a board is its mirror image. Columns are complete in one part.
  readonly lines: Int32Array;
  readonly mirroredLines: Int32Array;
  readonly fullColumns: Int32Array;
}

/** The rings of a board: the arrangements of its sides and of its middle column, and what moves make of them. */
export class BetsyRings {
  readonly size: number;
  readonly sides: BetsyArrangements;
  /** Those of the middle column, or of no column where there are as many on both sides. */
  readonly middles: BetsyArrangements;
  readonly side: Part;
  readonly middle: Part;
  private readonly steps = new Map<number, Uint16Array>();
  private stepsKept = 0;

  constructor(size: number, sides: BetsyArrangements, middles: BetsyArrangements) {
    this.size = size;
    this.sides = sides;
    this.middles = middles;
    this.side = partOf(sides, size, 0);
    this.middle = partOf(middles, size, sides.width);
  }

  /** For each column that can be rotated, for each board: the one from which the rotation leads to it. */
  stepsOf(larger: number, smaller: number, middle: number): Uint16Array {
    const { side, middle: centre } = this;
    const key =
      (side.shapeOf[larger] * side.shapes + side.shapeOf[smaller]) * centre.shapes + centre.shapeOf[middle];
    const known = this.steps.get(key);
    if (known !== undefined) return known;
    const periods = [
      ...periodsOf(side.arrangements, larger),
      ...periodsOf(side.arrangements, smaller),
      ...periodsOf(centre.arrangements, middle),
    ];
    const count = periods.reduce((product, period) => product * (period || 1), 1);
    const steps = new Uint16Array(periods.filter((period) => period > 0).length * count);
    let to = 0;
    let stride = count;
    for (const period of periods) {
      if (period === 0) continue;
      const whole = stride;
      stride /= period;
      for (let board = 0; board < count; board++)
        steps[to++] = board % whole < stride ? board + whole - stride : board - stride;
    }
    if (this.stepsKept > MOST_STEPS) {
      this.steps.clear();
      this.stepsKept = 0;
    }
    this.steps.set(key, steps);
    this.stepsKept += steps.length;
    return steps;
  }
}

/** After how many rotations each column of a ring is as it was; 0 where it is empty. */
function periodsOf({ columns, rings, width }: BetsyArrangements, ring: number): number[] {
  return Array.from({ length: width }, (_, i) => {
    const column = columns[rings[ring] * width + i];
    if (column === 1) return 0;
    let period = 1;
    for (let after = rotated(column); after !== column; after = rotated(after)) period++;
    return period;
  });
}

const rotated = (column: number) => filledAfter(rotationOf(1), column, 0);

/** Everything about a part of a board whose outermost column is the one of an index. */
function partOf(arrangements: BetsyArrangements, size: number, outermost: number): Part {
  const { count, width, rings, ringOf } = arrangements;
  const dropped = dropsOf(arrangements, 1 << rowsOf(size));
  const exchanged = new Uint32Array(count);
  const its = new Int32Array(width);
  for (let number = 0; number < count; number++) {
    for (let i = 0; i < width; i++) its[i] = forMover(arrangements.columns[number * width + i], 1);
    exchanged[number] = arrangements.numberOf(its);
  }
  const ofRings = (after: (ring: number) => number) =>
    Uint32Array.from({ length: rings.length - 1 }, (_, ring) => after(ring));
  const shiftOf = (arrangement: number) => arrangement - rings[ringOf[arrangement]];
  const shapeBase = rowsOf(size) + 1;
  return {
    arrangements,
    // The player to move after a drop of ones has zeros.
    dropped: [
      dropped[0].map((after) => after.map((number) => (number === NONE ? NONE : exchanged[number]))),
      dropped[1],
    ],
    ringAfter: [ofRings((ring) => ringOf[exchanged[rings[ring]]]), ofRings((ring) => ring)],
    shiftAfter: [exchanged.map(shiftOf), exchanged.map((_, number) => shiftOf(number))],
    shapeOf: ofRings((ring) =>
      periodsOf(arrangements, ring).reduce((shape, period) => shape * shapeBase + period, 0),
    ),
    shapes: shapeBase ** width,
    ...linesOf(arrangements, size, outermost),
  };
}

/** For each side and column: the arrangement after a drop; NONE where the column is full. */
function dropsOf(arrangements: BetsyArrangements, full: number): Uint32Array[][] {
  const { count, width, columns } = arrangements;
  const its = new Int32Array(width);
  return ([0, 1] as const).map((side) =>
    Array.from({ length: width }, (_, i) => {
      const after = new Uint32Array(count).fill(NONE);
      for (let number = 0; number < count; number++) {
        const column = columns[number * width + i];
        if (column >= full) continue;
        for (let j = 0; j < width; j++) its[j] = columns[number * width + j];
        its[i] = filledAfter(dropIn(1), column, side);
        after[number] = arrangements.numberOf(its);
      }
      return after;
    }),
  );
}

function linesOf(
  { count, width, columns }: BetsyArrangements,
  size: number,
  outermost: number,
): Pick<Part, 'lines' | 'mirroredLines' | 'fullColumns'> {
  const [lines, mirroredLines, fullColumns] = [0, 1, 2].map(() => new Int32Array(count));
  const all = (1 << size) - 1;
  for (let number = 0; number < count; number++)
    for (let side = 0; side < 2; side++) {
      let rows = all;
      let rising = 1;
      let falling = 1;
      for (let i = 0; i < width; i++) {
        const squares = topSquares(columns[number * width + i], side);
        rows &= squares;
        rising &= squares >> (outermost + i);
        falling &= squares >> (size - 1 - outermost - i);
        if (squares === all) fullColumns[number] |= 1 << (16 * side);
      }
      lines[number] |= (rows | (rising << size) | (falling << (size + 1))) << (16 * side);
      mirroredLines[number] |= (rows | (falling << size) | (rising << (size + 1))) << (16 * side);
    }
  return { lines, mirroredLines, fullColumns };
}
