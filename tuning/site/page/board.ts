import { type Game, widthOf } from '../../../engine/game.ts';
import type { ColumnMoves } from '../../../engine/words.ts';
import { boardSvg } from '../../page/board-drawing.ts';
import { type GameWords, squareText, wordsOf } from '../../page/game-words.ts';
import type { HandMove } from '../hand-moves.ts';
import { byId, make } from './elements.ts';
import { bestMark, type MoveMark, showMark } from './move-mark.ts';
import { roveFocus } from './roving-focus.ts';

export interface BoardState {
  game: Game;
  size: number;
  board: string;
  /** Squares to mark, numbered row by row: what the last move changed. */
  changed: readonly number[];
  /** The moves that may be made by hand. */
  choices: readonly HandMove[];
  /** What is known of moves, by their texts; a square has the mark of the best that it leads to. */
  marks?: ReadonlyMap<string, MoveMark>;
}

// Beside a square of 1, the height of a row of buttons.
const BUTTON_ROW = 0.75;

/** A board to play on: a drawing under a grid of buttons that speak, and below it the moves that no square names. */
export class BoardView {
  private readonly host: HTMLElement;
  private readonly list = byId('choices');
  private readonly onMove: (text: string) => void;
  private state: BoardState | undefined;
  private words: GameWords | undefined;
  private columns = 0;
  private drawing = make('div');
  private squares: HTMLButtonElement[] = [];
  private above: HTMLButtonElement[] = [];
  private below: HTMLButtonElement[] = [];
  // The squares clicked so far, in their order.
  private chosen: readonly number[] = [];

  constructor(host: HTMLElement, onMove: (text: string) => void) {
    this.host = host;
    this.onMove = onMove;
  }

  show(state: BoardState): void {
    const before = this.state;
    this.state = state;
    this.chosen = [];
    if (before?.game !== state.game || before.size !== state.size) this.build(state);
    this.drawing.innerHTML = boardSvg(state.game, state.size, state.board, state.changed);
    this.label();
  }

  /** Shows what is known of the moves of the same position. */
  mark(marks: ReadonlyMap<string, MoveMark>): void {
    this.state = { ...this.state!, marks };
    this.label();
  }

  private build({ game, size, board }: BoardState): void {
    this.words = wordsOf(game);
    this.columns = widthOf(game, size);
    const { columns } = this;
    const rows = board.length / columns;
    this.squares = Array.from(board, (_, i) => this.button('square', () => this.press(i)));
    this.above = this.columnButtons('above', this.words.columns?.above);
    this.below = this.columnButtons('below', this.words.columns?.below);
    const lines = Array.from({ length: rows }, (_, row) =>
      this.squares.slice(row * columns, (row + 1) * columns),
    );

    this.drawing = make('div', { className: 'drawing', ariaHidden: 'true' });
    const overlay = make('div', { className: 'overlay', role: 'presentation' }, ...lines.map(rowOf));
    // The drawing has a margin of one unit round squares of twenty.
    overlay.style.inset = `${100 / (20 * rows + 2)}% ${100 / (20 * columns + 2)}%`;
    overlay.style.gridTemplateRows = `repeat(${rows}, 1fr)`;
    const field = make('div', { className: 'field', role: 'rowgroup' }, this.drawing, overlay);
    field.style.aspectRatio = `${20 * columns + 2} / ${20 * rows + 2}`;

    const buttonRows = [this.above, this.below].filter((row) => row.length > 0);
    const ariaLabel = `Board of ${game.name} ${size}`;
    const kind = buttonRows.length > 0 ? 'by-column' : 'numbered';
    const grid = make('div', { className: `board-grid ${kind} ${game.name}`, role: 'grid', ariaLabel });
    // Also what lies beside the board is as large as it.
    const { style } = this.host.parentElement!;
    style.setProperty('--columns', String(columns));
    style.setProperty('--rows', String(rows + BUTTON_ROW * buttonRows.length));
    if (kind === 'numbered')
      grid.append(numbersOf(columns, 'column-numbers'), numbersOf(rows, 'row-numbers'));
    const parts = [...this.above.slice(0, 1).map(() => rowOf(this.above)), field];
    grid.append(...parts, ...this.below.slice(0, 1).map(() => rowOf(this.below)));
    this.host.replaceChildren(grid);

    const matrix = [this.above, ...lines, this.below].filter((row) => row.length > 0);
    const first = kind === 'by-column' ? Math.floor(columns / 2) : Math.max(board.search(/[^.]/), 0);
    roveFocus(grid, matrix, matrix.flat()[first], () => this.choose([]));
  }

