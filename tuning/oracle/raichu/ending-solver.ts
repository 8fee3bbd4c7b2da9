import {
  type Arrangements,
  facing,
  piecesOf,
  type Rows,
  squareOf,
  type Symmetry,
} from '../../../engine/games/raichu/arrangements.ts';
import { type Boards, type Ending, nameOf } from '../../../engine/games/raichu/numbering.ts';
import { NO_POSITION } from '../../tables/exact-values.ts';
import { directionsOf, DIRECTIONS, Extensions, Lines, promoted, without } from './rays.ts';

// Values while an ending is solved, besides the final ones; as stored, with eight bits. A player without a move has lost.
export const BLOCKED = -128;
const OVERLAP = -127;
/** No distance is longer. */
export const LONGEST_STORED = 126;

// What is known of a position while its ending is solved: nothing; that it is not lost, for a capture or promotion draws; its value.
const OPEN = 0;
const SAFE = 1;
const DECIDED = 2;

const RAICHU = 2;

/** What all endings of a board share. */
export interface Ground {
  boards: Boards;
  lines: Lines;
  extensions: Extensions;
  endings: ReadonlyMap<string, Ending>;
  /** The values of all endings, by number. */
  values: Int8Array;
}

export function groundOf(boards: Boards, endings: readonly Ending[], values: Int8Array): Ground {
  return {
    boards,
    lines: new Lines(boards.size),
    extensions: new Extensions(boards.size * boards.size),
    endings: new Map(endings.map((ending) => [ending.name, ending])),
    values,
  };
}

/** How many values a step has written: wins, losses, and positions without a move. */
export interface Written {
  won: number;
  lost: number;
  blocked: number;
}

/** The positions after captures and promotions of one kind, where the enemy's arrangement is given. */
interface Conversion {
  /** The first number of the row of the enemy, who is then to move. */
  base: number;
  /** How the mover's squares are turned for that row. */
  turn: Int8Array;
  strides: Int32Array;
}

/**
 * Solves one ending, together with the one in which the other side is to move. All positions that have the same enemy arrangement make
 * a line here: quiet moves of the player to move lead from there to positions that stand in one row of the other ending, by the number of
 * the mover's new arrangement. So a line is solved within two short pieces of memory. Of a line of equal columns each is worked out.
 *
 * Several threads may work at different lines, or at parts of one: they read only what was written in earlier steps, and two who
 * write the same place write the same.
 */
export class EndingSolver {
  private readonly ground: Ground;
  private readonly ending: Ending;
  /** What is known of each position: lines of `own.count`, one for each row of the enemy's. */
  private readonly known: Uint8Array;
  private readonly own: Arrangements;
  private readonly enemy: Arrangements;
  private readonly ownRows: Rows;
  private readonly enemyRows: Rows;
  private readonly symmetries: readonly Symmetry[];
  /** The ending with the other side to move. */
  private readonly other: Ending;
  private readonly extend: readonly Int32Array[];
  // What stands on each square: 0 nothing, 1 to 3 an enemy Pichu, Pikachu, Raichu, 4 an own piece; the last one is no square.
  private readonly board: Uint8Array;

  // Of the line that is worked on: the enemy's pieces, the row of the other ending, the columns that symmetries give the enemy's.
  private readonly enemies = new Int32Array(5);
  private readonly columns = new Int32Array(8);
  private row = 0;
  private line = 0;
  private conversions: (Conversion | undefined)[] = [];
  // Of the position that is worked on.
  private readonly squares = new Int32Array(5);
  private readonly written: Written = { won: 0, lost: 0, blocked: 0 };

  constructor(ground: Ground, ending: Ending, known: Uint8Array) {
    const { boards, lines, extensions, endings } = ground;
    const { own, enemy, isBare } = ending;
    this.ground = ground;
    this.ending = ending;
    this.known = known;
    this.own = boards.arrangements(own);
    this.enemy = boards.arrangements(enemy);
    this.ownRows = boards.rows(own, isBare);
    this.enemyRows = boards.rows(enemy, isBare);
    this.symmetries = boards.symmetries(isBare);
    this.other = endings.get(nameOf(enemy, own))!;
    // A promotion makes one Raichu more.
    const longest = Math.max(own[0], own[1], own[2] + (own[0] + own[1] > 0 ? 1 : 0));
    this.extend = Array.from({ length: longest + 1 }, (_, size) => extensions.to(size));
    this.board = new Uint8Array(lines.end + 1);
    this.board[lines.end] = 4;
  }

