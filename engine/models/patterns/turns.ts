import { type Game, widthOf } from '../../game.ts';
import type { Patterns } from '../../patterns.ts';

/** A turn or mirror image of a rectangle: rows and columns exchanged first, then their directions. */
export interface Turn {
  readonly exchanged: boolean;
  readonly downUp: boolean;
  readonly rightLeft: boolean;
}

const TURNS: readonly Turn[] = [false, true].flatMap((exchanged) =>
  [false, true].flatMap((downUp) => [false, true].map((rightLeft) => ({ exchanged, downUp, rightLeft }))),
);

export interface Cell {
  row: number;
  column: number;
}

/** Where a cell of a rectangle goes, which need not lie within it. */
export function turned(
  { exchanged, downUp, rightLeft }: Turn,
  cell: Cell,
  rows: number,
  columns: number,
): Cell {
  const { row, column } = exchanged ? { row: cell.column, column: cell.row } : cell;
  const [height, width] = exchanged ? [columns, rows] : [rows, columns];
  return { row: downUp ? height - 1 - row : row, column: rightLeft ? width - 1 - column : column };
}

/** The board of a game as turns see it. */
export interface Sight {
  rows: number;
  columns: number;
  /** The turns that the rules do not notice; the first is none. */
  symmetries: readonly Turn[];
  /** How the second player sees the board, besides the colours. */
  ofSecond: Turn;
}

// A turn that is none of a game's will not make the image of so many random boards.
const BOARDS = 8;

/** Finds by random boards which turns the game's own symmetries and its exchange of colours are. */
export function sightOf(game: Game, { pieces }: Patterns, size: number): Sight {
  const squares = game.formatBoard(game.start(size)).length;
  const columns = widthOf(game, size);
  const rows = squares / columns;
  const boards = randomBoards(squares, `.${pieces.join('')}`);
  const fitting = TURNS.filter(({ exchanged }) => !exchanged || rows === columns);
  const imageOf = (turn: Turn, board: string) => turnedBoard(turn, board, rows, columns);
  const images = boards.map((board) => new Set(game.symmetricBoards(size, board)));
  const symmetries = fitting.filter((turn) =>
    boards.every((board, i) => images[i].has(imageOf(turn, board))),
  );
  const ofSecond = fitting.find((turn) =>
    boards.every((board) => game.swapColours(size, board) === swapped(imageOf(turn, board), pieces)),
  );
  if (ofSecond === undefined)
    throw new Error(`the colours of ${game.name} are not exchanged by turning its board; patterns need that`);
  return { rows, columns, symmetries, ofSecond };
}

function turnedBoard(turn: Turn, board: string, rows: number, columns: number): string {
  const letters = Array<string>(board.length);
  for (let square = 0; square < board.length; square++) {
    const { row, column } = turned(
      turn,
      { row: Math.floor(square / columns), column: square % columns },
      rows,
      columns,
    );
    letters[row * columns + column] = board[square];
  }
  return letters.join('');
}

function swapped(board: string, [first, second]: readonly [string, string]): string {
  return Array.from(board, (letter) => {
    const i = first.indexOf(letter);
    return i !== -1 ? second[i] : letter === '.' ? letter : first[second.indexOf(letter)];
  }).join('');
}

function randomBoards(squares: number, letters: string): string[] {
  let word = squares;
  const next = () => {
    word = (Math.imul(word, 1664525) + 1013904223) | 0;
    return Math.floor(((word >>> 8) / 0x1000000) * letters.length);
  };
  return Array.from({ length: BOARDS }, () =>
    Array.from({ length: squares }, () => letters[next()]).join(''),
  );
}
