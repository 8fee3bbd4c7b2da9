import type { Game } from '../../game.ts';
import type { Patterns } from '../../patterns.ts';
import type { Position } from '../../position.ts';
import { mayLieBeyond, type PatternTables, tablesOf } from './pattern-tables.ts';
import { sightOf, turned } from './turns.ts';

/** Where the patterns of a game lie on boards of one size, in the first player's view. */
export interface PatternPlaces {
  /** Squares of the board. */
  readonly squares: number;
  /** For each place the index of its table. */
  readonly tables: Int32Array;
  /** The squares of place i, in the order of its pattern, from offsets[i] up to offsets[i + 1]; -1 for one beyond the edge. */
  readonly cells: Int16Array;
  readonly offsets: Int32Array;
  /** For each square of the board the one that the second player sees it as. */
  readonly seenBySecond: Int16Array;
}

/** Lays each pattern wherever it fits, by every symmetry of the board; squares that are covered twice in one table count once. */
export function placesOf(game: Game, { patterns, list }: PatternTables, size: number): PatternPlaces {
  const { rows, columns, symmetries, ofSecond } = sightOf(game, patterns, size);
  const isOn = (row: number, column: number) => row >= 0 && row < rows && column >= 0 && column < columns;
  const found: number[] = [];
  const cells: number[] = [];
  const offsets = [0];
  let first = 0;
  for (const pattern of patterns.list) {
    const { cells: shape } = list[first];
    const height = pattern.squares.length;
    const width = Math.max(...pattern.squares.map((line) => line.length));
    const laid = new Map<string, number>();
    for (let top = 1 - height; top < rows; top++) {
      for (let left = 1 - width; left < columns; left++) {
        const placed = shape.map(({ row, column }) => ({ row: top + row, column: left + column }));
        const fits = placed.every(
          ({ row, column }, i) => isOn(row, column) || mayLieBeyond(pattern, shape[i]),
        );
        if (!fits) continue;
        const place = pattern.places?.of(top, left, rows, columns) ?? 0;
        if (place < 0 || place >= (pattern.places?.names.length ?? 1)) continue;
        for (const turn of symmetries) {
          const seen = placed.map((cell) => turned(turn, cell, rows, columns));
          const name = seen
            .map(({ row, column }) => (row + height) * 1000 + column + width)
            .toSorted((a, b) => a - b)
            .join(' ');
          const before = laid.get(name);
          if (before !== undefined && before !== place)
            throw new Error(
              `the pattern ${pattern.name} of ${game.name} is in two places of the board at once`,
            );
          if (before !== undefined) continue;
          laid.set(name, place);
          found.push(first + place);
          for (const { row, column } of seen) cells.push(isOn(row, column) ? row * columns + column : -1);
          offsets.push(cells.length);
        }
      }
    }
    first += pattern.places?.names.length ?? 1;
  }
  const seenBySecond = Int16Array.from({ length: rows * columns }, (_, square) => {
    const to = turned(
      ofSecond,
      { row: Math.floor(square / columns), column: square % columns },
      rows,
      columns,
    );
    return to.row * columns + to.column;
  });
  return {
    squares: rows * columns,
    tables: Int32Array.from(found),
    cells: Int16Array.from(cells),
    offsets: Int32Array.from(offsets),
    seenBySecond,
  };
}

/** How tables tell pieces apart, as a side sees them: for each way and each number of a piece its content, and the way of each table. */
export function contentsByPiece({ patterns, list }: PatternTables, side: 0 | 1) {
  const [own, enemy] = patterns.pieces;
  const letters = side === 0 ? `.${own}${enemy}` : `.${enemy}${own}`;
  const names = list.map(({ pattern }) => pattern.contents.join(' '));
  const ways = [...new Set(names)];
  const contents = ways.flatMap((name) => {
    const groups = name.split(' ');
    return Array.from(letters, (letter) => groups.findIndex((group) => group.includes(letter)));
  });
  return {
    contents: Int32Array.from(contents),
    ways: ways.length,
    wayOf: names.map((name) => ways.indexOf(name)),
    pieces: letters.length,
  };
}

/** Reads boards as the player to move sees them: as if that were the first player. */
export class MoversView {
  readonly squares: number;
  private readonly patterns: Patterns;
  private readonly raw: Int8Array;
  private readonly places: PatternPlaces;

  constructor(game: Game, size: number) {
    const tables = tablesOf(game)!;
    this.patterns = tables.patterns;
    this.places = placesOf(game, tables, size);
    this.squares = this.places.squares;
    this.raw = new Int8Array(this.squares);
  }

  /** Writes the piece on each square from `start` on. */
  write(position: Position, pieces: Uint8Array, start: number): void {
    const { raw } = this;
    this.patterns.read(position, raw);
    if (position.turn === 0) {
      pieces.set(raw, start);
      return;
    }
    const kinds = this.patterns.pieces[0].length;
    for (let square = 0; square < raw.length; square++) {
      const piece = raw[square];
      pieces[start + this.places.seenBySecond[square]] =
        piece === 0 ? 0 : piece > kinds ? piece - kinds : piece + kinds;
    }
  }
}
