import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { randomFrom } from '../statistics/random.ts';
import { NO_POSITION, storedOf } from './exact-values.ts';
import { LongestWins } from './longest-wins.ts';
import { longestWinsIn } from './longest-wins-search.ts';
import { type OracleManifest, VALUES } from './oracle-file.ts';

const random = randomFrom('longest');
const values = Int16Array.from({ length: 5000 }, (_, i) =>
  i % 7 === 0 ? NO_POSITION : random.below(60) - 30,
);
const byHand = Array.from(values, (value, number) => ({ number, value }))
  .toSorted((a, b) => b.value - a.value || a.number - b.number)
  .slice(0, 20);

test('the longest wins are those of largest value, the first of equal ones, however they come', () => {
  const { bits, bytes } = storedOf(values);
  const whole = new LongestWins(20);
  whole.look({ bytes, bits });
  expect(whole.found).toEqual(byHand);
  const parts = new LongestWins(20);
  for (let at = 0; at < values.length; at += 7)
    parts.look({ bytes: bytes.subarray(2 * at, 2 * at + 14), bits }, at);
  expect(parts.found).toEqual(byHand);
  const few = new LongestWins(20);
  few.look({ bytes: Uint8Array.of(0x80, 0, 0xfe, 5), bits: 8 }, 100);
  few.look({ bytes: Uint8Array.of(0, 2, 1), bits: 8, palette: [-8, 200] }, 200);
  expect(few.found).toEqual([
    { number: 201, value: 200 },
    { number: 103, value: 5 },
  ]);
});

test('those of a file are found a part at a time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'evalsmith-longest-'));
  // Longer than a part, and ending within one.
  const long = new Int16Array(700_001).fill(NO_POSITION);
  long.set(values, 695_001);
  long[3] = 31;
  const { bits, bytes } = storedOf(long);
  writeFileSync(join(folder, VALUES), bytes);
  const found = await longestWinsIn(folder, { bits, bytes: bytes.length } as OracleManifest, 20);
  expect(found).toEqual([
    { number: 3, value: 31 },
    ...byHand.slice(0, 19).map(({ number, value }) => ({ number: number + 695_001, value })),
  ]);
  rmSync(folder, { recursive: true });
});
