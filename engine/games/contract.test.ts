import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { FeatureList, subtract } from '../features.ts';
import { canonicalBoard, findMove, type Game } from '../game.ts';
import { DRAWN, legalMoves, otherSide, type Position, type Side, winnerOf } from '../position.ts';
import { playRandomly } from '../testing.ts';
import { games } from './index.ts';

// What every game must keep. A new game in games/index.ts is held to it without a line added here.

const seeds = fc.integer({ min: 0, max: 1 << 30 });
const plies = fc.integer({ min: 0, max: 120 });

function sizesTried(game: Game): number[] {
  return [...new Set([game.sizes[0], game.usualSize, game.sizes.at(-1)!])];
}

function stateText(game: Game, position: Position): string {
  return [game.formatBoard(position), position.turn, position.winner, position.keyLow, position.keyHigh].join(
    ' ',
  );
}

const cases = games.flatMap((game) =>
  sizesTried(game).map((size) => ({ game, size, name: `${game.name} ${size}` })),
);

describe.each(cases)('$name', ({ game, size }) => {
  const runs = { numRuns: size > 12 ? 5 : 25 };

  test('unmaking a random game restores text, turn, winner and key at every ply', () => {
    fc.assert(
      fc.property(seeds, plies, (seed, length) => {
        const before: string[] = [];
        const position = playRandomly(game, size, seed, length, (at) => before.push(stateText(game, at)));
        for (const text of before.reverse()) {
          expect(stateText(game, position)).toBe(text);
          if (position.state.ply > 0) position.unmake();
        }
      }),
      runs,
    );
  });

  test('making and unmaking each legal move leaves the position as it was', () => {
    fc.assert(
      fc.property(seeds, plies, (seed, length) => {
        const position = playRandomly(game, size, seed, length);
        const text = stateText(game, position);
        for (const move of legalMoves(position)) {
          position.make(move);
          position.unmake();
          expect(stateText(game, position)).toBe(text);
        }
      }),
      runs,
    );
  });

  test('a position read from its own text has the same text, key, winner and moves', () => {
    fc.assert(
      fc.property(seeds, plies, (seed, length) => {
        const played = playRandomly(game, size, seed, length);
        const read = game.parseBoard(size, played.turn, game.formatBoard(played));
        expect(stateText(game, read)).toBe(stateText(game, played));
        expect(moveTexts(game, read)).toEqual(moveTexts(game, played));
      }),
      runs,
    );
  });

  test('a board placed from bytes is the one that is parsed from text, whatever stood there before', () => {
    const places = [0, 1].map((turn) =>
      game.parseBoard(size, turn as Side, game.formatBoard(game.start(size))),
    );
    fc.assert(
      fc.property(seeds, plies, (seed, length) => {
        const played = playRandomly(game, size, seed, length);
        const board = game.formatBoard(played);
        const bytes = Buffer.from(`,${board},`);
        const position = places[played.turn];
        expect(game.placeBoard(position, bytes, 1, bytes.length - 1)).toBe(true);
        expect(position).toEqual(game.parseBoard(size, played.turn, board));
      }),
      runs,
    );
  });

  test('a board placed from bytes is refused where its text is', () => {
    const position = game.start(size);
    fc.assert(
      fc.property(
        seeds,
        plies,
        fc.nat(),
        fc.constantFrom(...'.xowWbB@$aAjJkK 0é'),
        (seed, length, at, letter) => {
          const board = game.formatBoard(playRandomly(game, size, seed, length));
          const changed = [...board].with(at % board.length, letter).join('');
          for (const text of [changed, board.slice(1), `${board}.`]) {
            const bytes = Buffer.from(text, 'latin1');
            expect(game.placeBoard(position, bytes, 0, bytes.length)).toBe(isParsed(text));
          }
        },
      ),
      { numRuns: 4 * runs.numRuns },
    );
  });

  function isParsed(text: string): boolean {
    try {
      game.parseBoard(size, 0, text);
      return true;
    } catch {
      return false;
    }
  }

  test('no move is listed twice, and every move is found again by its text', () => {
    fc.assert(
      fc.property(seeds, plies, (seed, length) => {
        const position = playRandomly(game, size, seed, length);
        const moves = legalMoves(position);
        expect(new Set(moves).size).toBe(moves.length);
        expect(moves.length).toBeLessThanOrEqual(position.moveLimit);
        for (const move of moves) {
          expect(move).toBeGreaterThan(0);
          expect(findMove(game, position, moves, game.formatMove(position, move))).toBe(move);
        }
      }),
      runs,
    );
  });

  test('a decided position has no moves, and the two keys of a board with either player to move differ', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const position = playRandomly(game, size, seed, 400);
        if (position.winner !== -1) expect(legalMoves(position)).toHaveLength(0);
        const other = game.parseBoard(size, otherSide(position.turn), game.formatBoard(position));
        expect([other.keyLow, other.keyHigh]).not.toEqual([position.keyLow, position.keyHigh]);
      }),
      runs,
    );
  });

  test('symmetric boards have one canonical text, as many moves, and the same winner', () => {
    fc.assert(
      fc.property(seeds, plies, (seed, length) => {
        const position = playRandomly(game, size, seed, length);
        const board = game.formatBoard(position);
        const canonical = canonicalBoard(game, size, board);
        for (const image of game.symmetricBoards(size, board)) {
          expect(canonicalBoard(game, size, image)).toBe(canonical);
          const mirrored = game.parseBoard(size, position.turn, image);
          expect(legalMoves(mirrored).length).toBe(legalMoves(position).length);
          expect(canonicalChildren(game, mirrored)).toEqual(canonicalChildren(game, position));
        }
      }),
      { numRuns: size > 12 ? 2 : 10 },
    );
  });

  test('exchanging the colours twice gives the board back, and exchanges the winner and the play', () => {
    fc.assert(
      fc.property(seeds, plies, (seed, length) => {
        const position = playRandomly(game, size, seed, length);
        const board = game.formatBoard(position);
        const exchanged = game.swapColours(size, board);
        expect(game.swapColours(size, exchanged)).toBe(board);
        const other = game.parseBoard(size, otherSide(position.turn), exchanged);
        const winner = winnerOf(position);
        expect(winnerOf(other)).toBe(winner === -1 || winner === DRAWN ? winner : otherSide(winner));
        expect(
          children(game, other)
            .map((child) => game.swapColours(size, child))
            .sort(),
        ).toEqual(children(game, position).sort());
      }),
      { numRuns: size > 12 ? 2 : 10 },
    );
  });

  test('a third occurrence is seen in the history, and irreversible moves end the search for one', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const seen = new Map<string, number>();
        const position = playRandomly(game, size, seed, 200, (at) => {
          const key = `${at.turn} ${game.formatBoard(at)}`;
          expect(at.state.occurrences(1000)).toBe(seen.get(key) ?? 0);
          seen.set(key, (seen.get(key) ?? 0) + 1);
        });
        expect(position.state.progress).toBeLessThanOrEqual(position.state.ply);
      }),
      runs,
    );
  });
});

