import { expect, test } from 'vitest';
import type { Side } from '../../position.ts';
import { drawClasses } from './draw-classes.ts';
import { raichu } from './game.ts';

const START = '........W.W.W.W..w.w.w.w................b.b.b.b..B.B.B.B........';

test.each<[string, Side, string]>([
  ['@......$'.padEnd(64, '.'), 0, 'R v R'],
  ['@@@....$'.padEnd(64, '.'), 0, 'RRR v R'],
  ['@@@....$'.padEnd(64, '.'), 1, 'R v RRR'],
  ['@@@@@..$'.padEnd(64, '.'), 0, 'RRRR+ v R'],
  ['@......$w.....W.'.padEnd(64, '.'), 0, 'Rs v R'],
  ['........W......b'.padEnd(64, '.'), 0, 's v s'],
  ['@@@@@@@$'.padEnd(64, '.'), 1, 'R v RRRR+'],
  ['@@@@@@@$$'.padEnd(64, '.'), 1, 'more than 8 pieces'],
  [START, 0, 'more than 8 pieces'],
])('%s with side %i to move is of the class of what is left', (board, turn, name) => {
  const position = raichu.parseBoard(8, turn, board);
  expect(drawClasses.names[drawClasses.of(position)]).toBe(name);
});

test('a piece that was captured or promoted is counted for what it is', () => {
  const position = raichu.parseBoard(8, 0, `${'.'.repeat(48)}w..b....${'.'.repeat(8)}`);
  const nameNow = () => drawClasses.names[drawClasses.of(position)];
  expect(nameNow()).toBe('s v s');
  const end = position.generate(new Int32Array(position.moveLimit), 0);
  const moves = new Int32Array(end);
  position.generate(moves, 0);
  position.make(moves[0]);
  expect(nameNow()).toBe('s v R');
  position.unmake();
  expect(nameNow()).toBe('s v s');
});
