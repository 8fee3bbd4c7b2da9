import type { Numbering } from '../../numbering.ts';
import {
  Arrangements,
  facing,
  type Material,
  MOST_PIECES,
  piecesOf,
  rowCount,
  Rows,
  SQUARE_BITS,
  squareOf,
  symmetriesOf,
  type Symmetry,
} from './arrangements.ts';
import { otherSide, type Side } from '../../position.ts';
import { KIND, type Piece, RaichuPosition } from './position.ts';

/** The positions of one material: a row for each arrangement of the player to move up to symmetry, a column for each of the enemy. */
export interface Ending {
  /** For people: RR v RK, the player to move first; P is a Pichu, K a Pikachu, R a Raichu. */
  readonly name: string;
  readonly own: Material;
  readonly enemy: Material;
  /** Only Raichus, so that all eight symmetries are the same. */
  readonly isBare: boolean;
  /** Its first number. */
  readonly first: number;
  readonly rows: number;
  readonly columns: number;
}

/** Bare Raichus are numbered up to so many pieces more than others. */
const MORE_BARE = 2;

/**
 * All endings with at most so many pieces, and of Raichus alone with two more, in an order in which captures and promotions lead to
 * earlier ones. The two of a material, by who is to move, stand together.
 */
export function endingsOf(boards: Boards, pieces: number): Ending[] {
  const pairs: { own: Material; enemy: Material; order: number }[] = [];
  const most = pieces + MORE_BARE;
  const materials = materialsUpTo(Math.min(most - 1, MOST_PIECES));
  materials.forEach((own, i) => {
    for (const enemy of materials.slice(0, i + 1)) {
      const all = piecesOf(own) + piecesOf(enemy);
      const unpromoted = own[0] + own[1] + enemy[0] + enemy[1];
      if (all > most || (unpromoted > 0 && all > pieces)) continue;
      pairs.push({ own, enemy, order: 100 * all + unpromoted });
    }
  });
  const endings: Ending[] = [];
  let first = 0;
  const add = (own: Material, enemy: Material) => {
    const isBare = own[2] + enemy[2] === piecesOf(own) + piecesOf(enemy);
    const rows = rowCount(boards.arrangements(own), boards.symmetries(isBare));
    const columns = boards.arrangements(enemy).count;
    endings.push({ name: nameOf(own, enemy), own, enemy, isBare, first, rows, columns });
    first += rows * columns;
  };
  for (const { own, enemy } of pairs.toSorted((a, b) => a.order - b.order)) {
    add(own, enemy);
    if (own !== enemy) add(enemy, own);
  }
  return endings;
}

export function nameOf(own: Material, enemy: Material): string {
  return `${lettersOf(own)} v ${lettersOf(enemy)}`;
}

function lettersOf([pichus, pikachus, raichus]: Material): string {
  return 'R'.repeat(raichus) + 'K'.repeat(pikachus) + 'P'.repeat(pichus);
}

function materialsUpTo(pieces: number): Material[] {
  const materials: Material[] = [];
  for (let all = 1; all <= pieces; all++)
    for (let raichus = all; raichus >= 0; raichus--)
      for (let pikachus = all - raichus; pikachus >= 0; pikachus--)
        materials.push([all - raichus - pikachus, pikachus, raichus]);
  return materials;
}

/** What is worked out once for a size of board: arrangements by material, and their rows. */
export class Boards {
  readonly size: number;
  private readonly arranged = new Map<string, Arrangements>();
  private readonly rowsBy = new Map<string, Rows>();
  private readonly symmetriesBy: readonly [Symmetry[], Symmetry[]];

  constructor(size: number) {
    this.size = size;
    this.symmetriesBy = [symmetriesOf(size, false), symmetriesOf(size, true)];
  }

  symmetries(isBare: boolean): readonly Symmetry[] {
    return this.symmetriesBy[isBare ? 1 : 0];
  }

