import { type BoardPosition, MOST_PIECES } from './board-position.ts';
import type { Features } from './features.ts';
import type { Game, Paint } from './game.ts';
import { InputError } from './input-error.ts';
import { checkBoardText, exchangeLetters, letterTable, NO_LETTER, rowsOfText } from './notation.ts';
import type { Patterns } from './patterns.ts';
import type { Move, Side } from './position.ts';
import { SquareInputs } from './square-inputs.ts';

/** What is to be said of a game of pieces on squares; all else of a `Game` follows from it. */
export interface BoardGame<P extends BoardPosition> {
  readonly name: string;
  /** The board sizes that exist, smallest first, and the usual one: the first, unless it is given. */
  readonly sizes: readonly number[];
  readonly usualSize?: number;
  /** The letters of the first and the second player. */
  readonly players: readonly [string, string];
  /** The letters of the pieces of the first player and of the second, kind by kind; an empty square is a dot. */
  readonly pieces: readonly [string, string];
  /** Squares in a row; as many as the size, unless it is given. */
  readonly width?: (size: number) => number;
  /** The board at the start, row by row from the top. */
  readonly startBoard: (size: number) => string;
  /** An empty board with this side to move. */
  readonly emptyPosition: (size: number, turn: Side) => P;
  readonly formatMove: (position: P, move: Move) => string;
  readonly features: Features<P>;
  readonly wonBy: string;
  /** A game that reaches this many plies is a draw: 500, unless it is given. */
  readonly plyCap?: number;
  readonly quietCap?: number;
  /** What is wrong with a board of the right letters that nobody can come to, if anything. */
  readonly fault?: (position: P) => string | undefined;
  /** For each symmetry of the rules but the identity, the square that each square becomes. */
  readonly symmetries?: (size: number) => readonly (readonly number[])[];
  /** The square that each square becomes where the colours are exchanged; the same one, unless the players move in opposite directions. */
  readonly turned?: (size: number) => readonly number[];
  /** The last line of a player's output: the move and the board after it, unless it is given. */
  readonly formatAnswer?: Game<P>['formatAnswer'];
  readonly inputs?: Game<P>['inputs'];
  /** Patterns of these pieces, by the id of them all, for weights of patterns. */
  readonly patterns?: Pick<Patterns, 'id' | 'list'>;
}

/** The game of this description, with the rest in the form that most games have. */
export function boardGame<P extends BoardPosition>(description: BoardGame<P>): Game<P> {
  const { name, pieces, players, emptyPosition, formatMove, features, wonBy, fault } = description;
  const letters = `.${pieces.join('')}`;
  const kinds = pieces[0].length;
  if (
    pieces[1].length !== kinds ||
    letters.length - 1 > MOST_PIECES ||
    new Set(letters).size !== letters.length
  )
    throw new InputError(
      `the pieces of ${name} are ${JSON.stringify(pieces)}; expected two texts of the same length, no letter twice, none a dot, ${MOST_PIECES} at most`,
    );
  const places = letterTable(letters);
  const width = description.width ?? ((size: number) => size);
  const cells = (size: number) => description.startBoard(size).length;
  for (const size of description.sizes)
    if (cells(size) === 0 || cells(size) % width(size) !== 0)
      throw new InputError(
        `the board of ${name} ${size} has ${cells(size)} squares; expected whole rows of ${width(size)}`,
      );
  const same = (size: number) => Array.from({ length: cells(size) }, (_, square) => square);
  const turned = description.turned ?? same;
  const images = (size: number) => [same(size), ...(description.symmetries?.(size) ?? [])];

  const formatBoard = ({ board }: P) => Array.from(board, (piece) => letters[piece]).join('');
  const parseBoard = (size: number, turn: Side, text: string): P => {
    checkBoardText(text, cells(size), letters, `${name} ${size}`);
    const position = emptyPosition(size, turn);
    position.place(Array.from(text, (letter) => letters.indexOf(letter)));
    const wrong = fault?.(position);
    if (wrong !== undefined) throw new InputError(`BOARD ${wrong}`);
    return position;
  };

  return {
    name,
    sizes: description.sizes,
    usualSize: description.usualSize ?? description.sizes[0],
    players,
    plyCap: description.plyCap ?? 500,
    quietCap: description.quietCap,
    wonBy,
    width,
    pieces,
    features,
    ...(description.patterns !== undefined && {
      patterns: {
        ...description.patterns,
        pieces,
        read: ({ board }: P, squares: Int8Array) => squares.set(board),
      },
    }),
    inputs:
      description.inputs ??
      ((size) => new SquareInputs(`${name}-squares-1`, kinds, turned(size), images(size))),
    start: (size) => parseBoard(size, 0, description.startBoard(size)),
    parseBoard,
    placeBoard(position, text, start, end) {
      const { board } = position;
      if (end - start !== board.length) return false;
      for (let i = 0; i < board.length; i++) {
        const piece = places[text[start + i]];
        if (piece === NO_LETTER) return false;
        board[i] = piece;
      }
      position.place(board);
      return fault?.(position) === undefined;
    },
    formatBoard,
    formatMove,
    formatAnswer:
      description.formatAnswer ??
      ((position, move, boardAfter) => `${formatMove(position, move)} ${boardAfter}`),
    draw: (position, paint) =>
      drawn(rowsOfText(formatBoard(position), width(position.size)), paint, (letter) =>
        letter === '.' ? -1 : pieces[0].includes(letter) ? 0 : 1,
      ),
    symmetricBoards: (size, board) => images(size).map((image) => moved(board, image)),
    swapColours: (size, board) => exchangeLetters(moved(board, turned(size)), pieces[0], pieces[1]),
  };
}

/** The text whose letters stand where `image` sends those of this one. */
function moved(board: string, image: readonly number[]): string {
  const letters = Array<string>(board.length);
  for (let square = 0; square < board.length; square++) letters[image[square]] = board[square];
  return letters.join('');
}

/** A square by its row and column, both from 1: 2.1. */
export function squareName(square: number, width: number): string {
  return `${Math.floor(square / width) + 1}.${(square % width) + 1}`;
}

function drawn(rows: readonly string[], paint: Paint, sideOf: (letter: string) => Side | -1): string {
  const width = String(Math.max(rows.length, rows[0].length)).length;
  const header = Array.from(rows[0], (_, i) => String(i + 1).padStart(width)).join(' ');
  const lines = rows.map((row, i) => {
    const squares = [...row].map((letter) => paint(letter.padStart(width), sideOf(letter)));
    return `${String(i + 1).padStart(width)} ${squares.join(' ')}`;
  });
  return [`${' '.repeat(width)} ${header}`, ...lines].join('\n');
}
