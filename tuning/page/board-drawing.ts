// Boards as SVG, from their texts alone; pages and the browser draw with the same.
import { escaped } from './html.ts';

// Colours come from the page's stylesheet; a page without it has the second.
const BOARD = 'var(--board, #efece2)';
const DIM = 'var(--board-dim, #dedacb)';
const LINE = 'var(--board-line, #b9b4a3)';
const FIRST = 'var(--first, #2a6fb8)';
const SECOND = 'var(--second, #c8591b)';
const PAPER = 'var(--paper, #fdfdfb)';
const LIGHT = 'var(--piece-light, #ffffff)';
const DARK = 'var(--piece-dark, #2b2f36)';
const EDGE = 'var(--piece-edge, #2b2f36)';
const MARK = 'var(--mark, #e3b505)';

const SQUARE = 20;
const squarePath = (column: number, row: number) =>
  `M${column * SQUARE},${row * SQUARE}h${SQUARE}v${SQUARE}h-${SQUARE}z`;

/** A board as an inline SVG; squares that changed, numbered from the top left, are marked. */
export function boardSvg(
  gameName: string,
  size: number,
  boardText: string,
  changed: readonly number[] = [],
): string {
  const letters = [...boardText];
  const piece = PIECES[gameName] ?? letterPiece;
  const pieces = letters.map((letter, i) => (letter === '.' ? '' : piece(letter, ...centreOf(i, size))));
  const rows = Math.ceil(letters.length / size);
  return boardElement(
    letters,
    size,
    emptyBoard(gameName, size, rows) + marks(changed, size) + pieces.join(''),
  );
}

/** The same in a tenth of the text, on a page that has the `boardParts` of this and all its other boards. */
export function shortBoardSvg(size: number, boardText: string, changed: readonly number[]): string {
  const letters = [...boardText];
  const squaresOf = (letter: string) => letters.flatMap((other, i) => (other === letter ? [i] : []));
  // What a line is marked with stands where it turns, so at all points but the first and the last.
  const marked = (id: string, squares: readonly number[]) =>
    `<path marker-mid="url(#${id})" d="M0 0 ${squares.map((i) => centreOf(i, size).join(' ')).join(' ')} 0 0"/>`;
  const pieces = [...new Set(letters)].filter((letter) => letter !== '.');
  return boardElement(
    letters,
    size,
    `<use href="#board"/>${changed.length === 0 ? '' : marked('changed', changed)}` +
      pieces.map((letter) => marked(pieceId(letter), squaresOf(letter))).join(''),
  );
}

/** The empty board and the pieces of boards of one size. */
export function boardParts(gameName: string, size: number, boardTexts: readonly string[]): string {
  const rows = Math.ceil(boardTexts[0].length / size);
  const piece = PIECES[gameName] ?? letterPiece;
  const letters = new Set(boardTexts.join('').replaceAll('.', ''));
  const marker = (id: string, drawing: string) =>
    `<marker id="${id}" markerUnits="userSpaceOnUse" overflow="visible">${drawing}</marker>`;
  return (
    `<svg class="parts" width="0" height="0" aria-hidden="true"><g id="board">${emptyBoard(gameName, size, rows)}</g>` +
    marker('changed', markPath(squarePath(-0.5, -0.5))) +
    `${Array.from(letters, (letter) => marker(pieceId(letter), piece(letter, 0, 0))).join('')}</svg>`
  );
}

const pieceId = (letter: string) => `p${letter.codePointAt(0)}`;

function boardElement(letters: readonly string[], size: number, drawing: string): string {
  const lines = rowsOf(letters, size);
  const [width, height] = [size * SQUARE, lines.length * SQUARE];
  const label = `Board, rows from the top: ${lines.join(' / ')}`;
  return (
    `<svg class="board" viewBox="-1 -1 ${width + 2} ${height + 2}" fill="none" role="img" ` +
    `aria-label="${escaped(label)}">${drawing}</svg>`
  );
}

function emptyBoard(gameName: string, size: number, rows: number): string {
  return (
    `<path d="M0,0H${size * SQUARE}V${rows * SQUARE}H0Z" fill="${BOARD}"/>` +
    shade(gameName, size, rows) +
    `<path d="${gridPath(size, rows)}" stroke="${LINE}" stroke-width="1"/>`
  );
}

const centreOf = (i: number, size: number): [x: number, y: number] => [
  ((i % size) + 0.5) * SQUARE,
  (Math.floor(i / size) + 0.5) * SQUARE,
];

