import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CongaNumbering } from '../../../engine/games/conga/numbering.ts';
import { CongaPosition } from '../../../engine/games/conga/position.ts';
import { NO_POSITION, storedValue } from '../../tables/exact-values.ts';
import { killedTenTimes } from '../../testing/killed-solver.ts';
import { countsOf, solve } from '../retrograde.ts';
import { type CongaValues, solveBySteps } from './conga-solution.ts';

const root = mkdtempSync(join(tmpdir(), 'evalsmith-conga-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const goal = (name: string, workers = 2) => ({
  workers,
  checkpoint: join(root, name),
  checkpointMilliseconds: Infinity,
  shouldStop: () => false,
  heard: () => {},
});

let four: CongaValues;
beforeAll(async () => {
  four = (await solveBySteps(3, 4, goal('four')))!;
});

test.each([
  [3, 3],
  [3, 4],
  [4, 3],
  [4, 4],
])('on a board of %i with %i stones a side every value is that of brute force', async (size, stones) => {
  const { values, counts } = (await solveBySteps(size, stones, goal(`${size}-${stones}`)))!;
  const numbering = new CongaNumbering(size, stones);
  const position = new CongaPosition(size, 0, new Int32Array(size * size));
  let wrong = 0;
  const longest = visitByBruteForce(size, stones, (squares, plies) => {
    position.place(squares);
    const expected = plies === 0 ? NO_POSITION : plies === -1 ? 0 : plies % 2 === 1 ? 1 : -1;
    if (plies !== 0 && storedValue(values, 2, numbering.numberOf(position)) !== expected) wrong++;
  });
  expect(wrong).toBe(0);
  expect(Math.max(counts.longestWin, counts.longestLoss)).toBe(longest);
});

test.each([
  [3, 6],
  [4, 3],
])('on a board of %i with %i stones a side it holds what the general solver finds', async (size, stones) => {
  const numbering = new CongaNumbering(size, stones);
  const expected = solve(numbering);
  const { values, counts } = (await solveBySteps(size, stones, goal(`general-${size}-${stones}`)))!;
  const outcomes = expected.map((value) => (value === NO_POSITION ? value : Math.sign(value)));
  expect(outcomes.findIndex((value, number) => value !== storedValue(values, 2, number))).toBe(-1);
  expect(counts).toEqual(countsOf(numbering, expected));
});

test.each([1, 3])('%i workers find the same', async (workers) => {
  expect(await solveBySteps(3, 4, goal('workers', workers))).toEqual(four);
  expect(readdirSync(join(root, 'workers'))).toEqual([]);
});

test('stopped after every ply and resumed, it comes out the same', async () => {
  let stops = 0;
  let solved: CongaValues | undefined;
  while (solved === undefined) {
    solved = await solveBySteps(3, 4, { ...goal('stopped'), shouldStop: () => true });
    if (solved !== undefined) break;
    stops++;
    expect(readdirSync(join(root, 'stopped')).toSorted()).toEqual([
      `after-${stops}.newest.bin`,
      `after-${stops}.values.bin`,
    ]);
  }
  expect(stops).toBe(15);
  expect(solved).toEqual(four);
});

test('a damaged checkpoint is refused by name', async () => {
  await solveBySteps(3, 4, { ...goal('damaged'), shouldStop: () => true });
  const file = join(root, 'damaged', 'after-1.values.bin');
  const bytes = readFileSync(file);
  bytes[5] ^= 1;
  writeFileSync(file, bytes);
  await expect(solveBySteps(3, 4, goal('damaged'))).rejects.toThrow(/after-1\.values\.bin is damaged/);
});

test('killed ten times, it comes out the same', async () => {
  const modules = { solveBySteps: 'tuning/oracle/conga/conga-solution.js' };
  const kept = await killedTenTimes(modules, 'solveBySteps(3, 4, goal)', join(root, 'killed'));
  expect(new Set(kept.map(String)).size).toBe(10);
  expect(await solveBySteps(3, 4, goal('killed'))).toEqual(four);
});

// The rules of Conga once more, on all boards at once: each way to place a side's stones is one of `ways`, and a position is the ways of the
// side to move and of the other. The first is looked at in one of its symmetrical forms alone.

