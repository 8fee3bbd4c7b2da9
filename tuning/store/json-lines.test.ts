import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { JsonLines } from './json-lines.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'evalsmith-lines-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (name: string, isOrdered: boolean) =>
  new JsonLines(join(folder, name), z.number(), { name, isOrdered });

/** Writes 1, 2 and 3, then changes the lines, of which another file's are given too. */
function changed(isOrdered: boolean, change: (lines: string[], others: string[]) => string[]) {
  const [lines, others] = ['one', 'other'].map((name) => {
    const file = open(name, isOrdered);
    for (const number of [1, 2, 3]) file.append(number);
    return readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');
  });
  writeFileSync(join(folder, 'one'), `${change(lines, others).join('\n')}\n`);
  const { before, damaged } = open('one', isOrdered);
  return { before, damaged };
}

test.each<[string, (lines: string[], others: string[]) => string[], number[], number[]]>([
  ['in order', (lines) => lines, [1, 2, 3], []],
  ['exchanged', ([a, b, c]) => [a, c, b], [1], [2, 3]],
  ['there twice', ([a, b, c]) => [a, b, b, c], [1, 2, 3], [3]],
  ['of another file', ([a, , c], [, b]) => [a, b, c], [1], [2, 3]],
  ['missing', ([a, , c]) => [a, c], [1], [2]],
])('of an ordered file, lines that are %s are told from those that are not', (_, change, before, damaged) => {
  expect(changed(true, change)).toEqual({ before, damaged });
});

test('of a file without an order, a line of another file alone is damage', () => {
  expect(changed(false, ([a, b, c], [, other]) => [c, other, b, a])).toEqual({
    before: [3, 2, 1],
    damaged: [2],
  });
});

test('a file that is damaged goes on behind its last line', () => {
  changed(true, ([a, b]) => [a.replace('1', '7'), b]);
  open('one', true).append(4);
  expect(open('one', true)).toMatchObject({ before: [2, 4], damaged: [1] });
});
