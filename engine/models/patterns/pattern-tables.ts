import type { Game } from '../../game.ts';
import { BEYOND, type Pattern, type Patterns } from '../../patterns.ts';
import { type Cell, type Sight, sightOf, turned } from './turns.ts';

/** A pattern on one part of the board: a weight for each combination, those that are the same by a symmetry having one. */
export interface PatternTable {
  /** Of the pattern, and of the part of the board where it has several. */
  readonly name: string;
  readonly pattern: Pattern;
  /** The pattern's squares in their order, row by row, from its upper left corner. */
  readonly cells: readonly Cell[];
  /** Contents of a square, with that of one beyond the edge where the pattern may have any. */
  readonly base: number;
  /** Where its combinations begin among those of all tables. */
  readonly start: number;
  /** How many combinations there are: base to the power of its squares. */
  readonly length: number;
  /** For each combination the one that it shares its weight with; -1 for those without a piece, which have none. */
  readonly shared: Int32Array;
}

/** No game's tables have more combinations than this together. */
const MOST_COMBINATIONS = 1 << 22;

/** The tables of a game in the order of its patterns. */
export class PatternTables {
  readonly patterns: Patterns;
  readonly list: readonly PatternTable[];
  /** Combinations of all tables. */
  readonly length: number;

  constructor(game: Game, patterns: Patterns) {
    this.patterns = patterns;
    const sight = sightOf(game, patterns, game.usualSize);
    const list: PatternTable[] = [];
    let start = 0;
    for (const pattern of patterns.list) {
      const fault = faultOf(pattern, patterns, list);
      if (fault !== undefined) throw new Error(`the pattern ${pattern.name} of ${game.name} ${fault}`);
      const cells = cellsOf(pattern);
      const base = pattern.contents.length + (mayReachBeyond(pattern) ? 1 : 0);
      const length = base ** cells.length;
      const places = pattern.places?.names ?? [undefined];
      if (start + length * places.length > MOST_COMBINATIONS)
        throw new Error(`the patterns of ${game.name} have more than ${MOST_COMBINATIONS} combinations`);
      const shared = sharedBy(ordersOf(pattern, cells, sight), cells.length, base, pattern.contents.length);
      for (const place of places) {
        const name = place === undefined ? pattern.name : `${pattern.name}, ${place}`;
        list.push({ name, pattern, cells, base, start, length, shared });
        start += length;
      }
    }
    this.list = list;
    this.length = start;
  }

  /** The table that a combination of all belongs to. */
  tableOf(combination: number): PatternTable {
    return this.list.find(({ start, length }) => combination < start + length)!;
  }
}

/** The contents of a combination as letters of the first player's view, square by square. */
export function combinationName({ pattern, cells, base }: PatternTable, combination: number): string {
  return contentsOf(combination, cells.length, base)
    .map((content) => pattern.contents[content]?.[0] ?? BEYOND)
    .join('');
}

/** The combination of a name; undefined where it is none, or another stands for it, or it has no weight. */
export function combinationNamed(
  { pattern, cells, base, shared }: PatternTable,
  name: string,
): number | undefined {
  if (name.length !== cells.length) return undefined;
  const letters =
    pattern.contents.map((group) => group[0]).join('') + (base > pattern.contents.length ? BEYOND : '');
  let combination = 0;
  for (let i = name.length - 1; i >= 0; i--) {
    const content = letters.indexOf(name[i]);
    if (content === -1) return undefined;
    combination = combination * base + content;
  }
  return shared[combination] === combination ? combination : undefined;
}

/** The squares of a pattern, row by row. */
function cellsOf({ squares }: Pattern): Cell[] {
  return squares.flatMap((line, row) =>
    Array.from(line, (sign, column) => ({ sign, row, column }))
      .filter(({ sign }) => sign === '#' || sign === '+')
      .map(({ row: itsRow, column }) => ({ row: itsRow, column })),
  );
}

/** Whether a square of the pattern may lie beyond the edge. */
export function mayLieBeyond({ squares }: Pattern, { row, column }: Cell): boolean {
  return squares[row][column] === '+';
}

const mayReachBeyond = (pattern: Pattern) => pattern.squares.some((line) => line.includes('+'));

/** The orders of a pattern's squares in which its own symmetries leave it where it is; the first changes nothing. */
function ordersOf(pattern: Pattern, cells: readonly Cell[], { symmetries }: Sight): number[][] {
  const rows = pattern.squares.length;
  const columns = Math.max(...pattern.squares.map((line) => line.length));
  const marked = (cell: Cell) => `${cell.row} ${cell.column}`;
  return symmetries.flatMap((turn) => {
    const images = cells.map((cell) => turned(turn, cell, rows, columns));
    const top = Math.min(...images.map(({ row }) => row)) - Math.min(...cells.map(({ row }) => row));
    const left =
      Math.min(...images.map(({ column }) => column)) - Math.min(...cells.map(({ column }) => column));
    const order = images.map((image) =>
      cells.findIndex(
        (cell) => marked(cell) === marked({ row: image.row - top, column: image.column - left }),
      ),
    );
    const isSame = order.every(
      (to, from) => to !== -1 && mayLieBeyond(pattern, cells[to]) === mayLieBeyond(pattern, cells[from]),
    );
    return isSame ? [order] : [];
  });
}

/** For each combination the least of those that the orders make of it. */
function sharedBy(orders: readonly number[][], squares: number, base: number, contents: number): Int32Array {
  const shared = new Int32Array(base ** squares);
  const powers = Array.from({ length: squares }, (_, i) => base ** i);
  for (let combination = 0; combination < shared.length; combination++) {
    const each = contentsOf(combination, squares, base);
    const isEmpty = each.every((content) => content === 0 || content === contents);
    let least = combination;
    for (const order of orders) {
      let image = 0;
      for (let i = 0; i < squares; i++) image += each[i] * powers[order[i]];
      if (image < least) least = image;
    }
    shared[combination] = isEmpty ? -1 : least;
  }
  return shared;
}

function contentsOf(combination: number, squares: number, base: number): number[] {
  const each: number[] = [];
  for (let i = 0, rest = combination; i < squares; i++, rest = Math.floor(rest / base))
    each.push(rest % base);
  return each;
}

function faultOf(
  pattern: Pattern,
  { pieces }: Patterns,
  before: readonly PatternTable[],
): string | undefined {
  const letters = `.${pieces.join('')}`;
  const told = pattern.contents.join('');
  if (before.some((table) => table.pattern.name === pattern.name)) return 'is declared twice';
  if (!pattern.squares.some((line) => line.includes('#'))) return 'has no square that is on the board';
  if (pattern.contents[0]?.[0] !== '.') return 'does not begin its contents with the empty square';
  if (told.length !== letters.length || ![...letters].every((letter) => told.includes(letter)))
    return `tells ${JSON.stringify(told)} apart; expected each of ${JSON.stringify(letters)} once`;
  return letters.includes(BEYOND) ? `has ${BEYOND} for a piece, which stands for the edge` : undefined;
}

const byGame = new WeakMap<Game, PatternTables>();

/** The tables of a game's patterns; undefined where it declares none. */
export function tablesOf(game: Game): PatternTables | undefined {
  if (game.patterns === undefined) return undefined;
  const tables = byGame.get(game) ?? new PatternTables(game, game.patterns);
  byGame.set(game, tables);
  return tables;
}
