import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemFailure } from '../process/failure.ts';
import { fillFileAtomically, syncFile, writeFileAtomically } from './atomic-file.ts';
import { placeOfProcesses } from './process-identity.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'evalsmith-atomic-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a file gets its new contents whole', () => {
  const file = join(folder, 'whole');
  writeFileAtomically(file, 'old');
  writeFileAtomically(file, 'new');
  expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['new', ['whole']]);
});

test('a write that fails leaves the old contents and nothing else', () => {
  const file = join(folder, 'kept');
  writeFileSync(file, 'old');
  const full = Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' });
  const fail = () =>
    fillFileAtomically(file, (write) => {
      write('half');
      throw full;
    });
  expect(fail).toThrow(full);
  expect(systemFailure(full)).toContain('the disk is full');
  expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['old', ['kept']]);
});

test('on Windows, which opens no folders, files alone are synced, as what may be written', () => {
  const file = join(folder, 'file');
  writeFileSync(file, 'text');
  syncFile(folder, 'win32');
  syncFile(file, 'win32');
  expect(() => syncFile(join(folder, 'missing'), 'win32')).toThrow('ENOENT');
});

test('links that a stranger has laid are not followed', () => {
  const precious = join(folder, 'precious');
  writeFileSync(precious, 'mine');
  const file = join(folder, 'index.html');
  for (const name of [file, `${file}.tmp`]) symlinkSync(precious, name);
  writeFileAtomically(file, 'page');
  expect([readFileSync(precious, 'utf8'), readFileSync(file, 'utf8')]).toEqual(['mine', 'page']);
});

test('nothing is written into a folder that is a link', () => {
  mkdirSync(join(folder, 'home'));
  symlinkSync(join(folder, 'home'), join(folder, 'run'));
  expect(() => writeFileAtomically(join(folder, 'run', 'index.html'), 'page')).toThrow('is a link');
  expect(readdirSync(join(folder, 'home'))).toEqual([]);
});

test('what a killed process left unfinished goes with the next write, and nothing of a living one', () => {
  const dead = Number(execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }));
  const temporary = (pid: number, place = placeOfProcesses()) => `page.${place}.${pid}.0123456789abcdef.tmp`;
  const left = [temporary(dead), temporary(process.ppid), temporary(dead, '0123456789ab'), 'page.tmp'];
  for (const name of left) writeFileSync(join(folder, name), 'half');
  writeFileAtomically(join(folder, 'page'), 'whole');
  expect(left.map((name) => existsSync(join(folder, name)))).toEqual([false, true, true, true]);
});
