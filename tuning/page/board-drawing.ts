// Boards as SVG, from their texts alone; pages and the browser draw with the same.
import { COLOURS, disc, type Drawing, label, SQUARE, squarePath } from '../../engine/drawing.ts';
import { type Game, widthOf } from '../../engine/game.ts';
import { moduleOf } from '../../engine/games/index.ts';
import { escaped } from './html.ts';

// Colours come from the page's stylesheet; a page without it has the second.
const BOARD = 'var(--board, #efece2)';
const DIM = 'var(--board-dim, #dedacb)';
const LINE = 'var(--board-line, #b9b4a3)';
const MARK = 'var(--mark, #e3b505)';

/** A board as an inline SVG; squares that changed, numbered from the top left, are marked. */
export function boardSvg(
  game: Game,
  size: number,
  boardText: string,
  changed: readonly number[] = [],
): string {
  const letters = [...boardText];
  const width = widthOf(game, size);
  const { piece } = drawingOf(game);
  const pieces = letters.map((letter, i) => (letter === '.' ? '' : piece(letter, ...centreOf(i, width))));
  return boardElement(
    letters,
    width,
    emptyBoard(game, size, letters.length) + marks(changed, width) + pieces.join(''),
  );
}

/** The same in a tenth of the text, on a page that has the `boardParts` of this and all its other boards. */
export function shortBoardSvg(
  game: Game,
  size: number,
  boardText: string,
  changed: readonly number[],
): string {
  const letters = [...boardText];
  const width = widthOf(game, size);
  const squaresOf = (letter: string) => letters.flatMap((other, i) => (other === letter ? [i] : []));
  // What a line is marked with stands where it turns, so at all points but the first and the last.
  const marked = (id: string, squares: readonly number[]) =>
    `<path marker-mid="url(#${id})" d="M0 0 ${squares.map((i) => centreOf(i, width).join(' ')).join(' ')} 0 0"/>`;
  const pieces = [...new Set(letters)].filter((letter) => letter !== '.');
  return boardElement(
    letters,
    width,
    `<use href="#board"/>${changed.length === 0 ? '' : marked('changed', changed)}` +
      pieces.map((letter) => marked(pieceId(letter), squaresOf(letter))).join(''),
  );
}

