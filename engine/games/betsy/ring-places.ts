import type { BetsyArrangements } from './arrangements.ts';
import { type BetsyPosition, forMover } from './position.ts';

/** Gives boards that rotations turn into each other places that follow each other. */
export interface RingPlaces {
  /**
   * The place of the first of the boards whose sides and middle column are of these rings, the larger ring of a side first. The others
   * follow by the first side, then the second, then the middle column. -1 where they have none.
   */
  placeOf(larger: number, smaller: number, middle: number): number;
}

/** How many arrangements are of a ring. */
export function ringSize({ rings }: BetsyArrangements, ring: number): number {
  return rings[ring + 1] - rings[ring];
}

/** Reads boards as the player to move sees them. The mirror exchanges the sides, so that the larger arrangement is the first. */
export class BoardReader {
  larger = 0;
  smaller = 0;
  middle = 0;
  private readonly sides: BetsyArrangements;
  private readonly middles: BetsyArrangements;
  private readonly seen: Int32Array;

  constructor(size: number, sides: BetsyArrangements, middles: BetsyArrangements) {
    this.sides = sides;
    this.middles = middles;
    this.seen = new Int32Array(size + 1);
  }

  read({ columns, turn, size }: BetsyPosition): void {
    const { sides, seen } = this;
    for (let i = 1; i <= size; i++) seen[i] = forMover(columns[i], turn);
    const left = sides.numberOf(seen, 1, 1);
    const right = sides.numberOf(seen, size, -1);
    this.larger = left > right ? left : right;
    this.smaller = left > right ? right : left;
    this.middle = this.middles.numberOf(seen, sides.width + 1);
  }

  /** The place of the board that was read; -1 where it has none. */
  placeIn(places: RingPlaces): number {
    const { sides, middles, larger, smaller, middle } = this;
    const first = sides.ringOf[larger];
    const second = sides.ringOf[smaller];
    const third = middles.ringOf[middle];
    const place = places.placeOf(first, second, third);
    if (place < 0) return -1;
    const pair = (larger - sides.rings[first]) * ringSize(sides, second) + smaller - sides.rings[second];
    return place + pair * ringSize(middles, third) + middle - middles.rings[third];
  }
}
