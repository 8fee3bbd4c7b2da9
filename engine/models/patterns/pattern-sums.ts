import type { PatternPlaces } from './pattern-places.ts';
import { contentsByPiece } from './pattern-places.ts';
import type { PatternTables } from './pattern-tables.ts';

// A link of a square: a place that it is part of, what one content more is worth there, and where the contents of its table begin.
const WORDS = 3;

/**
 * The combinations of all places as one side sees a board, and the sum of their weights, kept up to date square by square: a search
 * asks for boards that differ in a few.
 */
export class PatternSums {
  sum: number;
  /** For each place its combination, counted through all tables. */
  readonly combinations: Int32Array;
  private readonly weights: Int16Array;
  private readonly contents: Int32Array;
  private readonly links: Int32Array;
  private readonly linkOffsets: Int32Array;
  /** The piece on each square. */
  private readonly kept: Int8Array;

  /** Of an empty board; `weights` has one for each combination of all tables. */
  constructor(tables: PatternTables, places: PatternPlaces, side: 0 | 1, weights: Int16Array) {
    const { contents, pieces } = contentsByPiece(tables, side);
    const { tables: tableOf, cells, offsets, seenBySecond, squares } = places;
    const rawSquare = new Int16Array(squares);
    for (let square = 0; square < squares; square++)
      rawSquare[side === 0 ? square : seenBySecond[square]] = square;
    const bySquare: number[][] = Array.from({ length: squares }, () => []);
    this.combinations = Int32Array.from(tableOf, (table) => tables.list[table].start);
    for (let place = 0; place < tableOf.length; place++) {
      const { base } = tables.list[tableOf[place]];
      for (let i = offsets[place], factor = 1; i < offsets[place + 1]; i++, factor *= base) {
        if (cells[i] === -1) this.combinations[place] += factor * (base - 1);
        else bySquare[rawSquare[cells[i]]].push(place, factor, tableOf[place] * pieces);
      }
    }
    this.weights = weights;
    this.contents = contents;
    this.links = Int32Array.from(bySquare.flat());
    this.linkOffsets = new Int32Array(squares + 1);
    bySquare.forEach(
      (links, square) => (this.linkOffsets[square + 1] = this.linkOffsets[square] + links.length),
    );
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
    const { links, contents, combinations, weights } = this;
    const before = this.kept[square];
    const end = this.linkOffsets[square + 1];
    let { sum } = this;
    for (let i = this.linkOffsets[square]; i < end; i += WORDS) {
      const first = links[i + 2];
      const change = contents[first + piece] - contents[first + before];
      if (change === 0) continue;
      const place = links[i];
      const old = combinations[place];
      const combination = old + change * links[i + 1];
      combinations[place] = combination;
      sum += weights[combination] - weights[old];
    }
    this.kept[square] = piece;
    this.sum = sum;
  }
}
