import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { InputError } from '../../../engine/input-error.ts';
import { corpusOf } from './corpus.ts';
import { fuzz } from './fuzz.ts';
import type { FuzzedReader } from './fuzzed-reader.ts';
import { readersIn } from './readers.ts';

const folder = mkdtempSync(join(tmpdir(), 'evalsmith-fuzz-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const INPUTS = 80;

async function problemsOf(reader: FuzzedReader, corpus: string[] = []): Promise<string[]> {
  const problems: string[] = [];
  const wrong = (problem: string, text: string) => void problems.push(`${problem} by ${text.slice(0, 2000)}`);
  await fuzz(reader, { seed: 3, inputs: INPUTS, corpus, wrong });
  return problems;
}

const read = (text: string) => {
  const value = JSON.parse(text) as { a: number } | null;
  if (typeof value?.a !== 'number') throw new InputError('no a');
  return value;
};
const write = (value: unknown) => JSON.stringify(value);
const ofNumbers = { name: 'numbers', seeds: ['{"a":1}'], form: 'json', write } as const;

test.each<[string, FuzzedReader]>([
  ['lets a SyntaxError out', { ...ofNumbers, read }],
  [
    'trusts what it reads',
    { ...ofNumbers, seeds: ['{"a":{"b":1}}'], read: (text) => (JSON.parse(text) as { a: { b: 1 } }).a.b },
  ],
  [
    'does not write back the same',
    { ...ofNumbers, read: (text) => text.length, write: (length) => `${'x'.repeat(length as number)}x` },
  ],
  [
    'accepts what cannot be used',
    { ...ofNumbers, read: (text) => text, use: (text) => void JSON.parse(text as string) },
  ],
])('a reader that %s is found out', async (_, reader) => {
  expect(await problemsOf(reader)).not.toEqual([]);
});

test('every reader accepts or refuses whatever it is given, and writes back what it accepts', async () => {
  const readers = await readersIn(folder);
  expect(readers.length).toBeGreaterThan(30);
  for (const reader of readers) {
    for (const seed of reader.seeds.slice(0, 2)) await reader.read(reader.seal?.(seed) ?? seed);
    expect([reader.name, ...(await problemsOf(reader, corpusOf(reader.name)))]).toEqual([reader.name]);
  }
}, 300_000);
