import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { BetsyLayer } from './betsy-layer.ts';
import { BetsyNumbering } from '../../../engine/games/betsy/numbering.ts';
import { solveByLayers } from './betsy-solution.ts';
import { solve } from '../retrograde.ts';

const root = mkdtempSync(join(tmpdir(), 'evalsmith-layers-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const numbering = new BetsyNumbering(2);
const expected = solve(numbering);

const goal = (name: string, workers = 2) => ({
  workers,
  checkpoint: join(root, name),
  checkpointMilliseconds: Infinity,
  shouldStop: () => false,
  heard: () => {},
});

test.each([1, 2, 3])('Betsy 2 by layers with %i workers is Betsy 2 at once', async (workers) => {
  expect(await solveByLayers(2, numbering.count, goal('workers', workers))).toEqual(expected);
  expect(readdirSync(join(root, 'workers'))).toEqual([]);
});

test('stopped after every layer and gone on with, it comes out the same', async () => {
  let stops = 0;
  let values;
  while (values === undefined) {
    values = await solveByLayers(2, numbering.count, { ...goal('stopped'), shouldStop: () => true });
    if (values === undefined)
      expect(readdirSync(join(root, 'stopped'))).toEqual([`before-${9 - stops++}.bin`]);
  }
  expect(stops).toBe(10);
  expect(values).toEqual(expected);
});

test('two at a time do not solve the same', async () => {
  const first = solveByLayers(2, numbering.count, goal('same'));
  const lock = join(root, 'same', 'lock');
  writeFileSync(lock, String(process.ppid));
  await expect(solveByLayers(2, numbering.count, goal('same'))).rejects.toThrow(/at work in this folder/);
  expect(await first).toEqual(expected);
});

test('a checkpoint of another board is refused', async () => {
  await solveByLayers(2, numbering.count, { ...goal('other'), shouldStop: () => true });
  truncateSync(join(root, 'other', 'before-9.bin'), 100);
  await expect(solveByLayers(2, numbering.count, goal('other'))).rejects.toThrow(/of another board/);
});

test('the layers hold every board with a legal number of pebbles once up to mirroring', () => {
  const layer = new BetsyLayer(2, new Int16Array(0));
  let boards = 0;
  for (let pebbles = 0; pebbles <= layer.most; pebbles++) boards += layer.sizeOf(pebbles);
  // Sixty-three fillings of a column; those of two in which a player has more than five pebbles are not legal.
  let legal = 0;
  for (let left = 1; left < 64; left++)
    for (let right = left; right < 64; right++) {
      const pebbles = [left, right].map((column) => column.toString(2).slice(1)).join('');
      const ones = pebbles.split('1').length - 1;
      if (ones <= 5 && pebbles.length - ones <= 5) legal++;
    }
  expect(boards).toBe(legal);
});
