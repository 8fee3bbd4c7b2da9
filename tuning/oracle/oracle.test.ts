import type { Scope } from '../../engine/numbering.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { squareAt } from '../../engine/games/conga/sowing.ts';
import { games } from '../../engine/games/index.ts';
import solvedPositions from '../../engine/games/betsy/solved-3.json' with { type: 'json' };
import { type Side, winnerOf } from '../../engine/position.ts';
import { randomFrom } from '../statistics/random.ts';
import { CongaNumbering } from '../../engine/games/conga/numbering.ts';
import { solvableOf } from '../tables/solvable.ts';
import { drawnBest } from '../tables/drawn-best.ts';
import { outcomeOf, TableOracle, worthOf } from '../tables/oracle.ts';
import { rankCorrelation } from '../statistics/rank-correlation.ts';
import { type Counts, NO_POSITION } from '../tables/exact-values.ts';
import { countsOf, solve } from './retrograde.ts';

const betsy = games.find(({ name }) => name === 'betsy')!;
const conga = games.find(({ name }) => name === 'conga')!;

let two: TableOracle;
let three: TableOracle;
let counts: Counts;

beforeAll(() => {
  two = solved(2);
  three = solved(3);
});

function solved(size: number): TableOracle {
  const { numbering } = solvableOf(betsy, size);
  const values = solve(numbering);
  counts = countsOf(numbering, values);
  const { distinct } = counts;
  return new TableOracle(betsy, size, {
    numbering,
    distances: 'end',
    valueAt: (number) => values[number],
    distinct,
  });
}

describe.each([
  { game: betsy, size: 2, scope: {} },
  { game: betsy, size: 3, scope: {} },
  { game: betsy, size: 4, scope: {} },
  { game: betsy, size: 4, scope: { pebbles: 6 } },
  { game: betsy, size: 5, scope: { pebbles: 8 } },
  { game: conga, size: 3, scope: {} },
  { game: conga, size: 3, scope: { stones: 9 } },
  { game: conga, size: 4, scope: { stones: 3 } },
  { game: conga, size: 4, scope: { stones: 5 } },
  { game: conga, size: 4, scope: { stones: 8 } },
])('the numbers of $game.name $size with $scope', ({ game: { name }, size, scope }) => {
  const { game, numbering } = solvableOf(
    games.find((one) => one.name === name)!,
    size,
    scope as Scope,
  );

  test('come back from the positions that they name', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: numbering.count - 1 }), (number) => {
        if (numbering.place(number) > 0) expect(numbering.numberOf(numbering.position)).toBe(number);
      }),
      { numRuns: 5000, seed: 1 },
    );
  });

  test('are shared by the boards that are the same up to symmetry and colour, and by as many as is said', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: numbering.count - 1 }), (number) => {
        const boards = numbering.place(number);
        if (boards === 0) return;
        const same = new Set(game.symmetricBoards(size, game.formatBoard(numbering.position)));
        expect([same.size, numbering.boardsOf(number)]).toEqual([boards, boards]);
        for (const board of same) {
          expect(numbering.numberOf(game.parseBoard(size, 0, board))).toBe(number);
          const swapped = game.parseBoard(size, 1, game.swapColours(size, board));
          expect(numbering.numberOf(swapped)).toBe(number);
        }
      }),
      { numRuns: 1000, seed: 2 },
    );
  });
});

test('Betsy 2 is won for the first player in 15 plies', () => {
  expect(two.valueOf(betsy.start(2))).toBe(15);
  expect(two.bestLine(betsy.start(2))).toHaveLength(15);
});

test('Betsy 3 is a draw, and its positions are as many as were counted elsewhere', () => {
  expect(three.valueOf(betsy.start(3))).toBe(0);
  expect(counts).toEqual({
    boards: 733_647,
    won: 956_310,
    lost: 379_944,
    drawn: 131_040,
    longestWin: 39,
    longestLoss: 40,
    distinct: 368_954,
  });
});

test('the moves of the example in the rules have the values that are known', () => {
  const position = betsy.parseBoard(3, 1, '...x..o.ox.oxxxoxo');
  expect(three.valueOf(position)).toBe(7);
  const moves = three.movesOf(position).map(({ move, value }) => [betsy.formatMove(position, move), value]);
  expect(moves.slice(0, 5)).toEqual([
    ['2', 7],
    ['1', 9],
    ['3', 11],
    ['-3', 13],
    ['-2', 0],
  ]);
  expect(moves[5]).toEqual(['-1', expect.any(Number)]);
  expect(moves[5][1]).toBeLessThan(0);
});

