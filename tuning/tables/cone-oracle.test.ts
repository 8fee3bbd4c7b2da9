import { expect, test } from 'vitest';
import { betsy } from '../../engine/games/betsy/game.ts';
import { solvable } from '../../engine/games/betsy/numbering.ts';
import solvedPositions from '../../engine/games/betsy/solved-3.json' with { type: 'json' };
import type { Side } from '../../engine/position.ts';
import { coneOracle } from './cone-oracle.ts';
import { worthOf } from './oracle.ts';

const bounds = { positions: 1e7, isOver: () => false };
// On the usual board, with 36 pebbles.
const LATE = 'xoxo.ooox.xxxo.ooxx.xxxooxoxoxoxoooooxxx';

test('the cone of the start of Betsy 3 has the values that another program found', () => {
  const oracle = coneOracle(betsy, 3, solvable);
  expect(oracle.solve(betsy.start(3), bounds)).toBe(undefined);
  let known = 0;
  for (const [player, board, sign, plies] of solvedPositions as [string, string, number, number][]) {
    const position = betsy.parseBoard(3, betsy.players.indexOf(player) as Side, board);
    if (!oracle.knows(position)) continue;
    known++;
    expect([board, oracle.valueOf(position)]).toEqual([board, sign === 0 ? 0 : sign * plies]);
  }
  expect(known).toBeGreaterThan(500);
});

test('what comes of a late position of Betsy 5 is worth as much as its best move, as far as one looks', () => {
  const oracle = coneOracle(betsy, 5, solvable);
  const position = betsy.parseBoard(5, 0, LATE);
  expect(oracle.solve(position, bounds)).toBe(undefined);
  const values = new Set<number>();
  const look = (plies: number) => {
    const moves = oracle.movesOf(position);
    const value = oracle.valueOf(position);
    expect(worthOf(value)).toBe(worthOf(moves[0].value));
    values.add(Math.sign(value));
    if (plies === 0) return;
    for (const { move } of moves) {
      position.make(move);
      if (position.winner === -1) look(plies - 1);
      position.unmake();
    }
  };
  look(4);
  expect(values.size).toBe(3);
});

test('a position outside the cone is not known until it is solved, and then the others no more', () => {
  const oracle = coneOracle(betsy, 2, solvable);
  const late = betsy.parseBoard(2, 0, '..o.xooxxo');
  expect(oracle.knows(betsy.start(2))).toBe(false);
  oracle.solve(late, bounds);
  expect([oracle.knows(late), oracle.knows(betsy.start(2))]).toEqual([true, false]);
  oracle.solve(betsy.start(2), bounds);
  expect(oracle.valueOf(betsy.start(2))).toBe(15);
});

test.each([
  ['more positions than it may have', { ...bounds, positions: 1000 }, /too early/],
  ['no time', { ...bounds, isOver: () => true }, /takes too long/],
])('a position of %s is not solved, and why is said', (_, its, reason) => {
  const oracle = coneOracle(betsy, 5, solvable);
  const position = betsy.parseBoard(5, 0, LATE);
  expect(oracle.solve(position, its)).toMatch(reason);
  expect(() => oracle.valueOf(position)).toThrow('none of the positions that the oracle knows');
});
