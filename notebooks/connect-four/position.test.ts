import { contractOf, DRAWN, InputError, legalMoves, perft } from 'evalsmith/engine';
import { expect, test } from 'vitest';
import game from './index.ts';

// What every game must keep; `evalsmith game check` tells the same.
for (const rule of contractOf(game)) test(rule.name, () => rule.check(), 60_000);

test('move sequences of one to eight plies are as many as published', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8].map((depth) => perft(game.start(7), depth))).toEqual([
    7, 49, 343, 2401, 16807, 117649, 823536, 5673234,
  ]);
});

/** The position after moves that are written one after the other. */
function after(moves: string) {
  const position = game.start(7);
  for (const move of moves) position.make(Number(move));
  return position;
}

test.each([
  ['a column', '1212121', 0],
  ['a row', '1122334', 0],
  ['a row whose middle is filled last', '1122443', 0],
  ['a rising diagonal', '12233434454', 0],
  ['a falling diagonal', '76655454434', 0],
  ['the row of the second player', '71122334', 1],
  ['nobody yet', '121212', -1],
])('%s: %s', (_, moves, winner) => {
  const position = after(moves);
  expect(position.winner).toBe(winner);
  // The same board, read without its moves.
  expect(game.parseBoard(7, position.turn, game.formatBoard(position)).winner).toBe(winner);
  expect(legalMoves(position).length === 0).toBe(winner !== -1);
});

test('lines do not go round the edge of the board', () => {
  expect(game.parseBoard(7, 1, `${'.'.repeat(28)}x.....oo...xxx`).winner).toBe(-1);
});

test('a full board without a line is a draw', () => {
  const board = 'xxooxxoooxxoox'.repeat(3);
  expect(game.parseBoard(7, 0, board).winner).toBe(DRAWN);
});

test('a winning move and a threat are seen', () => {
  const position = after('112233');
  expect(position.winningMove()).toBe(4);
  position.make(7);
  expect(position.winningMove()).toBe(0);
  expect(position.isThreatened()).toBe(true);
  expect(after('44').winningMove()).toBe(0);
  expect(after('44').isThreatened()).toBe(false);
});

test('a stone above an empty square is refused', () => {
  expect(() => game.parseBoard(7, 1, `${'.'.repeat(30)}x${'.'.repeat(11)}`)).toThrow(
    new InputError('BOARD has a stone in column 3 above an empty square'),
  );
});

const valueOf = (name: string, board: string, turn: 0 | 1) => {
  const values = new Float64Array(game.features.names.length);
  game.features.extract(game.parseBoard(7, turn, board), values);
  return values[game.features.names.indexOf(name)] + 0;
};
const rows = (...some: string[]) => some.join('').padStart(42, '.');

test.each([
  ['stones in the middle', 1, rows('...x...')],
  ['stones beside the middle', 2, rows('..x.x..')],
  ['lines with one', 3, rows('x......')],
  ['lines with two', 1, rows('xx.....')],
  ['threats at hand', 1, rows('xxx....')],
  ['threats one above', 1, rows('xxx....', 'oox....')],
  ['threats later', 1, rows('xxx....', 'oox....', 'xoo....')],
  ['threats stacked', 1, rows('xxx....', 'xxx....', 'oox....')],
])('%s: %i', (name, value, board) => {
  expect(valueOf(name, board, 0)).toBe(value);
  expect(valueOf(name, board, 1)).toBe(-value);
});

test.each([
  // With an even number of empty squares the player to move comes to the third row, and the other to the second.
  ['in the third row', rows('xxx....', 'oox....', 'xoo...o'), 1, 0],
  ['in the second row', rows('xxx....', 'oox....'), 0, -1],
  // A square more is filled.
  ['in the third row', rows('xxx....', 'oox....', 'xoo..oo'), 0, -1],
])('a threat %s of %s is in time for x where x comes to that row', (_, board, toMove, waiting) => {
  expect([valueOf('threats in time', board, 0), valueOf('threats in time', board, 1)]).toEqual([
    toMove,
    waiting,
  ]);
});