test('600 positions that were solved by another program have the same values, distances and best moves', () => {
  for (const [player, board, sign, plies, best] of solvedPositions as [
    string,
    string,
    number,
    number,
    string,
  ][]) {
    const position = betsy.parseBoard(3, betsy.players.indexOf(player) as Side, board);
    const value = three.valueOf(position);
    expect([board, Math.sign(value), Math.abs(value)]).toEqual([board, sign, sign === 0 ? 0 : plies]);
    const keeping = three.movesOf(position).filter((move) => outcomeOf(move.value) === outcomeOf(value));
    const texts = keeping.map(({ move }) => betsy.formatMove(position, move));
    expect(texts.toSorted()).toEqual(best.split(' ').toSorted());
  }
});

test('values agree with a search by brute force that knows the rules by itself', () => {
  const depth = 5;
  for (const position of three.sample(150, randomFrom(1, 'brute force'))) {
    const columns = columnsOf(betsy.formatBoard(position));
    const value = three.valueOf(position);
    const expected = Math.abs(value) <= depth ? value : 0;
    expect(bruteForce(columns, betsy.players[position.turn], depth)).toBe(expected);
  }
});

test('Conga 3 with four stones a side agrees with such a search in some thousand positions', () => {
  const numbering = new CongaNumbering(3, 4);
  const values = solve(numbering);
  const depth = 3;
  const found = new Set<number>();
  for (let number = 0; number < values.length; number += 7) {
    if (numbering.place(number) === 0) {
      expect(values[number]).toBe(NO_POSITION);
      continue;
    }
    const { position } = numbering;
    const board = Array.from({ length: 9 }, (_, i) => {
      const square = squareAt(Math.floor(i / 3), i % 3);
      return position.stones(0, square) - position.stones(1, square);
    });
    const value = values[number];
    expect(bruteForceConga(board, depth)).toBe(Math.abs(value) <= depth ? value : 0);
    found.add(value);
  }
  for (const value of [-2, 0, 1, 3]) expect(found).toContain(value);
});

test('every position is worth as much as its best move', () => {
  for (const position of three.sample(3000, randomFrom(2, 'best'))) {
    const moves = three.movesOf(position);
    expect(moves[0].value).toBe(three.valueOf(position));
    expect(Math.max(...moves.map(({ value }) => worthOf(value)))).toBe(worthOf(three.valueOf(position)));
  }
});

test('a line of best play ends after as many plies as the value says, and a drawn one comes back', () => {
  for (const position of three.sample(300, randomFrom(3, 'lines'))) {
    const value = three.valueOf(position);
    const mover = position.turn;
    const line = three.bestLine(position);
    for (const move of line) position.make(move);
    if (value === 0) expect([winnerOf(position), three.valueOf(position)]).toEqual([-1, 0]);
    else {
      expect(line).toHaveLength(Math.abs(value));
      expect(winnerOf(position) === mover).toBe(value > 0);
    }
  }
});

test('a sample may hold every position', () => {
  const numbers = two.sample(598, randomFrom(5, 'all')).map((position) => two.numbering.numberOf(position));
  expect(new Set(numbers).size).toBe(598);
  expect([...two.all()]).toHaveLength(598);
});

test('a sample is the beginning of a larger one, and holds no position twice', () => {
  const boards = (count: number) =>
    three.sample(count, randomFrom(4, 'sample')).map((position) => three.numbering.numberOf(position));
  expect(boards(500).slice(0, 200)).toEqual(boards(200));
  expect(new Set(boards(500)).size).toBe(500);
});

test.each([
  ['raichu', 8],
  ['betsy', 5],
  ['conga', 4],
])('%s %i has no oracle', (name, size) => {
  const game = games.find((known) => known.name === name)!;
  expect(() => solvableOf(game, size)).toThrow(
    `${name} ${size} cannot be solved here; what can is betsy 2, 3, 4, also with fewer --pebbles; 5 with 1 to 10 --pebbles; raichu 8 with --pieces 2 to 4; conga 3, 3 with --stones 1 to 9, 4 with --stones 1 to 8`,
  );
});

test('a rank correlation is that of the ranks, ties shared', () => {
  expect(rankCorrelation([1, 2, 3], [10, 20, 300])).toBe(1);
  expect(rankCorrelation([1, 2, 3], [3, 2, 1])).toBe(-1);
  expect(rankCorrelation([1, 1, 2], [1, 2, 3])).toBeCloseTo(Math.sqrt(3) / 2);
  expect(rankCorrelation([1, 1], [1, 2])).toBe(null);
});

