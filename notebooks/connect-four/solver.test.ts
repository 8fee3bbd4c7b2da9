import { DRAWN, legalMoves, type Position } from 'evalsmith/engine';
import { expect, test } from 'vitest';
import game from './index.ts';
import { Solver } from './solver.ts';

/** The position after moves that are written one after the other. */
function after(moves: string) {
  const position = game.start(7);
  for (const move of moves) position.make(Number(move));
  return position;
}

test.each([
  // The first three of the file Test_L3_R1 of Pascal Pons, Solving Connect Four, which gives stones left over.
  ['2252576253462244111563365343671351441', -1],
  ['7422341735647741166133573473242566', 1],
  ['23163416124767223154467471272416755633', 0],
])('%s is worth what is published', (moves, published) => {
  const value = new Solver().value(game.formatBoard(after(moves)));
  expect(Math.sign(value)).toBe(Math.sign(published));
  // The stones of the winner in the end: those of now and those of the moves to come.
  const now = (value > 0 ? moves.length : moves.length + 1) >> 1;
  const left = 22 - now - Math.ceil(Math.abs(value) / 2);
  if (value !== 0) expect(left).toBe(Math.abs(published));
});

/** By trying every move, by the rules alone: 100 less the plies to the end, below 0 where it is lost. */
function plainScore(position: Position): number {
  if (position.winner !== -1) return position.winner === DRAWN ? 0 : -100;
  let best = -100;
  for (const move of legalMoves(position)) {
    position.make(move);
    const score = -plainScore(position);
    position.unmake();
    best = Math.max(best, score - Math.sign(score));
  }
  return best;
}

test('values of late positions are those by the rules, with all plies to the end', () => {
  const solver = new Solver();
  let random = 1;
  let decided = 0;
  for (let i = 0; i < 150; i++) {
    const position = game.start(7);
    while (position.winner === -1 && position.state.ply < 31) {
      const moves = legalMoves(position);
      random = (random * 48271) % 2147483647;
      position.make(moves[random % moves.length]);
    }
    if (position.winner !== -1) continue;
    const board = game.formatBoard(position);
    const score = plainScore(position);
    if (score !== 0) decided++;
    expect([board, solver.value(board)]).toEqual([
      board,
      score === 0 ? 0 : Math.sign(score) * (100 - Math.abs(score)),
    ]);
  }
  expect(decided).toBeGreaterThan(10);
});

test('a mirror image is worth the same', () => {
  const board = game.formatBoard(after('44444432635'));
  const [, mirrored] = game.symmetricBoards(7, board);
  expect(new Solver().value(mirrored)).toBe(new Solver().value(board));
});

test.each(['', '.'.repeat(41), `${'.'.repeat(35)}oo.....`, `${'.'.repeat(35)}z......`])(
  'what is no position of 7x6 is refused: %j',
  (board) => expect(() => new Solver().value(board)).toThrow('expected 42 squares'),
);
