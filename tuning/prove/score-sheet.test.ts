import { expect, test } from 'vitest';
import { games } from '../../engine/games/index.ts';
import { gameRowsText } from '../dataset/rows.ts';
import { ScoreSheet } from './score-sheet.ts';

const betsy = games.find(({ name }) => name === 'betsy')!;

/** A game of one move in which the first player's result is this. */
function text(game: number, result: number, move = '1'): string {
  const [player] = betsy.players;
  const row = {
    game,
    ply: 0,
    player,
    board: '.',
    move,
    source: 'random',
    score: undefined,
    nodes: undefined,
  };
  return gameRowsText([{ ...row, result, end: result === 0.5 ? 'cap' : 'line' }]);
}

// In pairs: the first participant wins both, loses one and wins one, draws both.
const RESULTS = [1, 0, 0, 0, 0.5, 0.5];

test('games that come in any order count pair by pair in their own', () => {
  const sheet = new ScoreSheet(betsy, 6, null);
  const counted = [3, 1, 5, 2, 0, 4].map((index) => {
    sheet.enter(index, text(index, RESULTS[index], index === 1 ? '2' : '1'));
    return sheet.games;
  });
  expect(counted).toEqual([0, 0, 0, 0, 4, 6]);
  const { won, drawn, lost, plies, pairs, identicalPairs, ends, isOver } = sheet;
  expect([won, drawn, lost, plies, isOver]).toEqual([3, 2, 1, 6, true]);
  expect(pairs).toEqual([0, 0, 2, 0, 1]);
  expect([identicalPairs, ends]).toEqual([2, { line: 4, cap: 2 }]);
});

test('what comes after the pair that decides does not count', () => {
  const test = { elo0: 0, elo1: 400, alpha: 0.05, beta: 0.05, model: 'logistic' } as const;
  const sheet = new ScoreSheet(betsy, 1000, test);
  for (let index = 0; index < 100; index++) sheet.enter(index, text(index, index % 2));
  expect([sheet.sprt?.decision, sheet.isOver, sheet.games < 100]).toEqual(['H0', true, true]);
  expect(sheet.lost).toBe(sheet.games);
});
