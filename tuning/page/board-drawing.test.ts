import { describe, expect, test } from 'vitest';
import { gameNamed, games } from '../../engine/games/index.ts';
import { boardParts, boardSvg, changedSquares, shortBoardSvg } from './board-drawing.ts';

const [betsy, raichu, conga] = games;
const plain = { ...betsy, name: 'plain' };

describe('the drawing of a board', () => {
  test.each([
    ['betsy', 3, '.........x..o..xo.', 4],
    ['raichu', 8, '........W.W.W.W..w.w.w.w................b.b.b.b..B.B.B.B........', 16],
    ['conga', 4, 'j..............J', 2],
  ] as const)('has a disc for every piece of %s %i', (game, size, board, pieces) => {
    const svg = boardSvg(gameNamed(game)!, size, board);
    const rings = game === 'raichu' ? 8 : 0;
    expect(svg.match(/<circle/g)).toHaveLength(pieces + rings);
  });

  test.each(games.map((game) => [game.name, game] as const))(
    'knows every letter of the start of %s',
    (name, game) => {
      const board = game.formatBoard(game.start(game.usualSize));
      const words = boardSvg(game, game.usualSize, board).match(/<text/g) ?? [];
      // Letters are written only where a piece has no drawing; the stones of Conga have numbers.
      expect(words).toHaveLength(name === 'conga' ? 2 : 0);
    },
  );

  test('writes the number of stones', () => {
    expect(boardSvg(conga, 4, 'j..............C')).toMatch(/>10<.*>3</);
  });

  test('does not trust the text', () => {
    expect(boardSvg(plain, 2, '<b>"')).not.toContain('<b>');
    expect(boardSvg(plain, 2, '<b>"')).toContain('aria-label="Board, rows from the top: &lt;b / &gt;&quot;"');
  });

  test('marks the squares that changed', () => {
    expect(changedSquares('x...', 'x.o.')).toEqual([2]);
    expect(boardSvg(betsy, 2, '..........', [3])).toContain('M20,20h20v20h-20z');
  });

  test('in short has a point on a line for every piece, and refers only to what the parts have', () => {
    const boards = ['W..b', '.W.b'];
    const short = shortBoardSvg(raichu, 2, boards[1], changedSquares(boards[0], boards[1]));
    expect(short).toContain('url(#p87)" d="M0 0 30 10 0 0"');
    expect(short).toContain('url(#changed)" d="M0 0 10 10 30 10 0 0"');
    const parts = boardParts(raichu, 2, boards);
    for (const [, id] of short.matchAll(/#([\w-]+)/g)) expect(parts).toContain(`id="${id}"`);
  });
});
