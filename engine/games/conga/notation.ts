import type { Paint } from '../../game.ts';
import { exchangeLetters, mirrorImages, rowsOfText } from '../../notation.ts';
import type { Move } from '../../position.ts';
import { boardsOf, LETTERS, PLAYERS, signedStones } from './boards.ts';
import { CongaPosition, directionOf, fromSquare } from './position.ts';
import { DIRECTIONS, placeOf, squareAt, STONES } from './sowing.ts';

// Each export is the member of the game that it is called by.

export const players = PLAYERS;

export const { start, parseBoard, placeBoard } = boardsOf(STONES);

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

/** No board of the game has fewer stones. */
export function without(position: CongaPosition, square: number): CongaPosition {
  const stones = Array.from(formatBoard(position), (letter, i) => (i === square ? 0 : signedStones(letter)));
  return new CongaPosition(position.size, position.turn, stones);
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
