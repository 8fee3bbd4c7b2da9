import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { betsy } from '../../engine/games/betsy/game.ts';
import { legalMoves } from '../../engine/position.ts';
import { checkedLine } from '../store/checked-line.ts';
import { GameRecord } from './game-record.ts';
import { GrowingDataset, journalName } from './growing-dataset.ts';
import { readManifest } from './manifest.ts';
import { gameRowsText } from './rows.ts';

let folder: string;
let notes: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'evalsmith-growing-'));
  notes = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The rows of a whole game of six plies at most: the first legal move each time. */
function rowsOf(index: number): string {
  const record = new GameRecord(betsy, 2, index);
  while (record.rows.length < 6) record.play(legalMoves(record.position)[0], 'random');
  record.end({ winner: -1, end: 'cap' });
  return gameRowsText(record.rows);
}

const header = { game: 'betsy', size: 2, settings: { by: 'selfplay', seed: 1, cap: 6 } };
const open = () => new GrowingDataset(folder, header, 4, (line) => notes.push(line));
const journal = () => join(folder, 'shard-00000.journal');
const missing = (dataset: GrowingDataset) => [...dataset.missing(4, { rest: 0, of: 1 })];

/** A line of the journal as this run writes it, or one with other settings. */
function line(index: number, text: string, seed = 1): string {
  const manifest = readManifest(folder);
  const own = { ...manifest, settings: { ...manifest.settings, seed } };
  return checkedLine(JSON.stringify([index, text]), `${journalName(own, 0)} `);
}

test('a run that ends leaves no lock, journal or temporary file, not even those of a run that was killed', () => {
  const dataset = open();
  for (const game of [0, 1]) dataset.add(game, rowsOf(game));
  dataset.keepBeginnings(2);
  dataset.close();
  const whole = ['manifest.json', 'shard-00000.csv.gz'];
  expect(readdirSync(folder)).toEqual(whole);
  const lines = [0, 1].map((game) => line(game, rowsOf(game)));
  writeFileSync(journal(), lines.join(''));
  writeFileSync(join(folder, 'shard-00000.csv.gz.1234.tmp'), 'half of a shard');
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
  expect(missing(resumed)).toEqual([0, 1, 2]);
  for (const game of [0, 1, 2]) resumed.add(game, rowsOf(game));
  resumed.keepBeginnings(4);
  resumed.close();
  expect([resumed.manifest.games, notes]).toEqual([4, []]);
  expect(readdirSync(folder)).not.toContain('shard-00000.journal');
});

describe('a journal that was changed', () => {
  test.each<[string, (index: number, text: string) => string, RegExp]>([
    ['in a byte', (i, text) => line(i, text).replace('random', 'randon'), /line 2 is damaged/],
    ['to a line of another run', (i, text) => line(i, text, 2), /line 2 is damaged/],
    ['in its checksum', (i, text) => line(i, text).replace(/.\n$/, 'x\n'), /line 2 is damaged/],
    ['with a score and a right checksum', (i, text) => line(i, text.replace(',,', ',7,')), /has a score/],
    ['with another move', (i, text) => line(i, text.replace(',1,random', ',2,random')), /game 1 is damaged/],
    ['with another result', (i, text) => line(i, text.replaceAll(',0.5,', ',1,')), /game 1 is damaged/],
    ['with another end', (i, text) => line(i, text.replaceAll(',cap', ',line')), /game 1 is damaged/],
    [
      'to a game that breaks off',
      (i, text) => line(i, text.split('\n').slice(0, 4).join('\n') + '\n'),
      /game 1/,
    ],
    ['to a game of another number', (i) => line(i, rowsOf(2)), /out of order/],
    ['to a game of another shard', () => line(9, rowsOf(9)), /of another shard/],
    ['to numbers in other words', (i, text) => line(i, text.replaceAll(',0.5,', ',.5,')), /not written as/],
  ])('%s loses that game alone, says so, and the game is played again', (_, change, reason) => {
    open().close();
    const texts = [0, 1, 2, 3].map(rowsOf);
    const lines = texts.map((text, i) => (i === 1 ? change(i, text) : line(i, text)));
    writeFileSync(journal(), lines.join(''));
    const resumed = open();
    expect(missing(resumed)).toEqual([1]);
    expect(notes).toEqual([expect.stringMatching(reason)]);
    resumed.add(1, texts[1]);
    resumed.writeFull(4);
    resumed.close();
    expect([resumed.manifest.games, readdirSync(folder)]).toEqual([
      4,
      ['manifest.json', 'shard-00000.csv.gz'],
    ]);
  });

  test('by a kill in the middle of a line loses that line alone', () => {
    const stopped = open();
    for (const game of [0, 1]) stopped.add(game, rowsOf(game));
    stopped.close();
    writeFileSync(journal(), readFileSync(journal()).subarray(0, -20));
    const resumed = open();
    expect(missing(resumed)).toEqual([1, 2, 3]);
    resumed.add(1, rowsOf(1));
    resumed.close();
    const again = open();
    expect([missing(again), notes]).toEqual([[2, 3], []]);
    again.close();
  });
});

test.each<[string, (file: string) => void, RegExp]>([
  ['is missing', (file) => rmSync(file), /shard-00000\.csv\.gz: the file is missing/],
  ['is cut off', (file) => writeFileSync(file, readFileSync(file).subarray(0, 40)), /it has 40 bytes of/],
  [
    'has another byte',
    (file) => {
      const bytes = readFileSync(file);
      bytes[30] ^= 4;
      writeFileSync(file, bytes);
    },
    /shard-00000\.csv\.gz: the file is damaged/,
  ],
])('a dataset of which a shard %s is refused before anything is added to it', (_, spoil, reason) => {
  const dataset = open();
  for (const game of [0, 1, 2, 3]) dataset.add(game, rowsOf(game));
  dataset.writeFull(4);
  dataset.close();
  spoil(join(folder, 'shard-00000.csv.gz'));
  expect(open).toThrow(reason);
  expect(readdirSync(folder)).not.toContain('lock');
});
