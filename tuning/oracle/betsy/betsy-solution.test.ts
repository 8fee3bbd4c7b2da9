import type { Scope } from '../../../engine/numbering.ts';
import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { betsy } from '../../../engine/games/betsy/game.ts';
import { BetsyNumbering } from '../../../engine/games/betsy/numbering.ts';
import { type Value, storedValue } from '../../tables/exact-values.ts';
import { solvableOf } from '../../tables/solvable.ts';
import { killedTenTimes } from '../../testing/killed-solver.ts';
import type { Solution } from '../oracle-folder.ts';
import { countsOf, solve } from '../retrograde.ts';
import { solveByLayers } from './betsy-solution.ts';

const root = mkdtempSync(join(tmpdir(), 'evalsmith-layers-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const numbering = new BetsyNumbering(2);

const goal = (name: string, workers = 2) => ({
  workers,
  checkpoint: join(root, name),
  checkpointMilliseconds: Infinity,
  shouldStop: () => false,
  heard: () => {},
});

const valueAt = ({ values: { bytes, bits, palette } }: Solution, number: number) =>
  storedValue(bytes, bits, number, palette);

const valuesOf = (solution: Solution) =>
  Int16Array.from(solution.values.bytes, (_, number) => valueAt(solution, number));

test.each([
  { size: 2, pebbles: undefined, workers: 1 },
  { size: 2, pebbles: 2, workers: 3 },
  { size: 3, pebbles: undefined, workers: 2 },
  { size: 3, pebbles: 4, workers: 2 },
  { size: 4, pebbles: 5, workers: 2 },
  { size: 5, pebbles: 3, workers: 2 },
])(
  'Betsy $size with $pebbles pebbles is solved by layers as the general solver does, with $workers workers',
  async ({ size, pebbles, workers }) => {
    const solvable = solvableOf(betsy, size, pebbles === undefined ? {} : { pebbles });
    const supplied = solvable.numbering as BetsyNumbering;
    const solution = (await solveByLayers(supplied, goal('general', workers)))!;
    const expected = solve(supplied);
    // Compared as bytes: a million numbers at a time take long.
    expect(Buffer.compare(Buffer.from(valuesOf(solution).buffer), Buffer.from(expected.buffer))).toBe(0);
    expect(solution.counts).toEqual(countsOf(supplied, expected));
    expect(readdirSync(join(root, 'general'))).toEqual([]);
  },
);

test.each([
  { size: 2, pebbles: 5 },
  { size: 3, pebbles: 4 },
  { size: 4, pebbles: 4 },
])(
  'every board of Betsy $size that comes of the start with $pebbles pebbles has the value that rules written for this test give it',
  async ({ size, pebbles }) => {
    const scope: Scope = size === 2 ? {} : { pebbles };
    const { game, numbering: supplied } = solvableOf(betsy, size, scope);
    const solution = (await solveByLayers(supplied as BetsyNumbering, goal('force')))!;
    const expected = solvedByForce(size, pebbles);
    let seen = 0;
    for (const [key, value] of expected) {
      const [player, board] = key.split(' ');
      const position = game.parseBoard(size, player === 'x' ? 0 : 1, board);
      const found = valueAt(solution, supplied.numberOf(position));
      if (found !== value) expect([key, found]).toEqual([key, value]);
      seen++;
    }
    expect(seen).toBeGreaterThan(300);
  },
);

test('stopped after every layer and resumed, it comes out the same', async () => {
  const expected = await solveByLayers(numbering, goal('whole'));
  let stops = 0;
  let solution;
  while (solution === undefined) {
    solution = await solveByLayers(numbering, { ...goal('stopped'), shouldStop: () => true });
    if (solution === undefined) expect(readdirSync(join(root, 'stopped'))).toHaveLength(++stops);
  }
  expect(stops).toBe(10);
  expect(solution).toEqual(expected);
});

test('killed ten times, it comes out the same', async () => {
  const modules = {
    solveByLayers: 'tuning/oracle/betsy/betsy-solution.js',
    BetsyNumbering: 'engine/games/betsy/numbering.js',
  };
  const call = 'solveByLayers(new BetsyNumbering(3, 6), goal)';
  const kept = await killedTenTimes(modules, call, join(root, 'killed'));
  expect(new Set(kept.map(String)).size).toBe(10);
  const supplied = new BetsyNumbering(3, 6);
  const expected = await solveByLayers(supplied, goal('unkilled'));
  expect(await solveByLayers(supplied, goal('killed'))).toEqual(expected);
});

test('a checkpoint whose last layers are lost is resumed from those that are there', async () => {
  const expected = await solveByLayers(numbering, goal('whole'));
  let left = 5;
  await solveByLayers(numbering, {
    ...goal('lost'),
    checkpointMilliseconds: 0,
    shouldStop: () => --left === 0,
  });
  expect(readdirSync(join(root, 'lost')).toSorted()).toEqual(
    [10, 6, 7, 8, 9].map((pebbles) => `pebbles-${pebbles}.bin`),
  );
  rmSync(join(root, 'lost', 'pebbles-8.bin'));
  expect(await solveByLayers(numbering, goal('lost'))).toEqual(expected);
});

test('two at a time do not solve the same', async () => {
  const first = solveByLayers(numbering, goal('same'));
  const lock = join(root, 'same', 'lock');
  writeFileSync(lock, String(process.ppid));
  await expect(solveByLayers(numbering, goal('same'))).rejects.toThrow(/at work in this folder/);
  expect((await first)!.counts.distinct).toBe(598);
});

test('a checkpoint of another board is refused', async () => {
  await solveByLayers(numbering, { ...goal('other'), shouldStop: () => true });
  truncateSync(join(root, 'other', 'pebbles-10.bin'), 100);
  await expect(solveByLayers(numbering, goal('other'))).rejects.toThrow(
    /pebbles-10.bin is damaged or of another board/,
  );
});

test('the numbers name every board with a legal number of pebbles once up to mirroring', () => {
  const boards = new Set<string>();
  for (let number = 0; number < numbering.count; number++) {
    const count = numbering.boardsOf(number);
    if (count === 0) continue;
    numbering.place(number);
    const images = betsy.symmetricBoards(2, betsy.formatBoard(numbering.position));
    expect(new Set(images).size).toBe(count);
    for (const board of images) boards.add(board);
  }
  // Sixty-three fillings of a column; those of two in which a player has more than five pebbles are not legal.
  let legal = 0;
  for (let left = 1; left < 64; left++)
    for (let right = 1; right < 64; right++) {
      const pebbles = [left, right].map((column) => column.toString(2).slice(1)).join('');
      const ones = pebbles.split('1').length - 1;
      if (ones <= 5 && pebbles.length - ones <= 5) legal++;
    }
  expect(boards.size).toBe(legal);
});

// The rules once more, by columns as text from the bottom: all that comes of the start, then values by plies until none changes.

interface Node {
  moves: { decided: number; next: string }[];
  value: Value | undefined;
}

function solvedByForce(size: number, owned: number): Map<string, Value> {
  const nodes = new Map<string, Node>();
  const waiting: string[] = [nodeKey(Array<string>(size).fill(''), 'x')];
  while (waiting.length > 0) {
    const key = waiting.pop()!;
    if (nodes.has(key)) continue;
    const [mover, ...columns] = key.split('|');
    const enemy = mover === 'x' ? 'o' : 'x';
    const moves = afterMoves(columns, mover, size + 3, owned).map((after) => ({
      decided: hasLine(after, mover, size) ? 1 : hasLine(after, enemy, size) ? -1 : 0,
      next: nodeKey(after, enemy),
    }));
    nodes.set(key, { moves, value: undefined });
    for (const { decided, next } of moves) if (decided === 0) waiting.push(next);
  }
  // The values of a ply need those of the plies before alone.
  let open = [...nodes.values()];
  for (let plies = 1, quiet = 0; quiet < 3; plies++) {
    const found: [Node, Value][] = [];
    for (const node of open) {
      const replies = node.moves.map(({ decided, next }) =>
        decided === 1 ? -0.5 : decided === -1 ? 0.5 : nodes.get(next)!.value,
      );
      if (replies.some((reply) => reply !== undefined && reply < 0)) found.push([node, plies]);
      else if (replies.every((reply) => reply !== undefined)) found.push([node, -plies]);
    }
    for (const [node, value] of found) node.value = value;
    open = open.filter(({ value }) => value === undefined);
    quiet = found.length === 0 ? quiet + 1 : 0;
  }
  return new Map(
    Array.from(nodes, ([key, { value = 0 }]) => {
      const [mover, ...columns] = key.split('|');
      return [`${mover} ${boardOf(columns, size)}`, value];
    }),
  );
}

const nodeKey = (columns: readonly string[], mover: string) => [mover, ...columns].join('|');

function afterMoves(columns: readonly string[], mover: string, rows: number, owned: number): string[][] {
  const used = columns.join('').split(mover).length - 1;
  return columns.flatMap((column, i) => {
    const filled = [];
    if (column.length < rows && used < owned) filled.push(column + mover);
    if (column.length > 0) filled.push(column.slice(1) + column[0]);
    return filled.map((after) => columns.with(i, after));
  });
}

function hasLine(columns: readonly string[], player: string, size: number): boolean {
  const at = (column: number, row: number) => columns[column][row + 3] === player;
  const indices = Array.from({ length: size }, (_, i) => i);
  return (
    indices.some((i) => indices.every((j) => at(i, j)) || indices.every((j) => at(j, i))) ||
    indices.every((i) => at(i, i)) ||
    indices.every((i) => at(i, size - 1 - i))
  );
}

function boardOf(columns: readonly string[], size: number): string {
  let text = '';
  for (let row = size + 2; row >= 0; row--) for (const column of columns) text += column[row] ?? '.';
  return text;
}
