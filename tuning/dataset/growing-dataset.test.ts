import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { GrowingDataset } from './growing-dataset.ts';

const folder = mkdtempSync(join(tmpdir(), 'evalsmith-growing-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rowsOf = (game: number) => `${game},0,x,.........,1,search,3,40,1,line\n`;
const open = () => new GrowingDataset(folder, { game: 'betsy', size: 3, settings: { seed: 1 } }, 4);

test('a run that ends leaves no lock, journal or temporary file, not even those of a run that was killed', () => {
  const dataset = open();
  for (const game of [0, 1]) dataset.add(game, rowsOf(game));
  dataset.keepBeginnings(2);
  dataset.close();
  const whole = ['manifest.json', 'shard-00000.csv.gz'];
  expect(readdirSync(folder)).toEqual(whole);
  const journal = [0, 1].map((game) => `${JSON.stringify([game, rowsOf(game)])}\n`);
  writeFileSync(join(folder, 'shard-00000.journal'), journal.join(''));
  writeFileSync(join(folder, 'shard-00000.csv.gz.tmp'), 'half of a shard');
  writeFileSync(join(folder, 'lock'), '0');
  open().close();
  expect(readdirSync(folder)).toEqual(whole);
});

test('games that are in no shard stay in their journal until they are', () => {
  const stopped = open();
  stopped.add(3, rowsOf(3));
  stopped.close();
  expect(readdirSync(folder)).toContain('shard-00000.journal');
  const resumed = open();
  expect([...resumed.missing(4, { rest: 0, of: 1 })]).toEqual([2]);
  resumed.add(2, rowsOf(2));
  resumed.keepBeginnings(4);
  resumed.close();
  expect(resumed.manifest.games).toBe(4);
  expect(readdirSync(folder)).not.toContain('shard-00000.journal');
});
