import { contractOf, DRAWN, perft } from 'evalsmith/engine';
import { expect, test } from 'vitest';
import game from './index.ts';

// What every game must keep; `evalsmith game check` tells the same.
for (const rule of contractOf(game)) test(rule.name, () => rule.check(), 60_000);

test('the moves from the start are counted right', () => {
  expect([1, 2, 3, 4, 5, 6].map((depth) => perft(game.start(3), depth))).toEqual([
    9, 72, 504, 3024, 15120, 54720,
  ]);
});

test('three in a row win, and a full board without them is a draw', () => {
  expect(game.parseBoard(3, 1, 'xxxoo....').winner).toBe(0);
  expect(game.parseBoard(3, 1, 'xoxxoooxx').winner).toBe(DRAWN);
});