  arrangements(material: Material): Arrangements {
    const name = lettersOf(material);
    const known = this.arranged.get(name);
    if (known !== undefined) return known;
    const made = new Arrangements(this.size, material);
    this.arranged.set(name, made);
    return made;
  }

  rows(material: Material, isBare: boolean): Rows {
    const name = lettersOf(material) + (isBare ? ' bare' : '');
    const known = this.rowsBy.get(name);
    if (known !== undefined) return known;
    const made = new Rows(this.arrangements(material), this.symmetries(isBare));
    this.rowsBy.set(name, made);
    return made;
  }
}

/** The tables by which positions of an ending are numbered; those of rows are made when they are first asked for. */
class EndingTables {
  readonly ending: Ending;
  readonly own: Arrangements;
  readonly enemy: Arrangements;
  readonly symmetries: readonly Symmetry[];
  private readonly boards: Boards;
  private made: Rows | undefined;

  constructor(boards: Boards, ending: Ending) {
    this.ending = ending;
    this.boards = boards;
    this.own = boards.arrangements(ending.own);
    this.enemy = boards.arrangements(ending.enemy);
    this.symmetries = boards.symmetries(ending.isBare);
  }

  get rows(): Rows {
    this.made ??= this.boards.rows(this.ending.own, this.ending.isBare);
    return this.made;
  }
}

/** Numbers endings: the number of a position is the first of its ending, and then row by row. Of equal columns the least counts. */
export class RaichuNumbering implements Numbering {
  readonly count: number;
  readonly position: RaichuPosition;
  readonly endings: readonly Ending[];
  private readonly tables: readonly EndingTables[];
  private readonly byMaterial = new Map<number, EndingTables>();
  private readonly most: number;
  private readonly pieces: Piece[];
  private readonly own = new Int32Array(MOST_PIECES);
  private readonly enemy = new Int32Array(MOST_PIECES);
  private readonly turned = new Int32Array(MOST_PIECES);
  private readonly next = new Int32Array(3);
  /** Of each square of a position, the one that White sees there, and Black. */
  private readonly views: readonly [Int8Array, Int8Array];
  // How many boards share the number last asked for.
  private sharedBy = 0;

  /** Has numbers for positions of the endings alone that are chosen. */
  constructor(size: number, pieces: number, isChosen: (ending: Ending) => boolean = () => true) {
    const boards = new Boards(size);
    this.endings = endingsOf(boards, pieces);
    this.tables = this.endings.map((ending) => new EndingTables(boards, ending));
    for (const tables of this.tables)
      if (isChosen(tables.ending)) this.byMaterial.set(codeOf(tables.own, tables.enemy), tables);
    const last = this.endings.at(-1)!;
    this.count = last.first + last.rows * last.columns;
    this.most = pieces + MORE_BARE;
    this.pieces = Array<Piece>(size * size).fill(0);
    this.position = new RaichuPosition(size, 0, this.pieces);
    const { rows, width } = this.position;
    const seen = (square: number) => (rows[square] - 1) * size + (square % width) - 1;
    this.views = [
      Int8Array.from(rows, (_, i) => seen(i)),
      Int8Array.from(rows, (_, i) => facing(size, seen(i))),
    ];
  }

  place(number: number): number {
    const { pieces, position } = this;
    const tables = this.tables[this.placeOf(number)];
    const { first, columns } = tables.ending;
    const column = (number - first) % columns;
    const arrangement = tables.rows.arrangementOf[(number - first - column) / columns];
    if (tables.enemy.squares[column] === -1) return 0;
    pieces.fill(0);
    const isFree = this.put(tables.own, arrangement, 0) && this.put(tables.enemy, column, 4);
    if (!isFree || this.leastColumn(tables, arrangement, tables.enemy.squares[column]) !== column) return 0;
    position.place(pieces);
    return position.hasMove() ? this.sharedBy : 0;
  }

  boardsOf(number: number): number {
    return this.place(number);
  }

