import { expect, test } from 'vitest';
import { boardGame, squareName } from '../board-game.ts';
import { BoardPosition } from '../board-position.ts';
import { FeatureList, type Features } from '../features.ts';
import { perft } from '../perft.ts';
import { Player } from '../player.ts';
import type { Move, Outcome, Side } from '../position.ts';
import { contractOf } from './contract.ts';

// Breakthrough, the smallest game that is like chess: pieces step one square forward, straight or diagonally, and capture diagonally; who
// reaches the far row, or takes the last enemy piece, has won. x moves down and begins. A move is from * 64 + to.

class Breakthrough extends BoardPosition {
  constructor(size: number, turn: Side) {
    super(size, size * size, 6 * size, turn);
  }

  generate(moves: Int32Array, start: number): number {
    return this.winner === -1 ? this.steps(moves, start, false) : start;
  }

  override generateLoud(moves: Int32Array, start: number): number {
    return this.winner === -1 ? this.steps(moves, start, true) : start;
  }

  override gain(move: Move): number {
    return this.board[move & 63] === 0 ? 0 : 1;
  }

  private steps(moves: Int32Array, start: number, isCapture: boolean): number {
    const { board, size, turn } = this;
    let end = start;
    for (let from = 0; from < board.length; from++) {
      if (board[from] !== turn + 1) continue;
      for (let aside = -1; aside <= 1; aside++) {
        const column = (from % size) + aside;
        if (column < 0 || column >= size) continue;
        const to = from + aside + (turn === 0 ? size : -size);
        const isEmpty = board[to] === 0;
        if (isCapture ? isEmpty || aside === 0 || board[to] === turn + 1 : aside === 0 && !isEmpty) continue;
        if (board[to] !== turn + 1) moves[end++] = (from << 6) | to;
      }
    }
    return end;
  }

  protected play(move: Move, mover: Side): void {
    this.put(move >> 6, 0);
    this.put(move & 63, mover + 1);
    this.noteProgress();
  }

  protected decide(): Outcome {
    const { board, size } = this;
    for (let column = 0; column < size; column++) {
      if (board[column] === 2) return 1;
      if (board[board.length - size + column] === 1) return 0;
    }
    if (!board.includes(1)) return 1;
    return board.includes(2) ? -1 : 0;
  }
}

const list = new FeatureList();
const PIECES = list.slot('pieces');
const ADVANCE = list.slot('rows advanced');

const features: Features<Breakthrough> = {
  id: 'breakthrough-1',
  names: list.names,
  extract({ board, size, turn }, values) {
    values.fill(0);
    for (let square = 0; square < board.length; square++) {
      if (board[square] === 0) continue;
      const row = Math.floor(square / size);
      const sign = board[square] === turn + 1 ? 1 : -1;
      values[PIECES] += sign;
      values[ADVANCE] += sign * (board[square] === 1 ? row : size - 1 - row);
    }
  },
};

/** Where each square goes, by its row and column. */
const image = (size: number, to: (row: number, column: number) => number) =>
  Array.from({ length: size * size }, (_, square) => to(Math.floor(square / size), square % size));

const breakthrough = boardGame<Breakthrough>({
  name: 'breakthrough',
  sizes: [6],
  players: ['x', 'o'],
  pieces: ['x', 'o'],
  startBoard: (size) => 'x'.repeat(2 * size) + '.'.repeat(size * (size - 4)) + 'o'.repeat(2 * size),
  emptyPosition: (size, turn) => new Breakthrough(size, turn),
  formatMove: ({ size }, move) => `${squareName(move >> 6, size)}-${squareName(move & 63, size)}`,
  features,
  wonBy: 'breakthrough',
  fault: ({ winner, turn }) => (winner === turn ? 'is won by the player who is to move' : undefined),
  symmetries: (size) => [image(size, (row, column) => row * size + size - 1 - column)],
  turned: (size) => image(size, (row, column) => (size - 1 - row) * size + column),
});

for (const rule of contractOf(breakthrough)) test(rule.name, () => rule.check());

/** Counts on boards of text, turned after each move so that the player to move is x and moves down. */
function plainCount(board: string, size: number, depth: number): number {
  if (depth === 0) return 1;
  if (board.slice(0, size).includes('o') || !board.includes('x')) return 0;
  let count = 0;
  for (const { index } of board.matchAll(/x/g))
    for (const aside of [-1, 0, 1]) {
      const to = index + size + aside;
      if (Math.floor(to / size) !== Math.floor(index / size) + 1) continue;
      if (board[to] === 'x' || (board[to] === 'o' && aside === 0)) continue;
      const after = [...board].with(index, '.').with(to, 'x').join('');
      const turned = [...after].toReversed().join('');
      count += plainCount(
        turned.replace(/[xo]/g, (piece) => (piece === 'x' ? 'o' : 'x')),
        size,
        depth - 1,
      );
    }
  return count;
}

test('the moves from the start are those of another program', () => {
  const start = breakthrough.start(6);
  const counts = [1, 2, 3, 4].map((depth) => perft(start, depth));
  expect(counts).toEqual([1, 2, 3, 4].map((depth) => plainCount(breakthrough.formatBoard(start), 6, depth)));
});

test('a race is won by who is nearer, and the search sees it', () => {
  const board = ['......', '......', 'x.....', '.....o', '......', '......'].join('');
  const evaluator = { evaluate: () => 0, scale: 100 };
  const line = new Player(breakthrough, evaluator).choose(breakthrough.parseBoard(6, 0, board), { depth: 6 });
  expect(line.score).toBeGreaterThan(10_000);
  const lost = new Player(breakthrough, evaluator).choose(breakthrough.parseBoard(6, 1, board), { depth: 7 });
  // Now o is a move ahead.
  expect(lost.score).toBeGreaterThan(10_000);
});
