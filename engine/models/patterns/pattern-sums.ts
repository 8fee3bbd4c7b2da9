import type { PatternPlaces } from './pattern-places.ts';
import { contentsByPiece } from './pattern-places.ts';
import type { PatternTables } from './pattern-tables.ts';

// A link of a square: a place that it is part of, and what one content more is worth there.
const WORDS = 2;

/**
 * The combinations of all places as one side sees a board, and the sum of their weights, kept up to date square by square: a search
 * asks for boards that differ in a few.
 */
export class PatternSums {
  sum: number;
  /** For each place its combination, counted through all tables. */
  readonly combinations: Int32Array;
  private readonly weights: Int16Array;
  /** By way of telling pieces apart, then by piece: its content. */
  private readonly contents: Int32Array;
  private readonly ways: number;
  private readonly pieces: number;
  /** By square, then by way: where its links begin. */
  private readonly links: Int32Array;
  private readonly linkOffsets: Int32Array;
  /** The piece on each square. */
  private readonly kept: Int8Array;

  /** Of an empty board; `weights` has one for each combination of all tables. */
  constructor(tables: PatternTables, places: PatternPlaces, side: 0 | 1, weights: Int16Array) {
    const { contents, ways, wayOf, pieces } = contentsByPiece(tables, side);
    const { tables: tableOf, cells, offsets, seenBySecond, squares } = places;
    const rawSquare = new Int16Array(squares);
    for (let square = 0; square < squares; square++)
      rawSquare[side === 0 ? square : seenBySecond[square]] = square;
    const linked: number[][] = Array.from({ length: squares * ways }, () => []);
    this.combinations = Int32Array.from(tableOf, (table) => tables.list[table].start);
    for (let place = 0; place < tableOf.length; place++) {
      const { base } = tables.list[tableOf[place]];
      for (let i = offsets[place], factor = 1; i < offsets[place + 1]; i++, factor *= base) {
        if (cells[i] === -1) this.combinations[place] += factor * (base - 1);
        else linked[rawSquare[cells[i]] * ways + wayOf[tableOf[place]]].push(place, factor);
      }
    }
    this.weights = weights;
    this.contents = contents;
    this.ways = ways;
    this.pieces = pieces;
    this.links = Int32Array.from(linked.flat());
    this.linkOffsets = new Int32Array(linked.length + 1);
    linked.forEach((links, i) => (this.linkOffsets[i + 1] = this.linkOffsets[i] + links.length));
    this.kept = new Int8Array(squares);
    this.sum = this.combinations.reduce((sum, combination) => sum + weights[combination], 0);
  }

  /** Brings the sum up to date with a board. */
  turnTo(squares: Int8Array | Uint8Array): void {
    const { kept } = this;
    for (let square = 0; square < kept.length; square++)
      if (squares[square] !== kept[square]) this.put(square, squares[square]);
  }

  private put(square: number, piece: number): void {
    const { links, linkOffsets, contents, combinations, weights, ways, pieces } = this;
    const before = this.kept[square];
    let { sum } = this;
    for (let way = 0; way < ways; way++) {
      const change = contents[way * pieces + piece] - contents[way * pieces + before];
      if (change === 0) continue;
      const first = square * ways + way;
      const end = linkOffsets[first + 1];
      for (let i = linkOffsets[first]; i < end; i += WORDS) {
        const place = links[i];
        const old = combinations[place];
        const combination = old + change * links[i + 1];
        combinations[place] = combination;
        sum += weights[combination] - weights[old];
      }
    }
    this.kept[square] = piece;
    this.sum = sum;
  }
}
