import type { Cone, ConeBounds } from '../../numbering.ts';
import { BetsyArrangements } from './arrangements.ts';
import { type BetsyPosition, rowsOf } from './position.ts';
import { BoardReader, type RingPlaces, ringSize } from './ring-places.ts';
import { type Part, BetsyRings, NONE } from './rings.ts';
import { RingSolver } from './ring-solver.ts';
import { ValueCodes } from './value-codes.ts';

// The sides of larger boards have too many arrangements.
const LARGEST_SIZE = 5;
// Of late positions fewer come.
const MOST_RINGS = 500_000;
const TOO_LONG = 'this position takes too long to be solved by itself';

/** Boards whose sides and middle column are of these rings, the larger ring of a side first. */
interface Rings {
  larger: number;
  smaller: number;
  middle: number;
}

/** The boards that can come of a position with as many pebbles, one of the two that exchange the colours. */
type Layer = Rings[];

/**
 * Solves a position of Betsy by itself: rotations lead to the boards of its rings, drops to boards with more pebbles. Those are found
 * first, then solved from the fullest down.
 */
export function solveCone(position: BetsyPosition, bounds: ConeBounds): Cone | string {
  const { size, owned } = position;
  if (size > LARGEST_SIZE) return `positions of Betsy ${size} are too large to be solved by themselves`;
  const places = new ConePlaces(ringsOf(size), owned, bounds);
  const layers = places.layersFrom(position);
  if (typeof layers === 'string') return layers;
  const values = new Uint8Array(places.count);
  const codes = new ValueCodes();
  const solver = new RingSolver(places.rings, owned, places, values, codes);
  for (const layer of layers.toReversed()) {
    solver.learn();
    for (const { larger, smaller, middle } of layer) {
      if (bounds.isOver()) return TOO_LONG;
      solver.solve(larger, smaller, middle);
    }
  }
  const found = codes.values;
  return {
    count: places.count,
    valueOf(asked: BetsyPosition) {
      const place = asked.size === size && asked.owned === owned ? places.boardPlaceOf(asked) : -1;
      return place < 0 || values[place] === 0 ? undefined : found[values[place] - 1];
    },
  };
}

const known = new Map<number, BetsyRings>();

function ringsOf(size: number): BetsyRings {
  const rows = rowsOf(size);
  const rings =
    known.get(size) ??
    new BetsyRings(
      size,
      new BetsyArrangements(Math.floor(size / 2), rows),
      new BetsyArrangements(size % 2, rows),
    );
  known.set(size, rings);
  return rings;
}

/** Gives places to the boards that can come of a position. */
class ConePlaces implements RingPlaces {
  readonly rings: BetsyRings;
  count = 0;
  private readonly owned: number;
  private readonly bounds: ConeBounds;
  private readonly places = new Map<number, number>();
  private readonly reader: BoardReader;

  constructor(rings: BetsyRings, owned: number, bounds: ConeBounds) {
    this.rings = rings;
    this.owned = owned;
    this.bounds = bounds;
    this.reader = new BoardReader(rings.size, rings.sides, rings.middles);
  }

  placeOf(larger: number, smaller: number, middle: number): number {
    return this.places.get(this.keyOf(larger, smaller, middle)) ?? -1;
  }

  /** The place of a board; -1 where it has none. */
  boardPlaceOf(position: BetsyPosition): number {
    this.reader.read(position);
    return this.reader.placeIn(this);
  }

  /** Finds all that can come of a position, by pebbles; why not, where it is more than the bounds allow. */
  layersFrom(position: BetsyPosition): Layer[] | string {
    const { sides, middles } = this.rings;
    const { reader, bounds } = this;
    reader.read(position);
    const layers: Layer[] = [[]];
    this.add(
      sides.ringOf[reader.larger],
      sides.ringOf[reader.smaller],
      middles.ringOf[reader.middle],
      layers[0],
    );
    while (layers.at(-1)!.length > 0) {
      const next: Layer = [];
      for (const rings of layers.at(-1)!) {
        this.addDrops(rings, next);
        if (this.count > bounds.positions || this.places.size > MOST_RINGS)
          return this.tooEarly(layers[0][0]);
        if (bounds.isOver()) return TOO_LONG;
      }
      layers.push(next);
    }
    return layers;
  }

  private tooEarly({ larger, smaller, middle }: Rings): string {
    const { sides, middles } = this.rings;
    const pebbles =
      sides.pebbles[sides.kindOf[larger]] +
      sides.pebbles[sides.kindOf[smaller]] +
      middles.pebbles[middles.kindOf[middle]];
    return `with ${pebbles} pebbles on the board this position is too early to be solved by itself: more than ${this.bounds.positions} positions or ${MOST_RINGS} rings of them can come of it`;
  }

  private addDrops({ larger, smaller, middle }: Rings, layer: Layer): void {
    const { side, middle: centre, sides, middles } = this.rings;
    const [a, b, c] = [sides.kindOf[larger], sides.kindOf[smaller], middles.kindOf[middle]];
    const ones = sides.ones[a] + sides.ones[b] + middles.ones[c];
    const zeros = sides.pebbles[a] + sides.pebbles[b] + middles.pebbles[c] - ones;
    for (const player of [0, 1]) {
      if ((player === 0 ? ones : zeros) >= this.owned) continue;
      const [first, second, third] = [
        side.ringAfter[player][larger],
        side.ringAfter[player][smaller],
        centre.ringAfter[player][middle],
      ];
      for (const ring of ringsAfterDrop(side, player, larger)) this.add(ring, second, third, layer);
      for (const ring of ringsAfterDrop(side, player, smaller)) this.add(first, ring, third, layer);
      for (const ring of ringsAfterDrop(centre, player, middle)) this.add(first, second, ring, layer);
    }
  }

  /** Adds the boards of some rings, and those that exchange their colours, unless they are there. */
  private add(a: number, b: number, middle: number, layer: Layer): void {
    const [larger, smaller] = a > b ? [a, b] : [b, a];
    if (this.places.has(this.keyOf(larger, smaller, middle))) return;
    const { side, middle: centre } = this.rings;
    layer.push({ larger, smaller, middle });
    this.give(larger, smaller, middle);
    this.give(side.ringAfter[0][larger], side.ringAfter[0][smaller], centre.ringAfter[0][middle]);
  }

  private give(a: number, b: number, middle: number): void {
    const { sides, middles } = this.rings;
    const key = a > b ? this.keyOf(a, b, middle) : this.keyOf(b, a, middle);
    if (this.places.has(key)) return;
    this.places.set(key, this.count);
    this.count += ringSize(sides, a) * ringSize(sides, b) * ringSize(middles, middle);
  }

  private keyOf(larger: number, smaller: number, middle: number): number {
    const { sides, middles } = this.rings;
    return (larger * sides.kindOf.length + smaller) * middles.kindOf.length + middle;
  }
}

/** Every ring that a drop of a player can lead to, as the next to move sees it. */
function ringsAfterDrop({ arrangements, dropped }: Part, player: number, ring: number): Set<number> {
  const { rings, ringOf } = arrangements;
  const found = new Set<number>();
  for (const after of dropped[player])
    for (let i = rings[ring]; i < rings[ring + 1]; i++) if (after[i] !== NONE) found.add(ringOf[after[i]]);
  return found;
}