  /** The lines, and the positions in each. */
  get lines(): number {
    return this.other.rows;
  }

  get lineLength(): number {
    return this.own.count;
  }

  /** Values that captures, promotions and having no move give; lines and positions of each from one up to another. */
  begin(firstLine: number, lastLine: number, from: number, to: number): Written {
    this.reset();
    for (let line = firstLine; line < lastLine; line++) {
      this.enterLine(line);
      for (let number = from; number < to; number++) this.beginAt(number);
      this.leaveLine();
    }
    return this.written;
  }

  /**
   * Wins and losses in exactly so many plies, from those of the other ending in one ply less. `isDense`: so many of these are won that
   * every open position is looked at rather than those before them.
   */
  spread(
    plies: number,
    isDense: boolean,
    firstLine: number,
    lastLine: number,
    from: number,
    to: number,
  ): Written {
    this.reset();
    const { values } = this.ground;
    const lost = plies === 1 ? BLOCKED : 1 - plies;
    const won = plies === 1 ? NO_POSITION : plies - 1;
    for (let line = firstLine; line < lastLine; line++) {
      this.enterLine(line);
      const { row } = this;
      for (let number = from; number < to; number++) {
        const value = values[row + number];
        if (value === lost) this.spreadFrom(number, plies, true);
        else if (value === won && !isDense) this.spreadFrom(number, plies, false);
      }
      if (isDense)
        for (let number = from; number < to; number++)
          if (this.known[this.line + number] === OPEN && this.isLost(number, plies))
            this.write(number, -plies);
      this.leaveLine();
    }
    return this.written;
  }

  private reset(): void {
    this.written.won = this.written.lost = this.written.blocked = 0;
  }

  private enterLine(line: number): void {
    const { enemy, other, enemies, board, columns, ground } = this;
    const number = this.enemyRows.arrangementOf[line];
    const packed = enemy.squares[number];
    for (let i = 0; i < enemy.pieces; i++) {
      const seen = squareOf(packed, i);
      enemies[i] = facing(ground.boards.size, seen);
      board[enemies[i]] = enemy.kinds[i] + 1;
    }
    for (let which = 0; which < this.symmetries.length; which++)
      columns[which] = imageOf(enemy, packed, this.symmetries[which].enemy);
    this.row = other.first + line * other.columns;
    this.line = line * this.own.count;
    this.conversions = [];
  }

  private leaveLine(): void {
    for (let i = 0; i < this.enemy.pieces; i++) this.board[this.enemies[i]] = 0;
  }

  /** Gives a position its value, in all equal columns. */
  private write(number: number, value: number): void {
    const { ending, ownRows, columns, written } = this;
    const { values } = this.ground;
    const row = ending.first + ownRows.rowOf[number] * ending.columns;
    this.known[this.line + number] = DECIDED;
    for (let turns = ownRows.turnsOf[number]; turns !== 0; turns &= turns - 1)
      values[row + columns[31 - Math.clz32(turns & -turns)]] = value;
    if (value > 0) written.won++;
    else if (value === BLOCKED) written.blocked++;
    else if (value < 0) written.lost++;
  }

