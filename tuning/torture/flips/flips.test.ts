import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { InputError } from '../../../engine/input-error.ts';
import { randomFrom } from '../../statistics/random.ts';
import { flip } from './damage.ts';
import { tortureFiles } from './flips.ts';
import { makeRoom } from './torture-room.ts';
import { Specimen } from './trial.ts';

const folder = mkdtempSync(join(tmpdir(), 'evalsmith-flips-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each<[string, (file: string) => unknown, string]>([
  ['that checks nothing', (file) => JSON.parse(readFileSync(file, 'utf8')), 'sealed in'],
  ['that throws what nobody expects', () => Object.keys(null as never), 'unexpected'],
  [
    'that does not say which file',
    () => {
      throw new InputError('it is damaged');
    },
    'unexpected',
  ],
  [
    'that names the file',
    (file) => {
      throw new InputError(`${file} is damaged`);
    },
    'refused',
  ],
])('a reader %s is found out', (_, readDamaged, outcome) => {
  const file = join(folder, 'number.json');
  writeFileSync(file, '1000');
  let isDamaged = false;
  const read = () => (isDamaged ? readDamaged(file) : 1000);
  const specimen = new Specimen({ kind: 'number', file, read });
  isDamaged = true;
  expect(specimen.try(Buffer.from('1001')).outcome).toBe(outcome);
  expect(readFileSync(file, 'utf8')).toBe('1000');
});

test('a flip changes one bit', () => {
  const bytes = Buffer.alloc(10);
  const changed = flip(bytes, bytes, randomFrom(1));
  expect(changed.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0)).toBe(1);
  expect(bytes).toEqual(Buffer.alloc(10));
});

test('no damage to any kind of file is taken for what was written', async () => {
  const room = join(folder, 'room');
  await makeRoom(room);
  const wrong: string[] = [];
  const tallies = await tortureFiles(room, { seed: 7, flips: 1500, others: 500 }, (line) => wrong.push(line));
  expect(wrong).toEqual([]);
  const sum = (outcome: 'refused' | 'repaired') =>
    tallies.reduce((total, { flips, others }) => total + flips[outcome] + others[outcome], 0);
  expect(tallies.length).toBeGreaterThan(20);
  expect(sum('refused')).toBeGreaterThan(1000);
  expect(sum('repaired')).toBeGreaterThan(50);
}, 300_000);
