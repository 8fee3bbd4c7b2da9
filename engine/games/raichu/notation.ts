import type { Paint } from '../../game.ts';
import { InputError } from '../../input-error.ts';
import { checkBoardText, exchangeLetters, letterTable, NO_LETTER, rowsOfText } from '../../notation.ts';
import type { Move, Side } from '../../position.ts';
import { fromSquare, RaichuPosition, squareAt, toSquare } from './position.ts';

// Each export is the member of the game that it is called by.

export { mirrorImages as symmetricBoards } from '../../notation.ts';

export const players = ['w', 'b'] as const;

// In the order of the piece numbers: empty, white's three kinds, (none), black's three kinds.
const LETTERS = '.wW@ bB$';

export function start(size: number): RaichuPosition {
  const rows = Array.from({ length: size }, () => '.'.repeat(size));
  rows[1] = 'W.'.repeat(size / 2);
  rows[2] = '.w'.repeat(size / 2);
  rows[size - 3] = 'b.'.repeat(size / 2);
  rows[size - 2] = '.B'.repeat(size / 2);
  return parseBoard(size, 0, rows.join(''));
}

export function parseBoard(size: number, turn: Side, text: string): RaichuPosition {
  checkBoardText(text, size * size, '.wW@bB$', `Raichu ${size}`);
  const rows = rowsOfText(text, size);
  refuseOnFarRow(rows[size - 1], size, 'wW');
  refuseOnFarRow(rows[0], 1, 'bB');
  return new RaichuPosition(
    size,
    turn,
    Array.from(text, (letter) => LETTERS.indexOf(letter)),
  );
}

const PIECES = letterTable(LETTERS);
PIECES[' '.charCodeAt(0)] = NO_LETTER;
const [PICHU, PIKACHU, BLACK_PICHU, BLACK_PIKACHU] = Array.from('wWbB', (letter) => LETTERS.indexOf(letter));
// Room for the largest board.
const placed = new Int8Array(26 * 26);

export function placeBoard(position: RaichuPosition, text: Uint8Array, start: number, end: number): boolean {
  const { size } = position;
  const area = size * size;
  if (end - start !== area) return false;
  for (let i = 0; i < area; i++) {
    const piece = PIECES[text[start + i]];
    if (piece === NO_LETTER) return false;
    placed[i] = piece;
  }
  for (let column = 0; column < size; column++) {
    const top = placed[column];
    const bottom = placed[area - size + column];
    if (top === BLACK_PICHU || top === BLACK_PIKACHU || bottom === PICHU || bottom === PIKACHU) return false;
  }
  position.place(placed);
  return true;
}

function refuseOnFarRow(row: string, number: number, letters: string): void {
  for (const letter of letters) {
    if (row.includes(letter)) {
      throw new InputError(
        `BOARD has ${letter} on row ${number}, its far row; expected it to be a Raichu there`,
      );
    }
  }
}

export function formatBoard(position: RaichuPosition): string {
  const { size } = position;
  let text = '';
  for (let row = 1; row <= size; row++) {
    for (let column = 1; column <= size; column++)
      text += LETTERS[position.pieceOn(squareAt(size, row, column))];
  }
  return text;
}

export function formatMove(position: RaichuPosition, move: Move): string {
  return `${squareName(position.size, fromSquare(move))}-${squareName(position.size, toSquare(move))}`;
}

export function formatAnswer(_position: RaichuPosition, _move: Move, boardAfter: string): string {
  return boardAfter;
}

function squareName(size: number, square: number): string {
  const width = squareAt(size, 1, 0);
  return `${Math.floor(square / width)}.${square % width}`;
}

export function draw(position: RaichuPosition, paint: Paint): string {
  const { size } = position;
  const width = String(size).length;
  const header = Array.from({ length: size }, (_, i) => String(i + 1).padStart(width)).join(' ');
  const rows = rowsOfText(formatBoard(position), size).map((row, i) => {
    const squares = [...row].map((letter) => paint(letter.padStart(width), sideOf(letter)));
    return `${String(i + 1).padStart(width)} ${squares.join(' ')}`;
  });
  return [`${' '.repeat(width)} ${header}`, ...rows].join('\n');
}

function sideOf(letter: string): Side | -1 {
  return letter === '.' ? -1 : 'wW@'.includes(letter) ? 0 : 1;
}

/** The players move in opposite directions, so the board is turned upside down as well. */
export function swapColours(size: number, board: string): string {
  return exchangeLetters(rowsOfText(board, size).reverse().join(''), 'wW@', 'bB$');
}