/** Part of a board, row by row: letters of pieces, a dot for an empty square, a space where no square is drawn and # beyond the edge. */
export function patchSvg(game: Game, rows: readonly string[]): string {
  const columns = Math.max(...rows.map((row) => row.length));
  const letters = rows.flatMap((row) => [...row.padEnd(columns)]);
  const { piece } = drawingOf(game);
  const squares = (some: (letter: string) => boolean) =>
    letters
      .flatMap((letter, i) => (some(letter) ? [squarePath(i % columns, Math.floor(i / columns))] : []))
      .join('');
  const drawn = letters.map((letter, i) =>
    /[ .#]/.test(letter) ? '' : piece(letter, ...centreOf(i, columns)),
  );
  return boardElement(
    letters,
    columns,
    `<path d="${squares((letter) => letter !== ' ')}" fill="${BOARD}" stroke="${LINE}"/>` +
      `<path d="${squares((letter) => letter === '#')}" fill="${LINE}"/>${drawn.join('')}`,
  );
}

/** The empty board and the pieces of boards of one size. */
export function boardParts(game: Game, size: number, boardTexts: readonly string[]): string {
  const { piece } = drawingOf(game);
  const letters = new Set(boardTexts.join('').replaceAll('.', ''));
  const marker = (id: string, drawing: string) =>
    `<marker id="${id}" markerUnits="userSpaceOnUse" overflow="visible">${drawing}</marker>`;
  return (
    `<svg class="parts" width="0" height="0" aria-hidden="true"><g id="board">${emptyBoard(game, size, boardTexts[0].length)}</g>` +
    marker('changed', markPath(squarePath(-0.5, -0.5))) +
    `${Array.from(letters, (letter) => marker(pieceId(letter), piece(letter, 0, 0))).join('')}</svg>`
  );
}

const pieceId = (letter: string) => `p${letter.codePointAt(0)}`;

function boardElement(letters: readonly string[], columns: number, drawing: string): string {
  const lines = rowsOf(letters, columns);
  const [width, height] = [columns * SQUARE, lines.length * SQUARE];
  const said = `Board, rows from the top: ${lines.join(' / ')}`;
  return (
    `<svg class="board" viewBox="-1 -1 ${width + 2} ${height + 2}" fill="none" role="img" ` +
    `aria-label="${escaped(said)}">${drawing}</svg>`
  );
}

function emptyBoard(game: Game, size: number, squares: number): string {
  const columns = widthOf(game, size);
  const rows = Math.ceil(squares / columns);
  const shade = drawingOf(game).shade(size, columns, rows);
  return (
    `<path d="M0,0H${columns * SQUARE}V${rows * SQUARE}H0Z" fill="${BOARD}"/>` +
    (shade === '' ? '' : `<path d="${shade}" fill="${DIM}"/>`) +
    `<path d="${gridPath(columns, rows)}" stroke="${LINE}" stroke-width="1"/>`
  );
}

const centreOf = (i: number, columns: number): [x: number, y: number] => [
  ((i % columns) + 0.5) * SQUARE,
  (Math.floor(i / columns) + 0.5) * SQUARE,
];

/** The squares in which two board texts differ. */
export function changedSquares(before: string, after: string): number[] {
  return [...after].flatMap((letter, i) => (letter === before[i] ? [] : [i]));
}

/** How a game is drawn: as it says itself, else by its letters. */
function drawingOf(game: Game): Required<Pick<Drawing, 'piece' | 'shade'>> {
  const { drawing = {} } = moduleOf(game);
  const { colours = [COLOURS.first, COLOURS.second] } = drawing;
  return {
    piece: (letter, x, y) => usualPiece(game, colours, letter, x, y),
    shade: (_size, columns, rows) => chequers(columns, rows),
    ...drawing,
  };
}

/** A disc, filled for the first player and open for the second, with its letter where there are several kinds. */
function usualPiece(
  { pieces }: Game,
  [first, second]: readonly [string, string],
  letter: string,
  x: number,
  y: number,
): string {
  const side = pieces?.findIndex((some) => some.includes(letter)) ?? -1;
  if (side === -1) return label(x, y, letter, COLOURS.edge);
  const isOne = pieces![0].length === 1;
  if (side === 0) return disc(x, y, 7.5, first) + (isOne ? '' : label(x, y, letter, COLOURS.paper, 9));
  return isOne
    ? disc(x, y, 5.5, COLOURS.paper, second, 4)
    : disc(x, y, 6.6, COLOURS.paper, second, 1.8) + label(x, y, letter, second, 9);
}

function chequers(columns: number, rows: number): string {
  let path = '';
  for (let row = 0; row < rows; row++)
    for (let column = 1 - (row % 2); column < columns; column += 2) path += squarePath(column, row);
  return path;
}

function marks(changed: readonly number[], columns: number): string {
  if (changed.length === 0) return '';
  return markPath(changed.map((i) => squarePath(i % columns, Math.floor(i / columns))).join(''));
}

const markPath = (path: string) => `<path d="${path}" fill="${MARK}" fill-opacity="0.4"/>`;

function gridPath(columns: number, rows: number): string {
  const [width, height] = [columns * SQUARE, rows * SQUARE];
  const lines = [];
  for (let i = 0; i <= columns; i++) lines.push(`M${i * SQUARE},0V${height}`);
  for (let i = 0; i <= rows; i++) lines.push(`M0,${i * SQUARE}H${width}`);
  return lines.join('');
}

function rowsOf(letters: readonly string[], columns: number): string[] {
  return Array.from({ length: Math.ceil(letters.length / columns) }, (_, row) =>
    letters.slice(row * columns, (row + 1) * columns).join(''),
  );
}
