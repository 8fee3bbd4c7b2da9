import type { Game } from '../../../engine/game.ts';
import { boardSvg } from '../../page/board-drawing.ts';
import { arrowOf, mannerOf, type Square, squareText } from '../spoken.ts';
import { make } from './elements.ts';
import { roveFocus } from './roving-focus.ts';

export interface BoardState {
  game: Game;
  size: number;
  board: string;
  /** Squares to mark, numbered row by row: what the last move changed. */
  changed: readonly number[];
  /** The moves that may be made by hand. */
  choices: readonly string[];
}

/** A board to play on: a drawing under a grid of buttons that speak. */
export class BoardView {
  private readonly host: HTMLElement;
  private readonly onMove: (text: string) => void;
  private state: BoardState | undefined;
  private drawing = make('div');
  private squares: HTMLButtonElement[] = [];
  // In Betsy, a button for each column.
  private drops: HTMLButtonElement[] = [];
  private rotations: HTMLButtonElement[] = [];
  private chosen: number | undefined;

  constructor(host: HTMLElement, onMove: (text: string) => void) {
    this.host = host;
    this.onMove = onMove;
  }

  show(state: BoardState): void {
    const before = this.state;
    this.state = state;
    this.chosen = undefined;
    if (before?.game !== state.game || before.size !== state.size) this.build(state);
    this.drawing.innerHTML = boardSvg(state.game.name, state.size, state.board, state.changed);
    this.label();
  }

  private build({ game, size, board }: BoardState): void {
    const hasColumnMoves = mannerOf(game).squares === undefined;
    const rows = board.length / size;
    this.squares = Array.from(board, (_, i) => this.button('square', () => this.press(i)));
    const columns = hasColumnMoves ? Array.from({ length: size }, (_, i) => String(i + 1)) : [];
    this.drops = columns.map((number) => this.button('drop', () => this.make(number), number));
    this.rotations = columns.map((number) => this.button('rotate', () => this.make(`-${number}`), number));
    const lines = Array.from({ length: rows }, (_, row) => this.squares.slice(row * size, (row + 1) * size));

    this.drawing = make('div', { className: 'drawing', ariaHidden: 'true' });
    const overlay = make('div', { className: 'overlay', role: 'presentation' }, ...lines.map(rowOf));
    // The drawing has a margin of one unit round squares of twenty.
    overlay.style.inset = `${100 / (20 * rows + 2)}% ${100 / (20 * size + 2)}%`;
    overlay.style.gridTemplateRows = `repeat(${rows}, 1fr)`;
    const field = make('div', { className: 'field', role: 'rowgroup' }, this.drawing, overlay);
    field.style.aspectRatio = `${20 * size + 2} / ${20 * rows + 2}`;

    const ariaLabel = `Board of ${game.name} ${size}`;
    const grid = make('div', { className: `board-grid ${game.name}`, role: 'grid', ariaLabel });
    // Also what lies beside the board is as large as it.
    const { style } = this.host.parentElement!;
    style.setProperty('--columns', String(size));
    style.setProperty('--rows', String(rows + (hasColumnMoves ? 1.5 : 0)));
    if (hasColumnMoves) grid.append(rowOf(this.drops), field, rowOf(this.rotations));
    else grid.append(numbersOf(size, 'column-numbers'), numbersOf(rows, 'row-numbers'), field);
    this.host.replaceChildren(grid);

    const matrix = hasColumnMoves ? [this.drops, ...lines, this.rotations] : lines;
    const first = hasColumnMoves ? Math.floor(size / 2) : Math.max(board.search(/[^.]/), 0);
    roveFocus(grid, matrix, matrix.flat()[first], () => this.choose(undefined));
  }

  private button(className: string, press: () => void, text = ''): HTMLButtonElement {
    const button = make('button', { type: 'button', className }, text);
    button.addEventListener('click', press);
    return button;
  }

  /** Says on every button what is there and what it does now. */
  private label(): void {
    const { game, size, board, choices } = this.state!;
    const manner = mannerOf(game);
    for (const [buttons, sign, action] of [
      [this.drops, '', 'drop'],
      [this.rotations, '-', 'rotate'],
    ] as const) {
      buttons.forEach((button, i) => {
        button.ariaLabel = `column ${i + 1}, ${action}`;
        enable(button, choices.includes(`${sign}${i + 1}`));
      });
    }
    const targets = this.targets();
    const own = new Set(this.moves().map(({ from }) => from));
    this.squares.forEach((button, i) => {
      const square: Square = { row: Math.floor(i / size) + 1, column: (i % size) + 1 };
      const target = targets.get(i);
      const parts = [squareText(square), manner.piece(board[i])];
      if (i === this.chosen) parts.push('chosen');
      if (target !== undefined) parts.push(manner.target!(target));
      button.ariaLabel = parts.join(', ');
      button.classList.toggle('own', own.has(i));
      button.classList.toggle('chosen', i === this.chosen);
      button.classList.toggle('target', target !== undefined);
      button.classList.toggle('taken', target !== undefined && board[i] !== '.');
      button.dataset['arrow'] = target === undefined ? '' : arrowOf(target);
      const drops = this.drops.length > 0 && choices.includes(String(square.column));
      enable(button, own.has(i) || target !== undefined || drops);
    });
  }

  /** The moves that are named by two squares, with the numbers of both. */
  private moves(): { text: string; from: number; to: number }[] {
    const { game, size, choices } = this.state!;
    const manner = mannerOf(game);
    if (manner.squares === undefined) return [];
    const number = ({ row, column }: Square) => (row - 1) * size + column - 1;
    return choices.map((text) => {
      const { from, to } = manner.squares!(text);
      return { text, from: number(from), to: number(to) };
    });
  }

  /** Where the chosen piece may go, and by which move. */
  private targets(): Map<number, string> {
    const moves = this.moves().filter(({ from }) => from === this.chosen);
    return new Map(moves.map(({ to, text }) => [to, text]));
  }

  private press(square: number): void {
    const { size } = this.state!;
    if (this.drops.length > 0) return this.make(String((square % size) + 1));
    const move = this.targets().get(square);
    if (move !== undefined) return this.make(move);
    const isOwn = this.moves().some(({ from }) => from === square);
    this.choose(isOwn && square !== this.chosen ? square : undefined);
  }

  private choose(square: number | undefined): void {
    this.chosen = square;
    this.label();
  }

  private make(text: string): void {
    if (this.state!.choices.includes(text)) this.onMove(text);
  }
}

/** What cannot be done now stays in reach of the keyboard, so that the board can be read. */
function enable(button: HTMLButtonElement, isEnabled: boolean): void {
  button.ariaDisabled = isEnabled ? null : 'true';
}

function rowOf(buttons: readonly HTMLButtonElement[]): HTMLElement {
  const cells = buttons.map((button) => make('div', { className: 'cell', role: 'gridcell' }, button));
  return make('div', { className: 'row', role: 'row' }, ...cells);
}

function numbersOf(count: number, className: string): HTMLElement {
  const numbers = Array.from({ length: count }, (_, i) => make('span', {}, String(i + 1)));
  return make('div', { className, ariaHidden: 'true' }, ...numbers);
}
