import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EXACT, LOWER, Table, UPPER } from './table.ts';

const word = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });

test('what is stored is found again, unchanged', () => {
  const table = Table.ofMegabytes(1);
  fc.assert(
    fc.property(
      word,
      word,
      fc.integer({ min: 0, max: 2 ** 31 - 1 }),
      fc.integer({ min: -32_000, max: 32_000 }),
      fc.integer({ min: 0, max: 120 }),
      fc.constantFrom(UPPER, LOWER, EXACT),
      fc.integer({ min: -32_768, max: 30_000 }),
      (keyLow, keyHigh, move, score, depth, bound, staticScore) => {
        table.store(keyLow, keyHigh, move, score, depth, bound, staticScore);
        expect(table.find(keyLow, keyHigh)).toBe(true);
        expect([table.move, table.score, table.depth, table.bound, table.staticScore]).toEqual([
          move,
          score,
          depth,
          bound,
          staticScore,
        ]);
        expect(table.find(keyLow, ~keyHigh)).toBe(false);
      },
    ),
  );
});

test('an entry torn between two writers is not found', () => {
  const memory = new SharedArrayBuffer(1 << 20);
  const table = new Table(memory);
  table.store(123, 456, 7, 100, 5, EXACT, 0);
  const words = new Int32Array(memory);
  const at = words.findIndex((value) => value !== 0);
  for (const offset of [0, 1, 2, 3]) {
    words[at + offset] ^= 1 << 20;
    expect(table.find(123, 456)).toBe(false);
    words[at + offset] ^= 1 << 20;
  }
  expect(table.find(123, 456)).toBe(true);
});

test('a deep entry stays and a shallow one goes, until a new search makes the deep one old', () => {
  const table = Table.ofMegabytes(1);
  const sameBucket = (i: number) => i << 20;
  table.store(sameBucket(1), 1, 1, 0, 50, EXACT, 0);
  table.store(sameBucket(2), 2, 2, 0, 3, EXACT, 0);
  table.store(sameBucket(3), 3, 3, 0, 4, EXACT, 0);
  expect([1, 2, 3].map((i) => table.find(sameBucket(i), i))).toEqual([true, false, true]);
  table.grow();
  table.store(sameBucket(4), 4, 4, 0, 1, EXACT, 0);
  table.store(sameBucket(5), 5, 5, 0, 1, EXACT, 0);
  expect([1, 3].map((i) => table.find(sameBucket(i), i))).toEqual([false, false]);
});
