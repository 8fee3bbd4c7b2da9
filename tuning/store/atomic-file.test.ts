import { existsSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeFileAtomically } from './atomic-file.ts';
import { systemFailure } from '../process/failure.ts';

const folder = mkdtempSync(join(tmpdir(), 'evalsmith-atomic-'));

test('a file gets its new contents whole', () => {
  const file = join(folder, 'whole');
  writeFileAtomically(file, 'old');
  writeFileAtomically(file, 'new');
  expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['new', ['whole']]);
});

test.skipIf(!existsSync('/dev/full'))('a full disk leaves the old contents and says so in a line', () => {
  const file = join(folder, 'kept');
  writeFileSync(file, 'old');
  // What is written to the temporary name goes to a device that is always full.
  symlinkSync('/dev/full', `${file}.tmp`);
  let failure: unknown;
  try {
    writeFileAtomically(file, 'new');
  } catch (error) {
    failure = error;
  }
  expect(systemFailure(failure)).toContain('the disk is full');
  expect([readFileSync(file, 'utf8'), existsSync(`${file}.tmp`)]).toEqual(['old', false]);
});