  private button(className: string, press: () => void, text = ''): HTMLButtonElement {
    const button = make('button', { type: 'button', className }, text);
    button.addEventListener('click', press);
    return button;
  }

  private columnButtons(place: string, moves: ColumnMoves | undefined): HTMLButtonElement[] {
    if (moves === undefined) return [];
    return Array.from({ length: this.columns }, (_, i) => {
      const button = this.button(place, () => this.make(moves.move(i + 1)), String(i + 1));
      button.dataset['sign'] = moves.sign;
      return button;
    });
  }

  /** Says on every button what is there and what it does now. */
  private label(): void {
    const { game, size, board, choices, marks } = this.state!;
    const { columns, piece, target: targetOf } = this.words!;
    const isLegal = (text: string | undefined) => choices.some((move) => move.text === text);
    const showColumns = (buttons: readonly HTMLButtonElement[], moves: ColumnMoves | undefined) =>
      buttons.forEach((button, i) => {
        const text = moves!.move(i + 1);
        enable(button, isLegal(text));
        button.ariaLabel = [`column ${i + 1}`, moves!.action, ...showMark(button, marks?.get(text))].join(
          ', ',
        );
      });
    showColumns(this.above, columns?.above);
    showColumns(this.below, columns?.below);

    const open = this.matching();
    const depth = this.chosen.length;
    const first = new Set(choices.map(({ squares }) => squares[0]));
    // The moves that the next click makes, or goes on with.
    const next = new Map(open.toReversed().map((move) => [move.squares[depth], move]));
    // Where any empty square will do, marks would say nothing.
    const isAnywhere = [...board].every((letter, i) => letter !== '.' || next.has(i));
    this.squares.forEach((button, i) => {
      const move = next.get(i);
      const isLast = move !== undefined && move.squares.length === depth + 1;
      const { action, sign = '' } = isLast ? targetOf(move.text) : { action: 'choose' };
      const isTarget = move !== undefined && (depth > 0 || (isLast && !isAnywhere));
      const isChosen = this.chosen.includes(i);
      const parts = [squareText(game, size, i), piece(board[i])];
      if (isChosen) parts.push('chosen');
      if (isLast || isTarget) parts.push(action);
      const leadsTo = open.filter(({ squares }) => squares[depth] === i).map(({ text }) => marks?.get(text));
      parts.push(...showMark(button, bestMark(leadsTo)));
      button.ariaLabel = parts.join(', ');
      button.classList.toggle('own', first.has(i));
      button.classList.toggle('chosen', isChosen);
      button.classList.toggle('target', isTarget);
      button.classList.toggle('taken', isTarget && board[i] !== '.');
      button.classList.toggle('signed', isTarget && sign !== '');
      button.dataset['sign'] = isTarget ? sign : '';
      enable(button, first.has(i) || move !== undefined || isLegal(this.columnMove(i)));
    });
    this.showList(open.filter(({ squares, isOfColumn }) => squares.length === depth && !isOfColumn));
  }

  /** Moves that no further click tells apart. */
  private showList(moves: readonly HandMove[]): void {
    const buttons = moves.map(({ text }) => {
      const button = this.button('choice', () => this.make(text), text);
      const said = this.words!.move(text);
      const known = showMark(button, this.state!.marks?.get(text));
      if (said !== text || known.length > 0)
        button.ariaLabel = [...new Set([text, said, ...known])].join(', ');
      return button;
    });
    this.list.replaceChildren(...buttons);
    this.list.hidden = buttons.length === 0;
  }

  /** The moves that begin with the squares clicked so far. */
  private matching(clicked = this.chosen): HandMove[] {
    return this.state!.choices.filter(({ squares }) => clicked.every((square, i) => squares[i] === square));
  }

  /** The move of the column of a square. */
  private columnMove(square: number): string | undefined {
    return this.words!.columns?.above.move((square % this.columns) + 1);
  }

  private press(square: number): void {
    const clicked = [...this.chosen, square];
    const moves = this.matching(clicked);
    if (moves.length === 1 && moves[0].squares.length === clicked.length) return this.make(moves[0].text);
    if (moves.length > 0) return this.choose(clicked);
    const column = this.columnMove(square);
    if (column !== undefined) return this.make(column);
    const isOther = !this.chosen.includes(square) && this.matching([square]).length > 0;
    this.choose([]);
    if (isOther) this.press(square);
  }

  private choose(squares: readonly number[]): void {
    this.chosen = squares;
    this.label();
  }

  private make(text: string): void {
    if (this.state!.choices.some((move) => move.text === text)) this.onMove(text);
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
