/**
 * How a game is drawn as SVG, where letters on squares are not enough. Pages ask for it; players never do. A square is SQUARE wide;
 * everything has a default.
 */
export interface Drawing {
  /** The colours of the two players, as CSS has them: blue and red, unless given. */
  readonly colours?: readonly [string, string];
  /** A piece round a point, by its letter on the board: a disc of the player's colour, unless given. */
  readonly piece?: (letter: string, x: number, y: number) => string;
  /** The path round what is darker of an empty board: every other square, unless given; an empty text for nothing. */
  readonly shade?: (size: number, columns: number, rows: number) => string;
  /** CSS for the Play page, where whatever shows this game has its name as a class. */
  readonly style?: string;
}

/** The width of a square in a drawing. */
export const SQUARE = 20;

// Colours come from the page's stylesheet; a page without it has the second.
/** The colours of pages, light and dark. */
export const COLOURS = {
  first: 'var(--first, #2a6fb8)',
  second: 'var(--second, #c8591b)',
  paper: 'var(--paper, #fdfdfb)',
  light: 'var(--piece-light, #ffffff)',
  dark: 'var(--piece-dark, #2b2f36)',
  edge: 'var(--piece-edge, #2b2f36)',
} as const;

/** A disc round a point. */
export function disc(x: number, y: number, r: number, fill: string, stroke = 'none', width = 1): string {
  const line = stroke === 'none' ? '' : ` stroke="${stroke}" stroke-width="${width}"`;
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"${line}/>`;
}

/** A letter or a number round a point. */
export function label(x: number, y: number, text: string, fill: string, size = 12): string {
  const shown = text.replaceAll(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<text x="${x}" y="${y}" dy="0.35em" text-anchor="middle" font-size="${size}" font-weight="600" font-family="system-ui, sans-serif" fill="${fill}">${shown}</text>`;
}

/** The path of one square, by its column and row from 0. */
export const squarePath = (column: number, row: number): string =>
  `M${column * SQUARE},${row * SQUARE}h${SQUARE}v${SQUARE}h-${SQUARE}z`;