  private beginAt(number: number): void {
    const { own, board, squares, known } = this;
    const { lines } = this.ground;
    const packed = own.squares[number];
    if (packed === -1) return;
    const { pieces, kinds } = own;
    for (let i = 0; i < pieces; i++) {
      const square = squareOf(packed, i);
      if (board[square] !== 0) return;
      squares[i] = square;
    }
    for (let i = 0; i < pieces; i++) board[squares[i]] = 4;

    const { starts, squares: ahead } = lines.jump;
    const farRow = lines.end - lines.size;
    let isQuiet = false;
    let isSafe = false;
    let isLosing = false;
    let isWon = false;
    for (let i = 0; i < pieces && !isWon; i++) {
      const kind = kinds[i];
      const from = squares[i];
      const plainSteps = lines.plainSteps[kind];
      const first = (kind * lines.end + from) * DIRECTIONS;
      for (let direction = 0; direction < directionsOf[kind] && !isWon; direction++) {
        const start = starts[first + direction];
        let at = start;
        let to = ahead[at];
        while (board[to] === 0) {
          if (at - start < plainSteps) {
            if (kind === RAICHU || to < farRow) isQuiet = true;
            else {
              const value = this.valueAfter(i, to, -1);
              if (value < 0) isWon = true;
              else if (value === 0) isSafe = true;
              else isLosing = true;
            }
          }
          to = ahead[++at];
        }
        if (board[to] === 4 || board[to] > kind + 1) continue;
        const jumped = to;
        for (to = ahead[++at]; board[to] === 0; to = ahead[++at]) {
          const value = this.valueAfter(i, to, jumped);
          if (value < 0) isWon = true;
          else if (value === 0) isSafe = true;
          else isLosing = true;
          if (isWon) break;
        }
      }
    }
    for (let i = 0; i < pieces; i++) board[squares[i]] = 0;

    if (isWon) this.write(number, 1);
    else if (!isQuiet && !isSafe) this.write(number, isLosing ? -1 : BLOCKED);
    else {
      this.write(number, 0);
      known[this.line + number] = isQuiet ? (isSafe ? SAFE : OPEN) : DECIDED;
    }
  }

  /** What the enemy has after a capture or a promotion: the piece goes to a square, over the one on another or over none (-1). */
  private valueAfter(piece: number, to: number, jumped: number): number {
    const { own, squares, enemies, enemy, ground, extend } = this;
    const { kinds, pieces } = own;
    const area = ground.lines.end;
    let taken = 0;
    if (jumped === -1) taken = enemy.pieces;
    else if (enemy.pieces === 1) return BLOCKED;
    else while (enemies[taken] !== jumped) taken++;
    const becomesRaichu = kinds[piece] !== RAICHU && to >= area - ground.lines.size;
    const index = taken * 4 + (becomesRaichu ? kinds[piece] + 1 : 0);
    const { base, turn, strides } = this.conversions[index] ?? this.conversion(index);
    let pichus = 0;
    let pikachus = 0;
    let raichus = 0;
    let pichuSet = 0;
    let pikachuSet = 0;
    let raichuSet = 0;
    for (let i = 0; i < pieces; i++) {
      const square = turn[i === piece ? to : squares[i]];
      const kind = i === piece && becomesRaichu ? RAICHU : kinds[i];
      if (kind === RAICHU) raichuSet = extend[++raichus][raichuSet * area + square];
      else if (kind === 1) pikachuSet = extend[++pikachus][pikachuSet * area + square];
      else pichuSet = extend[++pichus][pichuSet * area + square];
    }
    return ground.values[base + pichuSet * strides[0] + pikachuSet * strides[1] + raichuSet];
  }

  private conversion(index: number): Conversion {
    const { ending, enemy, own, ground } = this;
    const { boards, endings } = ground;
    const taken = index >> 2;
    const promotedKind = (index & 3) - 1;
    const isTaken = taken < enemy.pieces;
    const material = isTaken ? without(ending.enemy, enemy.kinds[taken]) : ending.enemy;
    const ownMaterial = promotedKind === -1 ? ending.own : promoted(ending.own, promotedKind);
    const after = endings.get(nameOf(material, ownMaterial))!;
    const left = boards.arrangements(material);
    const rows = boards.rows(material, after.isBare);
    const squares = Int32Array.from(this.enemies.subarray(0, enemy.pieces), (square) =>
      facing(boards.size, square),
    ).filter((_, i) => i !== taken);
    const arrangement = left.numberOf(squares);
    const which = 31 - Math.clz32(rows.turnsOf[arrangement]);
    const conversion = {
      base: after.first + rows.rowOf[arrangement] * after.columns,
      turn: boards.symmetries(after.isBare)[which].enemy,
      strides: ownMaterial === ending.own ? own.strides : boards.arrangements(ownMaterial).strides,
    };
    this.conversions[index] = conversion;
    return conversion;
  }