// The rules of Betsy 3 once more, by columns as text from the bottom.

function columnsOf(board: string): string[] {
  return [0, 1, 2].map((column) =>
    [5, 4, 3, 2, 1, 0].map((row) => board[3 * row + column].replace('.', '')).join(''),
  );
}

function bruteForce(columns: readonly string[], mover: string, depth: number): number {
  const enemy = mover === 'x' ? 'o' : 'x';
  const values = columnsAfter(columns, mover).map((after) => {
    if (hasLine(after, mover)) return 1;
    if (hasLine(after, enemy)) return -1;
    const reply = depth === 1 ? 0 : bruteForce(after, enemy, depth - 1);
    return reply === 0 ? 0 : reply > 0 ? -1 - reply : 1 - reply;
  });
  const wins = values.filter((value) => value > 0);
  if (wins.length > 0) return Math.min(...wins);
  return values.includes(0) ? 0 : Math.min(...values);
}

function columnsAfter(columns: readonly string[], mover: string): string[][] {
  const used = columns.join('').split(mover).length - 1;
  return [0, 1, 2].flatMap((i) => {
    const column = columns[i];
    const filled = [];
    if (column.length < 6 && used < 9) filled.push(column + mover);
    if (column.length > 0) filled.push(column.slice(1) + column[0]);
    return filled.map((after) => columns.with(i, after));
  });
}

function hasLine(columns: readonly string[], player: string): boolean {
  const at = (column: number, row: number) => columns[column][row + 3] === player;
  const all = (holds: (i: number) => boolean) => [0, 1, 2].every(holds);
  return (
    [0, 1, 2].some((i) => all((j) => at(i, j)) || all((j) => at(j, i))) ||
    all((i) => at(i, i)) ||
    all((i) => at(i, 2 - i))
  );
}

// And those of Conga 3: the mover's stones are positive.

function bruteForceConga(board: readonly number[], depth: number): number {
  const values = congaBoardsAfter(board).map((after) => {
    const turned = after.map((stones) => 0 - stones);
    if (congaBoardsAfter(turned).length === 0) return 1;
    const reply = depth === 1 ? 0 : bruteForceConga(turned, depth - 1);
    return reply === 0 ? 0 : reply > 0 ? -1 - reply : 1 - reply;
  });
  const wins = values.filter((value) => value > 0);
  if (wins.length > 0) return Math.min(...wins);
  return values.includes(0) ? 0 : Math.min(...values);
}

function congaBoardsAfter(board: readonly number[]): number[][] {
  const boards: number[][] = [];
  for (let from = 0; from < 9; from++) {
    for (let direction = 0; direction < 9 && board[from] > 0; direction++) {
      const [down, right] = [Math.floor(direction / 3) - 1, (direction % 3) - 1];
      if (down === 0 && right === 0) continue;
      const path: number[] = [];
      let [row, column] = [Math.floor(from / 3) + down, (from % 3) + right];
      while (row >= 0 && row < 3 && column >= 0 && column < 3 && board[3 * row + column] >= 0) {
        path.push(3 * row + column);
        row += down;
        column += right;
      }
      if (path.length === 0) continue;
      const after = [...board];
      after[from] = 0;
      let rest = board[from];
      path.forEach((square, i) => {
        const stones = i === path.length - 1 ? rest : Math.min(i + 1, rest);
        after[square] += stones;
        rest -= stones;
      });
      boards.push(after);
    }
  }
  return boards;
}

test('a drawn position is played by the move after which most replies lose', () => {
  const positions = three.sample(3000, randomFrom(9, 'drawn'));
  let choices = 0;
  for (const position of positions) {
    if (winnerOf(position) !== -1 || three.valueOf(position) !== 0) continue;
    const [chosen] = drawnBest(three, position);
    const risks = three
      .movesOf(position)
      .filter(({ value }) => value === 0)
      .map(({ move }) => {
        position.make(move);
        const replies = three.movesOf(position);
        position.unmake();
        return { move, risk: replies.filter(({ value }) => value < 0).length / replies.length };
      });
    const most = Math.max(...risks.map(({ risk }) => risk));
    expect(risks.find(({ move }) => move === chosen)!.risk).toBe(most);
    if (risks.some(({ risk }) => risk < most)) choices++;
  }
  expect(choices).toBeGreaterThan(20);
});