function moveTexts(game: Game, position: Position): string[] {
  return Array.from(legalMoves(position), (move) => game.formatMove(position, move)).sort();
}

function children(game: Game, position: Position): string[] {
  return Array.from(legalMoves(position), (move) => {
    position.make(move);
    const board = game.formatBoard(position);
    position.unmake();
    return board;
  });
}

function canonicalChildren(game: Game, position: Position): string[] {
  return children(game, position)
    .map((board) => canonicalBoard(game, position.size, board))
    .sort();
}

test('sides are the players in order', () => {
  for (const game of games) expect(game.start(game.usualSize).turn).toBe(0 satisfies Side);
});

describe.each(games.map((game) => ({ name: game.name, game })))('the features of $name', ({ game }) => {
  const { names } = game.features;

  /** The game as it would be if its features were declared the other way round. */
  async function reversed(): Promise<Game> {
    class ReversedList extends FeatureList {
      private left = names.length;

      override slot(name: string): number {
        this.names[--this.left] = name;
        return this.left;
      }
    }
    vi.resetModules();
    vi.doMock('../features.ts', () => ({ subtract, FeatureList: ReversedList }));
    const { games: fresh } = await import('./index.ts');
    vi.doUnmock('../features.ts');
    return fresh.find(({ name }) => name === game.name)!;
  }

  test('have their values by name, in whatever order they are declared', async () => {
    const other = await reversed();
    expect(other.features.names).toEqual(names.toReversed());
    const values = new Float64Array(names.length);
    for (let seed = 0; seed < 30; seed++) {
      const board = game.formatBoard(playRandomly(game, game.usualSize, seed, 4 * seed));
      game.features.extract(game.parseBoard(game.usualSize, 0, board), values);
      const expected = values.slice();
      other.features.extract(other.parseBoard(game.usualSize, 0, board), values);
      expect(values).toEqual(expected.reverse());
    }
  });
});
