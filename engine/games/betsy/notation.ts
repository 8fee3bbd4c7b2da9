import type { Paint } from '../../game.ts';
import { InputError } from '../../input-error.ts';
import { checkBoardText, exchangeLetters, reverseText, rowsOfText } from '../../notation.ts';
import type { Move, Side } from '../../position.ts';
import { BetsyPosition, columnOf, isRotation, pebblesOwned, rowsOf } from './position.ts';

export const PLAYERS = ['x', 'o'] as const;

export function parseBoard(size: number, turn: Side, text: string): BetsyPosition {
  checkBoardText(text, size * rowsOf(size), '.xo', `Betsy ${size}`);
  const owned = pebblesOwned(size);
  for (const player of PLAYERS) {
    const pebbles = text.split(player).length - 1;
    if (pebbles > owned) {
      throw new InputError(
        `BOARD has ${pebbles} pebbles of ${player}; a player of Betsy ${size} owns ${owned}`,
      );
    }
  }
  const columns = [1];
  for (let column = 1; column <= size; column++) {
    const squares = columnText(size, text, column);
    const pebbles = squares.replaceAll('.', '');
    if (!squares.startsWith(pebbles)) {
      throw new InputError(
        `BOARD has a floating pebble in column ${column}; expected none above an empty square`,
      );
    }
    columns.push(columnFrom(pebbles));
  }
  return new BetsyPosition(size, turn, columns);
}

/** A board text with every floating pebble fallen as far as it can; one of another form stays as it is. */
export function settleBoard(size: number, text: string): string {
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
    for (let rest = position.columns[i + 1]; rest > 1; rest >>= 1) squares += PLAYERS[(rest & 1) ^ 1];
    return squares.padEnd(rowsOf(size), '.');
  });
  return boardFrom(size, columns);
}

export function formatMove(move: Move): string {
  return `${isRotation(move) ? '-' : ''}${columnOf(move)}`;
}

/** The lines count only above the rule. */
export function draw(position: BetsyPosition, paint: Paint): string {
  const { size } = position;
  const width = String(size).length;
  const cell = (text: string) => text.padStart(width);
  const header = Array.from({ length: size }, (_, i) => cell(String(i + 1))).join(' ');
  const rows = rowsOfText(formatBoard(position), size).map((row) =>
    [...row].map((square) => paint(cell(square), PLAYERS.indexOf(square as 'x') as Side | -1)).join(' '),
  );
  return [header, ...rows.slice(0, size), '-'.repeat(header.length), ...rows.slice(size)].join('\n');
}

export function symmetricBoards(size: number, board: string): string[] {
  return [board, rowsOfText(board, size).map(reverseText).join('')];
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

function columnFrom(pebbles: string): number {
  let column = 1 << pebbles.length;
  for (let i = 0; i < pebbles.length; i++) if (pebbles[i] === PLAYERS[0]) column |= 1 << i;
  return column;
}
