import { describe, expect, test } from 'vitest';
import { legalMoves, type Side, winnerOf } from '../../position.ts';
import { raichu } from './game.ts';
import { jumpedSquare, promotes, type RaichuPosition, squareAt } from './position.ts';

const isQuiet = (move: number) => jumpedSquare(move) === 0 && !promotes(move);
import { playRandomly } from '../../testing.ts';

/** A board of eight rows with pieces placed by row.column. */
function boardWith(pieces: Record<string, string>): string {
  const squares = Array.from({ length: 64 }, () => '.');
  for (const [square, letter] of Object.entries(pieces)) {
    const [row, column] = square.split('.').map(Number);
    squares[(row - 1) * 8 + column - 1] = letter;
  }
  return squares.join('');
}

/** Where the piece on a square can go, and what each move takes: '4.1', '4.5x3.4'. */
function targets(turn: Side, from: string, pieces: Record<string, string>): string[] {
  const board = boardWith(pieces);
  const position = raichu.parseBoard(8, turn, board);
  const enemy = turn === 0 ? /[bB$]/ : /[wW@]/;
  return Array.from(legalMoves(position))
    .map((move) => {
      const [start, end] = raichu.formatMove(position, move).split('-');
      position.make(move);
      const after = raichu.formatBoard(position);
      position.unmake();
      const taken = [...board].findIndex((letter, i) => enemy.test(letter) && after[i] === '.');
      const jumped = taken === -1 ? '' : `x${Math.floor(taken / 8) + 1}.${(taken % 8) + 1}`;
      return start === from ? `${end}${jumped}` : '';
    })
    .filter((text) => text !== '')
    .sort();
}

describe('a Pichu', () => {
  test.each<[string, Side, string, Record<string, string>, string[]]>([
    ['moves one square diagonally forward', 0, '3.2', { '3.2': 'w', '8.8': 'b' }, ['4.1', '4.3']],
    ['of black moves up', 1, '6.3', { '6.3': 'b', '1.1': 'w' }, ['5.2', '5.4']],
    ['jumps an adjacent enemy Pichu', 0, '3.2', { '3.2': 'w', '4.3': 'b' }, ['4.1', '5.4x4.3']],
    ['jumps no Pikachu and no Raichu', 0, '3.2', { '3.2': 'w', '4.3': 'B', '4.1': '$' }, []],
    ['jumps no piece of its own', 0, '3.2', { '3.2': 'w', '4.3': 'w', '8.8': 'b' }, ['4.1']],
    ['needs an empty square behind', 0, '3.2', { '3.2': 'w', '4.3': 'b', '5.4': 'b' }, ['4.1']],
    ['does not jump over the edge', 0, '3.2', { '3.2': 'w', '4.1': 'b' }, ['4.3']],
  ])('%s', (_, turn, from, pieces, expected) => {
    expect(targets(turn, from, pieces)).toEqual(expected);
  });
});

describe('a Pikachu', () => {
  const lone = { '2.4': 'W' };
  test.each<[string, Side, string, Record<string, string>, string[]]>([
    [
      'moves one or two squares forward, left or right',
      0,
      '2.4',
      { ...lone, '8.8': 'b' },
      ['2.2', '2.3', '2.5', '2.6', '3.4', '4.4'],
    ],
    ['jumps P x .', 0, '2.4', { ...lone, '3.4': 'b', '5.4': 'b', '2.3': 'w', '2.5': 'w' }, ['4.4x3.4']],
    ['jumps P x . .', 0, '2.4', { ...lone, '3.4': 'b', '2.3': 'w', '2.5': 'w' }, ['4.4x3.4', '5.4x3.4']],
    ['jumps P . x .', 0, '2.4', { ...lone, '4.4': 'B', '2.3': 'w', '2.5': 'w' }, ['3.4', '5.4x4.4']],
    [
      'jumps not further than three squares',
      0,
      '2.4',
      { ...lone, '5.4': 'b', '2.3': 'w', '2.5': 'w' },
      ['3.4', '4.4'],
    ],
    ['jumps sideways', 0, '2.4', { ...lone, '2.3': 'b', '2.5': 'w', '3.4': 'w' }, ['2.1x2.3', '2.2x2.3']],
    ['jumps no Raichu', 0, '2.4', { ...lone, '3.4': '$', '2.3': '$', '2.5': '$' }, []],
    ['jumps one piece at most', 0, '2.4', { ...lone, '3.4': 'b', '4.4': 'b', '2.3': 'w', '2.5': 'w' }, []],
    ['of black moves up', 1, '7.4', { '7.4': 'B', '7.3': 'b', '7.5': 'b', '1.1': 'w' }, ['5.4', '6.4']],
    ['does not leave the board', 0, '2.1', { '2.1': 'W', '3.1': 'w', '8.8': 'b' }, ['2.2', '2.3']],
  ])('%s', (_, turn, from, pieces, expected) => {
    expect(targets(turn, from, pieces)).toEqual(expected);
  });
});

