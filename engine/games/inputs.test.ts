import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inputsIds, inputsOf } from '../input-sets.ts';
import type { Inputs } from '../inputs.ts';
import { otherSide, type Position, type Side } from '../position.ts';
import { playRandomly } from '../testing.ts';
import { games } from './index.ts';

// What the inputs of every game must keep. A new game in games/index.ts is held to it without a line added here.

const seeds = fc.integer({ min: 0, max: 1 << 30 });
const plies = fc.integer({ min: 0, max: 120 });

const cases = games.flatMap((game) =>
  [...new Set([game.sizes[0], game.usualSize, game.sizes.at(-1)!])].flatMap((size) =>
    inputsIds(game, size).map((id) => ({
      game,
      size,
      id,
      inputs: inputsOf(game, size, id)!,
      name: `${id}, size ${size}`,
    })),
  ),
);

function active(inputs: Inputs, position: Position, side: Side): number[] {
  const written = new Uint16Array(inputs.mostActive);
  const count = inputs.extract(position, side, written);
  return [...written.subarray(0, count)].sort((a, b) => a - b);
}

describe.each(cases)('the inputs $name', ({ game, size, id, inputs }) => {
  const runs = { numRuns: size > 12 ? 5 : 25 };

  test('are numbers below their count, each written once, as many as there is room for', () => {
    fc.assert(
      fc.property(seeds, plies, (seed, length) => {
        const position = playRandomly(game, size, seed, length);
        for (const side of [0, 1] as const) {
          const on = active(inputs, position, side);
          expect(new Set(on).size).toBe(on.length);
          expect(on.length).toBeLessThanOrEqual(inputs.mostActive);
          for (const input of on) expect(input).toBeLessThan(inputs.count);
        }
      }),
      runs,
    );
  });

  test('are the same for the other side once the colours are exchanged', () => {
    fc.assert(
      fc.property(seeds, plies, (seed, length) => {
        const position = playRandomly(game, size, seed, length);
        const board = game.swapColours(size, game.formatBoard(position));
        const exchanged = game.parseBoard(size, otherSide(position.turn), board);
        for (const side of [0, 1] as const) {
          expect(active(inputs, exchanged, otherSide(side))).toEqual(active(inputs, position, side));
        }
      }),
      runs,
    );
  });

  test('become others by each symmetry of the board, as the list of symmetries says', () => {
    fc.assert(
      fc.property(seeds, plies, (seed, length) => {
        const position = playRandomly(game, size, seed, length);
        const symmetries = inputs.symmetries();
        const boards = game.symmetricBoards(size, game.formatBoard(position));
        expect([1, boards.length]).toContain(symmetries.length);
        boards.forEach((board, i) => {
          const image = game.parseBoard(size, position.turn, board);
          for (const side of [0, 1] as const) {
            const moved = active(inputs, position, side).map(
              (input) => symmetries[symmetries.length === 1 ? 0 : i][input],
            );
            expect(active(inputs, image, side)).toEqual(moved.sort((a, b) => a - b));
          }
        });
      }),
      runs,
    );
  });

  test('exclude each other as they say', () => {
    const groups = inputs.exclusive();
    expect(groups.length).toBe(inputs.count);
    fc.assert(
      fc.property(seeds, plies, (seed, length) => {
        const on = active(inputs, playRandomly(game, size, seed, length), 0);
        expect(new Set(on.map((input) => groups[input])).size).toBe(on.length);
      }),
      runs,
    );
  });

  test('have no more parts than they say', () => {
    const position = playRandomly(game, size, 7, 30);
    const end = inputs.partsOf(position, new Int32Array(4 * inputs.mostParts));
    expect(end).toBeLessThanOrEqual(2 * inputs.mostParts);
  });

  test.runIf(id in fromText)('are what the board text tells, and tell boards apart', () => {
    const boards = new Map<string, string>();
    for (let seed = 0; seed < 60; seed++) {
      const position = playRandomly(game, size, seed, seed);
      const board = game.formatBoard(position);
      for (const side of [0, 1] as const) {
        const on = active(inputs, position, side);
        expect(on).toEqual(fromText[id](size, board, side).sort((a, b) => a - b));
        expect(active(inputs, game.parseBoard(size, position.turn, board), side)).toEqual(on);
        const key = `${side} ${on.join(' ')}`;
        expect(boards.get(key) ?? board).toBe(board);
        boards.set(key, board);
      }
    }
  });
});

// The inputs written a second time, straight from the text of a board.
const fromText: Record<string, (size: number, board: string, side: Side) => number[]> = {
  'raichu-1': (size, board, side) => {
    const letters = side === 0 ? 'wW@bB$' : 'bB$wW@';
    return [...board].flatMap((letter, i) => {
      const row = Math.floor(i / size);
      const seenRow = side === 0 ? size - 1 - row : row;
      return letter === '.' ? [] : [(letters.indexOf(letter) * size + seenRow) * size + (i % size)];
    });
  },
  'conga-1': (size, board, side) =>
    [...board].flatMap((letter, i) => {
      if (letter === '.') return [];
      const stones = letter.toLowerCase().charCodeAt(0) - 96;
      const enemy = (letter === letter.toLowerCase() ? 0 : 1) === side ? 0 : 1;
      return Array.from({ length: stones }, (_, stone) => (enemy * size * size + i) * 10 + stone);
    }),
  'betsy-1': (size, board, side) => {
    const rows = size + 3;
    const whose = (letter: string) => ((letter === 'x' ? 0 : 1) === side ? 0 : 1);
    return Array.from({ length: size }, (_, column) => {
      const first = column * 4 * rows;
      let text = '';
      for (let row = rows - 1; row >= 0; row--) text += board[row * size + column];
      const pebbles = [...text.replaceAll('.', '')];
      if (pebbles.length === 0) return [];
      const height = 2 * rows + 2 * (pebbles.length - 1) + whose(pebbles[0]);
      return [...pebbles.map((pebble, row) => first + 2 * row + whose(pebble)), first + height];
    }).flat();
  },
};
