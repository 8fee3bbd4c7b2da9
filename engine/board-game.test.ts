import { expect, test } from 'vitest';
import { type BoardGame, boardGame, squareName } from './board-game.ts';
import { BoardPosition } from './board-position.ts';
import { endingOf } from './ending.ts';
import { Player } from './player.ts';
import { DRAWN, legalMoves, type Move, otherSide, type Outcome, type Side, winnerOf } from './position.ts';
import { Table } from './table.ts';

const LINES = ['012', '345', '678', '036', '147', '258', '048', '246'].map((line) => [...line].map(Number));

class TicTacToe extends BoardPosition {
  constructor(turn: Side) {
    super(3, 9, 9, turn);
  }

  generate(moves: Int32Array, start: number): number {
    let end = start;
    if (this.winner !== -1) return end;
    for (let square = 0; square < 9; square++) if (this.board[square] === 0) moves[end++] = square + 1;
    return end;
  }

  protected play(move: Move, mover: Side): void {
    this.put(move - 1, mover + 1);
    this.noteProgress();
  }

  protected decide(): Outcome {
    const { board } = this;
    for (const [a, b, c] of LINES)
      if (board[a] !== 0 && board[a] === board[b] && board[a] === board[c]) return (board[a] - 1) as Side;
    return board.includes(0) ? -1 : DRAWN;
  }
}

const description: BoardGame<TicTacToe> = {
  name: 'tictactoe',
  sizes: [3],
  players: ['x', 'o'],
  pieces: ['x', 'o'],
  startBoard: () => '.'.repeat(9),
  emptyPosition: (_size, turn) => new TicTacToe(turn),
  formatMove: (_position, move) => squareName(move - 1, 3),
  features: { id: 'none', names: [], extract() {} },
  wonBy: 'line',
};
const game = boardGame(description);

/** 1 for a win of the player to move, 0 for a draw, -1 for a loss, by looking at everything. */
function exactValue(position: TicTacToe): number {
  const outcome = winnerOf(position);
  if (outcome === DRAWN) return 0;
  if (outcome !== -1) return outcome === position.turn ? 1 : -1;
  let best = -1;
  for (const move of legalMoves(position)) {
    position.make(move);
    best = Math.max(best, -exactValue(position));
    position.unmake();
  }
  return best;
}

test('a search that sees the end knows drawn games from won and lost ones, in every position of tic-tac-toe', () => {
  const player = new Player(game, { scale: 100, evaluate: () => 77 }, Table.ofMegabytes(1));
  const seen = new Set<string>();
  const position = game.start(3);
  const visit = () => {
    const board = game.formatBoard(position);
    if (seen.has(board) || winnerOf(position) !== -1) return;
    seen.add(board);
    player.forget();
    expect(`${board} ${Math.sign(player.choose(position, { depth: 12 }).score)}`).toBe(
      `${board} ${Math.sign(exactValue(position))}`,
    );
    for (const move of legalMoves(position)) {
      position.make(move);
      visit();
      position.unmake();
    }
  };
  visit();
  expect(seen.size).toBe(4520);
});

test('a full board without a line has ended drawn, by no side', () => {
  const position = game.parseBoard(3, 1, 'xoxxoooxx');
  expect(winnerOf(position)).toBe(DRAWN);
  expect(endingOf(game, position)).toEqual({ winner: -1, end: 'drawn' });
  expect(legalMoves(position)).toHaveLength(0);
});

test('a game may say that having no move is a draw', () => {
  class Stalemate extends TicTacToe {
    override get blocked() {
      return DRAWN;
    }
    protected override decide(): Outcome {
      const outcome = super.decide();
      return outcome === DRAWN ? -1 : outcome;
    }
  }
  const position = new Stalemate(1);
  position.place([1, 2, 1, 1, 2, 2, 2, 1, 1]);
  expect(winnerOf(position)).toBe(DRAWN);
  expect(endingOf(game, position)).toEqual({ winner: -1, end: 'blocked' });
  position.place([1, 2, 1, 1, 2, 2, 2, 1, 0]);
  expect(otherSide(position.turn)).toBe(0);
  const player = new Player(game, { scale: 100, evaluate: () => 77 }, Table.ofMegabytes(1));
  expect(player.choose(position, { depth: 3 }).score).toBe(0);
});

test('the keys of moves made are those of the board set up anew', () => {
  const position = game.start(3);
  for (const move of [5, 1, 9, 3, 2]) {
    position.make(move);
    const { keyLow, keyHigh } = game.parseBoard(3, position.turn, game.formatBoard(position));
    expect([position.keyLow, position.keyHigh]).toEqual([keyLow, keyHigh]);
  }
});

test.each([
  [{ width: () => 4 }, 'the board of tictactoe 3 has 9 squares; expected whole rows of 4'],
  [{ startBoard: () => '' }, 'the board of tictactoe 3 has 0 squares; expected whole rows of 3'],
  [{ pieces: ['x', 'x'] as const }, 'no letter twice'],
])('a description with %o is refused', (wrong, reason) => {
  expect(() => boardGame({ ...description, ...wrong })).toThrow(reason);
});
