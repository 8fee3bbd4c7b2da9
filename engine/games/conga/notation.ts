import type { Paint } from '../../game.ts';
import { InputError } from '../../input-error.ts';
import {
  checkBoardText,
  exchangeLetters,
  letterTable,
  mirrorImages,
  NO_LETTER,
  rowsOfText,
} from '../../notation.ts';
import type { Move, Side } from '../../position.ts';
import { CongaPosition, directionOf, fromSquare } from './position.ts';
import { DIRECTIONS, placeOf, squareAt, STONES } from './sowing.ts';

// Each export is the member of the game that it is called by.

export const players = ['a', 'b'] as const;

const LETTERS = ['abcdefghij', 'ABCDEFGHIJ'] as const;

export function start(size: number): CongaPosition {
  return parseBoard(size, 0, `j${'.'.repeat(size * size - 2)}J`);
}

export function parseBoard(size: number, turn: Side, text: string): CongaPosition {
  checkBoardText(text, size * size, `.${LETTERS.join('')}`, `Conga ${size}`);
  const squares = Array.from(text, signedStones);
  for (const side of [0, 1] as const) {
    const stones = squares.reduce((sum, count) => sum + Math.max(side === 0 ? count : -count, 0), 0);
    if (stones !== STONES) {
      throw new InputError(
        `BOARD has ${stones} stones of player ${players[side]}; expected exactly ${STONES}`,
      );
    }
  }
  return new CongaPosition(size, turn, squares);
}

// Ten letters for each side after the empty square, in the order of their stones.
const SQUARES = letterTable(`.${LETTERS.join('')}`).map((index) => (index > STONES ? STONES - index : index));
const placed = new Int32Array(16);

export function placeBoard(position: CongaPosition, text: Uint8Array, start: number, end: number): boolean {
  const { size } = position;
  const area = size * size;
  if (end - start !== area) return false;
  let first = 0;
  let second = 0;
  for (let i = 0; i < area; i++) {
    const stones = SQUARES[text[start + i]];
    if (stones === NO_LETTER) return false;
    if (stones > 0) first += stones;
    else second -= stones;
    placed[i] = stones;
  }
  if (first !== STONES || second !== STONES) return false;
  position.place(placed);
  return true;
}

// Positive for side 0, negative for side 1.
function signedStones(letter: string): number {
  return LETTERS[0].indexOf(letter) + 1 - (LETTERS[1].indexOf(letter) + 1);
}

export function formatBoard(position: CongaPosition): string {
  const { size } = position;
  let text = '';
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const first = position.stones(0, squareAt(row, column));
      const second = position.stones(1, squareAt(row, column));
      text += first > 0 ? LETTERS[0][first - 1] : second > 0 ? LETTERS[1][second - 1] : '.';
    }
  }
  return text;
}

export function formatMove(_position: CongaPosition, move: Move): string {
  const { row, column } = placeOf(fromSquare(move));
  return `${row + 1}.${column + 1}-${DIRECTIONS[directionOf(move)].name}`;
}

export function formatAnswer(position: CongaPosition, move: Move, boardAfter: string): string {
  return `${formatMove(position, move)} ${boardAfter}`;
}

/** Each square as its number of stones and the letter of their player. */
export function draw(position: CongaPosition, paint: Paint): string {
  const { size } = position;
  const header = Array.from({ length: size }, (_, i) => String(i + 1).padStart(3)).join(' ');
  const rows = rowsOfText(formatBoard(position), size).map((row, i) => {
    const squares = [...row].map((letter) => {
      const stones = signedStones(letter);
      const side = stones === 0 ? -1 : stones > 0 ? 0 : 1;
      return paint((side === -1 ? '.' : `${Math.abs(stones)}${players[side]}`).padStart(3), side);
    });
    return `${i + 1} ${squares.join(' ')}`;
  });
  return [`  ${header}`, ...rows].join('\n');
}

/** All eight turns and reflections: the start favours two corners, the rules of moving none. */
export function symmetricBoards(size: number, board: string): string[] {
  const boards = mirrorImages(size, board);
  boards.push(...boards.map((other) => rowsOfText(other, size).reverse().join('')));
  boards.push(...boards.map((other) => transpose(size, other)));
  return boards;
}

export function swapColours(_size: number, board: string): string {
  return exchangeLetters(board, LETTERS[0], LETTERS[1]);
}

function transpose(size: number, board: string): string {
  return Array.from(board, (_, i) => board[(i % size) * size + Math.floor(i / size)]).join('');
}
