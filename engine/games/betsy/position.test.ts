import { expect, test } from 'vitest';
import { legalMoves } from '../../position.ts';
import { playRandomly } from '../../testing.ts';
import { betsy } from './game.ts';
import { BetsyPosition, dropIn, pebblesOwned, rotationOf } from './position.ts';

/** The board after a move, and its winner as a letter. */
function after(size: number, player: 'x' | 'o', board: string, move: string): string {
  const position = betsy.parseBoard(size, player === 'x' ? 0 : 1, board);
  const found = legalMoves(position).find((legal) => betsy.formatMove(position, legal) === move);
  if (found === undefined) return 'not legal';
  position.make(found);
  return [betsy.formatBoard(position), betsy.players[position.winner as 0]].join(' ').trim();
}

test.each([
  ['a drop falls to the lowest empty square', 2, 'x', '..........', '1', '........x.'],
  ['a drop lands on the pebbles below', 2, 'o', '......x.x.', '1', '....o.x.x.'],
  ['a drop is not legal in a full column', 2, 'x', 'x.o.x.o.x.', '1', 'not legal'],
  ['a drop that completes a line wins', 2, 'x', '..x.o.x.o.', '1', 'x.x.o.x.o. x'],
  ['a rotation takes the bottom pebble to the top', 2, 'x', '....o.x.x.', '-1', '....x.o.x.'],
  ['a rotation of one pebble changes nothing and is legal', 2, 'o', '........x.', '-1', '........x.'],
  ['a rotation of one colour changes nothing and is legal', 2, 'o', '....x.x.x.', '-1', '....x.x.x.'],
  ['a rotation is not legal in an empty column', 2, 'o', '........x.', '-2', 'not legal'],
  [
    "a rotation that completes only the opponent's line loses at once",
    3,
    'o',
    'oxxxxoooxxoxoxoxoo',
    '-1',
    'xxxoxoxoxooxxxoooo x',
  ],
] as const)('%s', (_, size, player, board, move, expected) => {
  expect(after(size, player, board, move)).toBe(expected);
});

test("a rotation that completes both players' lines wins for the mover", () => {
  const before = 'oxxxooooxxoxoxoxxo';
  const turned = 'xxxoooxoxooxxxooxo';
  expect(after(3, 'x', before, '-1')).toBe(`${turned} x`);
  expect(after(3, 'o', before, '-1')).toBe(`${turned} o`);
});

test('a player whose pebbles are all on the board may only rotate', () => {
  const board = 'x.o.xoxoxx';
  const moveTexts = (turn: 0 | 1) => {
    const position = betsy.parseBoard(2, turn, board);
    return Array.from(legalMoves(position), (move) => betsy.formatMove(position, move));
  };
  expect(moveTexts(0)).toEqual(['-1', '-2']);
  expect(moveTexts(1)).toEqual(['2', '-1', '-2']);
});

test.each([
  ['a row of n in the top n rows is a line', 'xxxooxxoooxoxoxoxo', 0],
  ['a column of n in the top n rows is a line', 'x..x..x..o..x..o..', 0],
  ['the falling diagonal of the top square is a line', 'x..ox.xoxoxoxoxoxo', 0],
  ['the rising diagonal of the top square is a line', '..o.oxoxoxoxoxoxox', 1],
  ['a row below the top n rows is none', '.........xxxoooxxx', -1],
  ['a column that reaches down into the lower rows is none', '......x..x..x..o..', -1],
] as const)('%s', (_, board, winner) => {
  for (const turn of [0, 1] as const) expect(betsy.parseBoard(3, turn, board).winner).toBe(winner);
});

test('with lines of both colours on the board, the player not to move has won', () => {
  const board = 'xxxooooxoxoxoxoxox';
  expect(betsy.parseBoard(3, 0, board).winner).toBe(1);
  expect(betsy.parseBoard(3, 1, board).winner).toBe(0);
});

test('the win at once that is seen before a move is the win after it, in random positions', () => {
  for (const size of [2, 3, 5, 24]) {
    for (let seed = 0; seed < 60; seed++) {
      const position = playRandomly(betsy, size, seed, seed) as BetsyPosition;
      const mover = position.turn;
      const winning = legalMoves(position).filter((move) => {
        position.make(move);
        const { winner } = position;
        position.unmake();
        return winner === mover;
      });
      const seen = position.winner === -1 ? position.winningMove() : 0;
      expect(winning.includes(seen)).toBe(winning.length > 0);
    }
  }
});

test('the win check by columns agrees with one written square by square', () => {
  for (let seed = 0; seed < 400; seed++) {
    playRandomly(betsy, 3, seed, 60, (position) => {
      const board = betsy.formatBoard(position as BetsyPosition);
      const mover = position.turn === 0 ? 'o' : 'x';
      const other = mover === 'x' ? 'o' : 'x';
      const expected = hasLine(board, mover) ? mover : hasLine(board, other) ? other : undefined;
      expect(betsy.players[position.winner as 0]).toBe(expected);
    });
  }
});

function hasLine(board: string, player: string): boolean {
  const lines = ['012', '345', '678', '036', '147', '258', '048', '246'];
  return lines.some((line) => [...line].every((square) => board[Number(square)] === player));
}

test('all 733,647 positions of Betsy 3 that are counted have different keys', () => {
  // Every filling of three columns with at most nine pebbles a side and no line.
  const columns: number[] = [];
  for (let height = 0; height <= 6; height++)
    for (let mask = 0; mask < 1 << height; mask++) columns.push(mask | (1 << height));
  const bits = (word: number) => word.toString(2).replaceAll('0', '').length;
  const height = (column: number) => 31 - Math.clz32(column);
  const lows = new Set<number>();
  let positions = 0;
  for (const first of columns) {
    for (const second of columns) {
      for (const third of columns) {
        const pebbles = height(first) + height(second) + height(third);
        const ofFirst = bits(first) + bits(second) + bits(third) - 3;
        if (ofFirst > pebblesOwned(3) || pebbles - ofFirst > pebblesOwned(3)) continue;
        const position = new BetsyPosition(3, 0, [1, first, second, third]);
        if (position.winner !== -1) continue;
        positions++;
        lows.add((position.keyLow >>> 0) * 2 ** 21 + (position.keyHigh >>> 11));
      }
    }
  }
  expect(positions).toBe(733_647);
  expect(lows.size).toBe(positions);
});

test('moves carry their column and kind', () => {
  const position = betsy.start(5);
  expect(betsy.formatMove(position, dropIn(4))).toBe('4');
  expect(betsy.formatMove(position, rotationOf(4))).toBe('-4');
});
