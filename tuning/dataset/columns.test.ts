import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { betsy } from '../../engine/games/betsy/game.ts';
import { readColumns } from './columns.ts';
import { emptyManifest, withShards, writeManifest } from './manifest.ts';
import { GAME_COLUMNS, headerText } from './rows.ts';
import { writeShard } from './shards.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'evalsmith-columns-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ROW = '0,0,x,..........,1,search,12,30,1,line';

/** A dataset whose hashes are right, whatever its shard says. */
function written(text: string): string {
  const header = { kind: 'games' as const, game: 'betsy', size: 2, settings: {}, codeVersion: '' };
  const shard = writeShard(folder, 0, text, { games: 1, positions: 1 });
  writeManifest(folder, withShards(emptyManifest(header), [shard]));
  return folder;
}

test('a row is read', () => {
  const { rows, results, scores } = readColumns(betsy, [written(`${headerText(GAME_COLUMNS)}${ROW}\n`)]);
  expect([rows, results[0], scores[0]]).toEqual([1, 1, 12]);
});

test.each<[string, string, string]>([
  ['that is cut off', ROW, 'it has not 10 fields'],
  ['with a field less', `${ROW.slice(2)}\n`, 'it has not 10 fields'],
  ['with a field more', `${ROW},1\n`, 'it has not 10 fields'],
  ['with half of its fields before another', `0,0,x\n${ROW}\n`, 'it has not 10 fields'],
  ['of another player', `${ROW.replace('x', 'y')}\n`, 'it has another player'],
  ['with a result that is no number', `${ROW.replace(',1,line', ',won,line')}\n`, 'its result'],
  ['with a score that is no number', `${ROW.replace(',12,', ',1e999,')}\n`, 'its score'],
  ['of no game', `${ROW.replace('0,0', 'a,0')}\n`, 'its game or ply'],
])('a row %s is refused, and does not hang', (_, rows, problem) => {
  const dataset = written(headerText(GAME_COLUMNS) + rows);
  expect(() => readColumns(betsy, [dataset])).toThrow(problem);
});

test('a shard without its header is refused', () => {
  expect(() => readColumns(betsy, [written(`${ROW}\n`)])).toThrow('the header is not');
});