  /** The number of the arrangement with a piece taken away is this and `setWithout` extended by a square. */
  private setWithout(piece: number): number {
    const { squares, extend } = this;
    const { kinds, pieces } = this.own;
    const area = this.ground.lines.end;
    const kind = kinds[piece];
    let size = 0;
    let set = 0;
    for (let i = 0; i < pieces; i++)
      if (i !== piece && kinds[i] === kind) set = extend[++size][set * area + squares[i]];
    return set;
  }

  /** Whether every quiet move leads to a position that is won in fewer plies. */
  private isLost(number: number, plies: number): boolean {
    const { own, board, squares, ground, extend, row } = this;
    const { values, lines } = ground;
    const { pieces, kinds, material, strides } = own;
    const area = lines.end;
    const packed = own.squares[number];
    for (let i = 0; i < pieces; i++) {
      squares[i] = squareOf(packed, i);
      board[squares[i]] = 4;
    }
    const { starts, squares: ahead } = lines.plain;
    let isLost = true;
    for (let i = 0; i < pieces && isLost; i++) {
      const kind = kinds[i];
      const from = squares[i];
      const stride = strides[kind];
      const set = this.setWithout(i) * area;
      const sets = extend[material[kind]];
      const base = row + number - stride * sets[set + from];
      const first = (kind * area + from) * DIRECTIONS;
      for (let direction = 0; direction < directionsOf[kind] && isLost; direction++) {
        let at = starts[first + direction];
        for (let to = ahead[at]; board[to] === 0; to = ahead[++at]) {
          const value = values[base + stride * sets[set + to]];
          if (value <= 0 || value >= plies) {
            isLost = false;
            break;
          }
        }
      }
    }
    for (let i = 0; i < pieces; i++) board[squares[i]] = 0;
    return isLost;
  }

  /** Goes back over the quiet moves that lead to an arrangement: each wins, or one of them may have been the last that did not lose. */
  private spreadFrom(number: number, plies: number, isWin: boolean): void {
    const { own, board, squares, ground, extend, known, line } = this;
    const { lines } = ground;
    const { pieces, kinds, material, strides } = own;
    const area = lines.end;
    const packed = own.squares[number];
    for (let i = 0; i < pieces; i++) {
      squares[i] = squareOf(packed, i);
      board[squares[i]] = 4;
    }
    const { starts, squares: behind } = lines.back;
    let found = 0;
    for (let i = 0; i < pieces; i++) {
      const kind = kinds[i];
      const from = squares[i];
      const stride = strides[kind];
      const set = this.setWithout(i) * area;
      const sets = extend[material[kind]];
      const base = number - stride * sets[set + from];
      const first = (kind * area + from) * DIRECTIONS;
      for (let direction = 0; direction < directionsOf[kind]; direction++) {
        let at = starts[first + direction];
        for (let to = behind[at]; board[to] === 0; to = behind[++at]) {
          const before = base + stride * sets[set + to];
          if (isWin ? known[line + before] !== DECIDED : known[line + before] === OPEN)
            this.befores[found++] = before;
        }
      }
    }
    for (let i = 0; i < pieces; i++) board[squares[i]] = 0;
    for (let i = 0; i < found; i++) {
      const before = this.befores[i];
      if (isWin) this.write(before, plies);
      else if (this.isLost(before, plies)) this.write(before, -plies);
    }
  }

  // No arrangement has more moves.
  private readonly befores = new Int32Array(5 * 8 * 8);
}

/** Before an ending is begun: no position has a value, and none is open. */
export function fillUnknown(values: Int8Array, known: Uint8Array): void {
  values.fill(OVERLAP);
  known.fill(DECIDED);
}

function imageOf(arrangements: Arrangements, packed: number, turn: Int8Array): number {
  const turned = Int32Array.from(
    { length: piecesOf(arrangements.material) },
    (_, i) => turn[squareOf(packed, i)],
  );
  return arrangements.numberOf(turned);
}
