import { bitCount } from '../../bits.ts';
import type { Paint } from '../../game.ts';
import { InputError } from '../../input-error.ts';
import { checkBoardText, exchangeLetters, letterTable, reverseText, rowsOfText } from '../../notation.ts';
import type { Move, Side } from '../../position.ts';
import { BetsyPosition, columnOf, isRotation, pebblesOwned, rowsOf } from './position.ts';

// Each export is the member of the game that it is called by.

export { mirrorImages as symmetricBoards } from '../../notation.ts';

export const players = ['x', 'o'] as const;

export function start(size: number, owned = pebblesOwned(size)): BetsyPosition {
  return new BetsyPosition(size, 0, new Int32Array(size + 1).fill(1), owned);
}

export function parseBoard(
  size: number,
  turn: Side,
  text: string,
  owned = pebblesOwned(size),
): BetsyPosition {
  checkBoardText(text, size * rowsOf(size), '.xo', `Betsy ${size}`);
  const columns = [1];
  for (let column = 1; column <= size; column++) columns.push(readColumn(size, text, column));
  for (const side of [0, 1] as const) {
    const pebbles = pebblesOf(columns, side);
    if (pebbles > owned) {
      throw new InputError(
        `BOARD has ${pebbles} pebbles of ${players[side]}; a player of Betsy ${size} owns ${owned}`,
      );
    }
  }
  return new BetsyPosition(size, turn, columns, owned);
}

// In the order of the sides, from 1: a pebble adds 1 to its column's height.
const SQUARES = letterTable('.xo');
// The columns of the last board that was placed.
let placed = new Int32Array(0);

export function placeBoard(position: BetsyPosition, text: Uint8Array, start: number, end: number): boolean {
  const { size } = position;
  if (end - start !== size * rowsOf(size)) return false;
  if (placed.length !== size + 1) placed = new Int32Array(size + 1).fill(1);
  let first = 0;
  let second = 0;
  for (let column = 1; column <= size; column++) {
    let pebbles = 0;
    let bit = 1;
    let at = end - size + column - 1;
    for (; at >= start; at -= size) {
      const square = SQUARES[text[at]];
      if (square <= 0) break;
      if (square === 1) {
        pebbles |= bit;
        first++;
      } else second++;
      bit <<= 1;
    }
    for (; at >= start; at -= size) if (SQUARES[text[at]] !== 0) return false;
    placed[column] = pebbles | bit;
  }
  if (first > position.owned || second > position.owned) return false;
  position.place(placed);
  return true;
}

/** A column of a board text as the position keeps it. */
function readColumn(size: number, text: string, column: number): number {
  let pebbles = 0;
  let height = 0;
  let empty = 0;
  for (let at = text.length - size + column - 1; at >= 0; at -= size) {
    if (text[at] === '.') empty++;
    else if (empty > 0) {
      throw new InputError(
        `BOARD has a floating pebble in column ${column}; expected none above an empty square`,
      );
    } else {
      if (text[at] === players[0]) pebbles |= 1 << height;
      height++;
    }
  }
  return pebbles | (1 << height);
}

function pebblesOf(columns: readonly number[], side: Side): number {
  let pebbles = 0;
  for (const column of columns) {
    const first = bitCount(column) - 1;
    pebbles += side === 0 ? first : 31 - Math.clz32(column) - first;
  }
  return pebbles;
}

/** A board text with every floating pebble fallen as far as it can; one of another form stays as it is. */
export function settle(size: number, text: string): string {
  if (text.length !== size * rowsOf(size)) return text;
  const columns = Array.from({ length: size }, (_, i) =>
    columnText(size, text, i + 1)
      .replaceAll('.', '')
      .padEnd(rowsOf(size), '.'),
  );
  return boardFrom(size, columns);
}

export function formatBoard(position: BetsyPosition): string {
  const { size } = position;
  const columns = Array.from({ length: size }, (_, i) => {
    let squares = '';
    for (let rest = position.columns[i + 1]; rest > 1; rest >>= 1) squares += players[(rest & 1) ^ 1];
    return squares.padEnd(rowsOf(size), '.');
  });
  return boardFrom(size, columns);
}

export function formatMove(_position: BetsyPosition, move: Move): string {
  return `${isRotation(move) ? '-' : ''}${columnOf(move)}`;
}

export function formatAnswer(position: BetsyPosition, move: Move, boardAfter: string): string {
  return `${formatMove(position, move)} ${boardAfter}`;
}

/** The lines count only above the rule. */
export function draw(position: BetsyPosition, paint: Paint): string {
  const { size } = position;
  const width = String(size).length;
  const cell = (text: string) => text.padStart(width);
  const header = Array.from({ length: size }, (_, i) => cell(String(i + 1))).join(' ');
  const rows = rowsOfText(formatBoard(position), size).map((row) =>
    [...row].map((square) => paint(cell(square), players.indexOf(square as 'x') as Side | -1)).join(' '),
  );
  return [header, ...rows.slice(0, size), '-'.repeat(header.length), ...rows.slice(size)].join('\n');
}

export function swapColours(_size: number, board: string): string {
  return exchangeLetters(board, 'x', 'o');
}

/** A column of a board text from the bottom up. */
function columnText(size: number, text: string, column: number): string {
  return reverseText(
    rowsOfText(text, size)
      .map((row) => row[column - 1])
      .join(''),
  );
}

function boardFrom(size: number, columns: readonly string[]): string {
  let text = '';
  for (let row = rowsOf(size) - 1; row >= 0; row--) for (const column of columns) text += column[row];
  return text;
}