  numberOf(position: RaichuPosition): number {
    const { turn, counts } = position;
    const [own, enemy] = [counts[turn], counts[turn ^ 1]];
    if (own + enemy > this.most || own > MOST_PIECES || enemy > MOST_PIECES) return -1;
    const ownMaterial = this.gather(position, turn, this.own);
    const enemyMaterial = this.gather(position, otherSide(turn), this.enemy);
    const tables = this.byMaterial.get((ownMaterial << 9) | enemyMaterial);
    if (tables === undefined) return -1;
    const arrangement = tables.own.numberOf(this.own);
    let packed = 0;
    for (let i = 0; i < enemy; i++) packed |= this.enemy[i] << (SQUARE_BITS * i);
    const { first, columns } = tables.ending;
    return first + tables.rows.rowOf[arrangement] * columns + this.leastColumn(tables, arrangement, packed);
  }

  /** The place of the ending that a number is of in the list of all. */
  placeOf(number: number): number {
    const { endings } = this;
    let low = 0;
    for (let high = endings.length; high - low > 1;) {
      const middle = (low + high) >> 1;
      if (endings[middle].first <= number) low = middle;
      else high = middle;
    }
    return low;
  }

  /** The least column that the enemy's arrangement has once the own one has been turned into that of its row. */
  private leastColumn(
    { enemy, symmetries, rows }: EndingTables,
    arrangement: number,
    packed: number,
  ): number {
    const { turned } = this;
    const turns = rows.turnsOf[arrangement];
    let least = Infinity;
    let equal = 0;
    for (let rest = turns; rest !== 0; rest &= rest - 1) {
      const turn = symmetries[31 - Math.clz32(rest & -rest)].enemy;
      for (let i = 0; i < enemy.pieces; i++) turned[i] = turn[squareOf(packed, i)];
      const image = enemy.numberOf(turned);
      if (image < least) {
        least = image;
        equal = 1;
      } else if (image === least) equal++;
    }
    this.sharedBy = symmetries.length / equal;
    return least;
  }

  /** Puts a side's pieces on the board; false where a square is taken. White is to move, so its view is the board's own. */
  private put(arrangements: Arrangements, number: number, colour: number): boolean {
    const { pieces } = this;
    const packed = arrangements.squares[number];
    for (let i = 0; i < arrangements.pieces; i++) {
      const seen = squareOf(packed, i);
      const square = colour === 0 ? seen : facing(arrangements.size, seen);
      if (pieces[square] !== 0) return false;
      pieces[square] = colour + arrangements.kinds[i] + 1;
    }
    return true;
  }

  /** Writes the squares of a side as it sees them, kind by kind, and returns its material. */
  private gather(position: RaichuPosition, side: Side, squares: Int32Array): number {
    const { board } = position;
    const { next, views } = this;
    const view = views[side];
    const from = position.firstNumber(side);
    const end = position.lastNumber(side);
    next[0] = next[1] = next[2] = 0;
    let count = 0;
    for (let number = from; number < end; number++) {
      const square = board[number];
      if (square === 0) continue;
      next[(board[square] & KIND) - 1]++;
      squares[count++] = view[square];
    }
    const material = (next[0] << 6) | (next[1] << 3) | next[2];
    // Of one kind they are in their place.
    if (next[0] === count || next[1] === count || next[2] === count) return material;
    next[2] = next[0] + next[1];
    next[1] = next[0];
    next[0] = 0;
    for (let number = from; number < end; number++) {
      const square = board[number];
      if (square !== 0) squares[next[(board[square] & KIND) - 1]++] = view[square];
    }
    return material;
  }
}

function codeOf(own: Arrangements, enemy: Arrangements): number {
  const codes = [own, enemy].map(
    ({ material: [pichus, pikachus, raichus] }) => (pichus << 6) | (pikachus << 3) | raichus,
  );
  return (codes[0] << 9) | codes[1];
}
