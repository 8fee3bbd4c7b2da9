import fc from 'fast-check';
import { expect, test } from 'vitest';
import { legalMoves, type Side, winnerOf } from '../../position.ts';
import { playRandomly } from '../../testing.ts';
import { conga } from './game.ts';
import { sown } from './sowing.ts';

function after(turn: Side, board: string, text: string): string {
  const position = conga.parseBoard(board.length === 9 ? 3 : 4, turn, board);
  const move = legalMoves(position).find((legal) => conga.formatMove(position, legal) === text);
  if (move === undefined) return 'not legal';
  position.make(move);
  return conga.formatBoard(position);
}

test.each<[string, Side, string, string, string]>([
  ['three open squares take one, two and the rest', 0, 'j..............J', '1.1-E', '.abg...........J'],
  ['two open squares take one and the rest', 0, 'j..A...........I', '1.1-E', '.aiA...........I'],
  ['one open square takes all', 0, 'j.A............I', '1.1-E', '.jA............I'],
  ['no open square is no move', 0, 'jA.............I', '1.1-E', 'not legal'],
  ['the edge ends the path', 0, '..j............J', '1.3-E', '...j...........J'],
  ['own squares are open', 0, 'ha.a...........J', '1.1-E', '.bbf...........J'],
  ['one stone goes into the first square', 0, 'a...i..........J', '1.1-E', '.a..i..........J'],
  ['two stones run out in the second', 0, 'b...h..........J', '1.1-E', '.aa.h..........J'],
  ['three stones run out in the second', 0, 'c...g..........J', '1.1-E', '.ab.g..........J'],
  ['four stones reach the third', 0, 'd...f..........J', '1.1-E', '.abaf..........J'],
  ['two stones and two open squares are one each', 0, 'b..Ah..........I', '1.1-E', '.aaAh..........I'],
  ['the second player sows the same way', 1, '.j.............J', '4.4-NW', 'Gj...B....A.....'],
  ['a board of three by three has paths of two at most', 0, 'j.......J', '1.1-E', '.ai.....J'],
])('%s', (_, turn, board, move, expected) => {
  expect(after(turn, board, move)).toBe(expected);
});

test('what is sown is what was taken up, one and two and the rest', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 3 }), (stones, open) => {
      const counts = sown(stones, open);
      expect(counts.reduce((sum, count) => sum + count)).toBe(stones);
      expect(counts.length).toBeLessThanOrEqual(open);
      if (counts.length > 1) expect(counts[0]).toBe(1);
      if (counts.length > 2) expect(counts[1]).toBe(2);
    }),
  );
});

test('a player with no legal move has lost', () => {
  const position = conga.parseBoard(4, 1, 'Ia..aaa.aaaaAaa.');
  expect(winnerOf(position)).toBe(0);
});

test('a side on four or more squares always has a legal move', () => {
  for (let seed = 0; seed < 300; seed++) {
    playRandomly(conga, 4, seed, 300, (position) => {
      const own = conga.formatBoard(position as never).match(position.turn === 0 ? /[a-j]/g : /[A-J]/g)!;
      if (own.length >= 4) expect(legalMoves(position).length).toBeGreaterThan(0);
    });
  }
});