describe('a Raichu', () => {
  test('moves any number of squares in eight directions', () => {
    expect(targets(0, '4.4', { '4.4': '@', '1.2': '$' })).toHaveLength(27);
  });

  test('jumps one enemy of any kind on a line and lands on any empty square behind it', () => {
    const walls = { '3.3': 'w', '3.4': 'w', '3.5': 'w', '4.3': 'w', '5.3': 'w', '5.4': 'w', '5.5': 'w' };
    for (const prey of ['b', 'B', '$']) {
      expect(targets(0, '4.4', { ...walls, '4.4': '@', '4.6': prey })).toEqual(['4.5', '4.7x4.6', '4.8x4.6']);
    }
    expect(targets(0, '4.4', { ...walls, '4.4': '@', '4.6': 'b', '4.8': 'b' })).toEqual(['4.5', '4.7x4.6']);
    expect(targets(0, '4.4', { ...walls, '4.4': '@', '4.6': 'b', '4.7': 'b' })).toEqual(['4.5']);
    expect(targets(0, '4.4', { ...walls, '4.4': '@', '4.6': 'w', '8.8': 'b' })).toEqual(['4.5']);
  });
});

/** The board after the move with this text. */
function after(turn: Side, board: string, text: string): string {
  const position = raichu.parseBoard(8, turn, board);
  position.make(legalMoves(position).find((move) => raichu.formatMove(position, move) === text)!);
  return raichu.formatBoard(position);
}

describe('promotion', () => {
  test.each<[string, Side, Record<string, string>, string, Record<string, string>]>([
    ['of a Pichu by a step', 0, { '7.2': 'w', '1.1': '$' }, '7.2-8.3', { '8.3': '@', '1.1': '$' }],
    ['of a Pikachu by a step', 0, { '7.2': 'W', '1.1': '$' }, '7.2-8.2', { '8.2': '@', '1.1': '$' }],
    ['of a Pikachu by two steps', 1, { '3.2': 'B', '8.1': '@' }, '3.2-1.2', { '1.2': '$', '8.1': '@' }],
    [
      'of a Pichu by a jump',
      0,
      { '6.2': 'w', '7.3': 'b', '8.8': 'b' },
      '6.2-8.4',
      { '8.4': '@', '8.8': 'b' },
    ],
    [
      'of a Pikachu by a jump of three',
      1,
      { '4.2': 'B', '3.2': 'w', '1.1': 'w' },
      '4.2-1.2',
      { '1.2': '$', '1.1': 'w' },
    ],
  ])('%s', (_, turn, pieces, move, expected) => {
    expect(after(turn, boardWith(pieces), move)).toBe(boardWith(expected));
  });

  test('does not happen to a Pikachu that moves sideways along its own first row', () => {
    expect(after(0, boardWith({ '1.2': 'W', '8.8': 'b' }), '1.2-1.4')).toBe(
      boardWith({ '1.4': 'W', '8.8': 'b' }),
    );
  });
});

test('the player who captures the last enemy piece wins', () => {
  const position = raichu.parseBoard(8, 0, boardWith({ '3.2': 'w', '4.3': 'b' }));
  position.make(legalMoves(position).find((move) => !isQuiet(move))!);
  expect(position.winner).toBe(0);
});

test('a player with pieces but no legal move has lost', () => {
  const position = raichu.parseBoard(8, 0, boardWith({ '3.1': 'w', '4.2': 'b', '5.3': 'b' }));
  expect([position.winner, winnerOf(position)]).toEqual([-1, 1]);
});

test('captures and promotions are told apart from quiet moves', () => {
  const position = raichu.parseBoard(8, 0, boardWith({ '7.2': 'w', '3.3': 'w', '4.4': 'b', '2.1': '@' }));
  const loud = new Int32Array(position.moveLimit);
  const texts = Array.from(loud.subarray(0, position.generateLoud(loud, 0)), (move) =>
    raichu.formatMove(position, move),
  );
  expect(texts.sort()).toEqual(['3.3-5.5', '7.2-8.1', '7.2-8.3']);
  expect(legalMoves(position).filter((move) => !isQuiet(move))).toHaveLength(3);
});

test('the loud moves are the moves that are not quiet, in random positions', () => {
  for (let seed = 0; seed < 300; seed++) {
    const position = playRandomly(raichu, seed % 3 === 0 ? 10 : 8, seed, seed) as RaichuPosition;
    if (winnerOf(position) !== -1) continue;
    const loud = new Int32Array(position.moveLimit);
    const found = loud.subarray(0, position.generateLoud(loud, 0)).toSorted();
    expect(found).toEqual(
      legalMoves(position)
        .filter((move) => !isQuiet(move))
        .sort(),
    );
    expect(position.hasMove()).toBe(true);
  }
});

test('quiet plies are counted since the last capture or promotion', () => {
  const position = raichu.parseBoard(8, 0, boardWith({ '7.2': 'w', '5.5': '$' }));
  const play = (text: string) =>
    position.make(legalMoves(position).find((move) => raichu.formatMove(position, move) === text)!);
  const quietPlies = () => position.state.ply - position.state.progress;
  play('7.2-8.1');
  expect(quietPlies()).toBe(0);
  play('5.5-5.6');
  expect(quietPlies()).toBe(1);
});

test('every size starts with the same rows', () => {
  expect(raichu.formatBoard(raichu.start(8))).toBe(
    '........W.W.W.W..w.w.w.w................b.b.b.b..B.B.B.B........',
  );
  expect(raichu.start(26).pieceOn(squareAt(26, 25, 26))).toBe(6);
});