/** Visits positions with the plies to their end: 0 for the mover blocked, odd ones won, even ones lost, -1 for drawn. Returns the longest. */
function visitByBruteForce(
  size: number,
  stones: number,
  visit: (squares: Int32Array, plies: number) => void,
): number {
  const area = size * size;
  const ways: number[][] = [];
  const place = (before: number[], left: number) => {
    if (before.length === area - 1) ways.push([...before, left]);
    else for (let count = 0; count <= left; count++) place([...before, count], left - count);
  };
  place([], stones);
  const { length } = ways;
  const index = new Map(ways.map((way, i) => [way.join(), i]));
  const masks = ways.map((way) => way.reduce((mask, count, i) => (count > 0 ? mask | (1 << i) : mask), 0));
  const turns: ((row: number, column: number) => number)[] = [];
  const last = size - 1;
  for (const [a, b] of [
    [false, false],
    [false, true],
    [true, false],
    [true, true],
  ]) {
    const at = (row: number, column: number) => (a ? last - row : row) * size + (b ? last - column : column);
    turns.push(at, (row, column) => at(column, row));
  }
  const images = turns.map((turn) =>
    ways.map((way) => index.get(way.map((_, i) => way[turn(Math.floor(i / size), i % size)]).join())!),
  );
  const bestTurn = ways.map((_, i) =>
    images.reduce((best, image, turn) => (image[i] < images[best][i] ? turn : best), 0),
  );
  // Where a way's move from a square in a direction leads, by how many squares are open; and the squares in each direction.
  const steps = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => [down, right]));
  const paths: number[][] = [];
  for (let square = 0; square < area; square++)
    for (const [down, right] of steps) {
      const path: number[] = [];
      let [row, column] = [Math.floor(square / size) + down, (square % size) + right];
      while (row >= 0 && row < size && column >= 0 && column < size && path.length < 3) {
        path.push(row * size + column);
        row += down;
        column += right;
      }
      // One of the nine steps leads nowhere.
      paths.push(down === 0 && right === 0 ? [] : path);
    }
  const moves = ways.map((way) =>
    [...paths.keys()].filter((p) => way[Math.floor(p / 9)] > 0 && paths[p].length > 0),
  );
  const led = new Int32Array(length * paths.length * 3);
  ways.forEach((way, i) =>
    paths.forEach((path, p) =>
      path.forEach((_, open) => {
        const from = Math.floor(p / 9);
        if (way[from] === 0) return;
        const after = [...way];
        after[from] = 0;
        let rest = way[from];
        path.slice(0, open + 1).forEach((square, step) => {
          const sown = step === open ? rest : Math.min(step + 1, rest);
          after[square] += sown;
          rest -= sown;
        });
        led[(i * paths.length + p) * 3 + open] = index.get(after.join())!;
      }),
    ),
  );
  const values = new Int8Array(length * length).fill(-1);
  let plies = 0;
  for (let found = 1; found > 0 || plies < 2; plies++) {
    found = 0;
    for (let own = 0; own < length; own++) {
      if (images[bestTurn[own]][own] !== own) continue;
      for (let enemy = 0; enemy < length; enemy++) {
        if ((masks[own] & masks[enemy]) !== 0 || values[own * length + enemy] !== -1) continue;
        const image = images[bestTurn[enemy]];
        // In an odd ply a lost reply decides, in an even one whatever is not a won one.
        const isWin = plies % 2 === 1;
        const decides = moves[own].some((p) => {
          let open = 0;
          while (open < paths[p].length && ((masks[enemy] >> paths[p][open]) & 1) === 0) open++;
          if (open === 0) return false;
          const reply = values[image[enemy] * length + image[led[(own * paths.length + p) * 3 + open - 1]]];
          const isKnown = reply !== -1 && reply < plies;
          return isWin ? isKnown && reply % 2 === 0 : !isKnown || reply % 2 === 0;
        });
        const isDecided = decides === isWin;
        if (!isDecided) continue;
        values[own * length + enemy] = plies;
        found++;
      }
    }
  }
  let longest = 0;
  const squares = new Int32Array(area);
  for (let own = 0; own < length; own++) {
    if (images[bestTurn[own]][own] !== own) continue;
    for (let enemy = 0; enemy < length; enemy++) {
      if ((masks[own] & masks[enemy]) !== 0) continue;
      const value = values[own * length + enemy];
      longest = Math.max(longest, value);
      for (let i = 0; i < area; i++) squares[i] = ways[own][i] - ways[enemy][i];
      visit(squares, value);
    }
  }
  return longest;
}
