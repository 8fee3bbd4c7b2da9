import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NightJournal } from './night-journal.ts';

let night: string;
beforeEach(() => (night = mkdtempSync(join(tmpdir(), 'evalsmith-night-'))));
afterEach(() => rmSync(night, { recursive: true, force: true }));

const file = () => join(night, 'journal.jsonl');

function writeNight(): string[] {
  const journal = new NightJournal(night);
  journal.add({ event: 'begin', night: 1, codeVersion: 'a', settings: {}, champions: {} });
  journal.add({ event: 'start', stage: 'betsy-3/selfplay' });
  journal.add({ event: 'deleted', path: 'night-0001', bytes: 7 });
  journal.add({ event: 'failed', stage: 'betsy-3/selfplay', reason: 'none' });
  mkdirSync(join(night, 'betsy-3'));
  return readFileSync(file(), 'utf8').split(/(?<=\n)/);
}

test.each<[string, (lines: string[]) => string[], boolean]>([
  ['as it was written', (lines) => lines, false],
  ['without its last line, as a kill leaves it,', (lines) => lines.slice(0, -1), false],
  ['with a line twice', ([a, b, c, d]) => [a, b, c, c, d], true],
  ['with lines exchanged', ([a, b, c, d]) => [a, c, b, d], true],
  ['without a line in the middle', ([a, b, , d]) => [a, b, d], true],
  ['without all of its lines', () => [], true],
  ['with half of its first line', ([a]) => [a.slice(0, 20)], true],
])('whether a journal %s is damaged is known', (_, change, isDamaged) => {
  writeFileSync(file(), change(writeNight()).join(''));
  expect(new NightJournal(night).isDamaged).toBe(isDamaged);
});

test('a night that was killed before its first line was whole is not damaged', () => {
  writeFileSync(file(), '{"event":"begi');
  expect(new NightJournal(night).isDamaged).toBe(false);
});