/** The squares in which two board texts differ. */
export function changedSquares(before: string, after: string): number[] {
  return [...after].flatMap((letter, i) => (letter === before[i] ? [] : [i]));
}

type DrawPiece = (letter: string, x: number, y: number) => string;

const disc = (x: number, y: number, r: number, fill: string, stroke = 'none', width = 1) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"${stroke === 'none' ? '' : ` stroke="${stroke}" stroke-width="${width}"`}/>`;

const text = (x: number, y: number, letter: string, fill: string, size = 10) =>
  `<text x="${x}" y="${y}" dy="0.35em" text-anchor="middle" font-size="${size}" font-weight="600" font-family="system-ui, sans-serif" fill="${fill}">${escaped(letter)}</text>`;

const PIECES: Record<string, DrawPiece> = {
  // The second player's pebbles have a hole, so that colour is not all that tells them apart.
  betsy: (letter, x, y) => {
    if (letter !== 'x' && letter !== 'o') return letterPiece(letter, x, y);
    return letter === 'x' ? disc(x, y, 7.5, FIRST) : disc(x, y, 5.5, PAPER, SECOND, 4);
  },
  // A Pichu is small, a Pikachu large with a ring, a Raichu large with a star.
  raichu: (letter, x, y) => {
    if (!'wW@bB$'.includes(letter)) return letterPiece(letter, x, y);
    const isWhite = 'wW@'.includes(letter);
    const [fill, inner] = isWhite ? [LIGHT, DARK] : [DARK, LIGHT];
    if ('wb'.includes(letter)) return disc(x, y, 4.5, fill, EDGE, 1.2);
    const body = disc(x, y, 8, fill, EDGE, 1.2);
    return 'WB'.includes(letter)
      ? body + disc(x, y, 4, 'none', inner, 1.4)
      : `${body}<path d="${star(x, y)}" fill="${inner}"/>`;
  },
  conga: (letter, x, y) => {
    const stones = 'abcdefghij'.indexOf(letter.toLowerCase()) + 1;
    if (stones === 0) return letterPiece(letter, x, y);
    const isFirst = letter === letter.toLowerCase();
    const radius = 5.6 + 0.3 * stones;
    return isFirst
      ? disc(x, y, radius, FIRST) + text(x, y, String(stones), PAPER, 9)
      : disc(x, y, radius - 0.8, PAPER, SECOND, 1.8) + text(x, y, String(stones), SECOND, 9);
  },
};

const letterPiece: DrawPiece = (letter, x, y) => text(x, y, letter, EDGE, 12);

function star(x: number, y: number): string {
  const points = Array.from({ length: 10 }, (_, i) => {
    const [angle, radius] = [(Math.PI * (i - 2.5)) / 5, i % 2 === 0 ? 5.6 : 2.3];
    return `${(x + radius * Math.cos(angle)).toFixed(2)},${(y + radius * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${points.join('L')}Z`;
}

/** What of the board is darker: in Betsy the rows that do not count, else every other square. */
function shade(gameName: string, size: number, rows: number): string {
  if (gameName === 'betsy') {
    const top = Math.min(size, rows) * SQUARE;
    return `<path d="M0,${top}H${size * SQUARE}V${rows * SQUARE}H0Z" fill="${DIM}"/>`;
  }
  let path = '';
  for (let row = 0; row < rows; row++)
    for (let column = 1 - (row % 2); column < size; column += 2) path += squarePath(column, row);
  return `<path d="${path}" fill="${DIM}"/>`;
}

function marks(changed: readonly number[], size: number): string {
  if (changed.length === 0) return '';
  return markPath(changed.map((i) => squarePath(i % size, Math.floor(i / size))).join(''));
}

const markPath = (path: string) => `<path d="${path}" fill="${MARK}" fill-opacity="0.4"/>`;

function gridPath(columns: number, rows: number): string {
  const [width, height] = [columns * SQUARE, rows * SQUARE];
  const lines = [];
  for (let i = 0; i <= columns; i++) lines.push(`M${i * SQUARE},0V${height}`);
  for (let i = 0; i <= rows; i++) lines.push(`M0,${i * SQUARE}H${width}`);
  return lines.join('');
}

function rowsOf(letters: readonly string[], size: number): string[] {
  return Array.from({ length: Math.ceil(letters.length / size) }, (_, row) =>
    letters.slice(row * size, (row + 1) * size).join(''),
  );
}
