import { describe, expect, test } from 'vitest';
import { plainPaint } from '../node/terminal.ts';
import { InputError } from '../input-error.ts';
import { settle } from './betsy/notation.ts';
import { games } from './index.ts';

const [betsy, raichu, conga] = games;

describe('a board is refused with its reason', () => {
  test.each([
    [betsy, 3, '...', 'BOARD has 3 characters; Betsy 3 needs 18'],
    [betsy, 3, '.................z', 'BOARD has "z" at character 18; expected one of . x o'],
    [
      betsy,
      3,
      '...x..o.ox.oxxxo.o',
      'BOARD has a floating pebble in column 2; expected none above an empty square',
    ],
    [betsy, 2, 'xxoxxoxoxo', 'BOARD has 6 pebbles of x; a player of Betsy 2 owns 5'],
    [raichu, 8, '.'.repeat(100), 'BOARD has 100 characters; Raichu 8 needs 64'],
    [raichu, 8, `${'.'.repeat(63)}x`, 'BOARD has "x" at character 64; expected one of . w W @ b B $'],
    [raichu, 8, `${'.'.repeat(63)}w`, 'BOARD has w on row 8, its far row; expected it to be a Raichu there'],
    [raichu, 8, `${'.'.repeat(63)}W`, 'BOARD has W on row 8, its far row; expected it to be a Raichu there'],
    [raichu, 8, `b${'.'.repeat(63)}`, 'BOARD has b on row 1, its far row; expected it to be a Raichu there'],
    [raichu, 8, `B${'.'.repeat(63)}`, 'BOARD has B on row 1, its far row; expected it to be a Raichu there'],
    [conga, 4, 'i..............J', 'BOARD has 9 stones of player a; expected exactly 10'],
    [conga, 4, 'j.............AJ', 'BOARD has 11 stones of player b; expected exactly 10'],
    [conga, 4, 'k..............J', 'BOARD has "k" at character 1'],
  ] as const)('%#', (game, size, board, reason) => {
    expect(() => game.parseBoard(size, 0, board)).toThrow(InputError);
    expect(() => game.parseBoard(size, 0, board)).toThrow(reason);
  });
});

test('any arrangement of Raichu is accepted, an empty board included: there the player to move has lost', () => {
  const empty = raichu.parseBoard(8, 0, '.'.repeat(64));
  expect(empty.winner).toBe(1);
  expect(raichu.parseBoard(8, 1, `${'.'.repeat(63)}@`).winner).toBe(0);
});

test('floating pebbles fall when they are let', () => {
  expect(settle(3, '...x..o.ox.oxxxo.o')).toBe('...x..o.ox.ox.xoxo');
  expect(settle(3, '...x..o.ox.oxxxoxo')).toBe('...x..o.ox.oxxxoxo');
});

test('a drawing shows the board, and paints each side with its own colour', () => {
  expect(betsy.draw(betsy.parseBoard(2, 0, '......x.xo'), plainPaint)).toBe(
    ['1 2', '. .', '. .', '---', '. .', 'x .', 'x o'].join('\n'),
  );
  const painted = conga.draw(conga.start(3), (text, side) => (side === -1 ? text : `<${side}${text}>`));
  expect(painted.split('\n').slice(1)).toEqual(['1 <010a>   .   .', '2   .   .   .', '3   .   . <110b>']);
});
