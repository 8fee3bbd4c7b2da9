import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { takeLock } from './lock.ts';

const room = mkdtempSync(join(tmpdir(), 'evalsmith-lock-'));
afterAll(() => rmSync(room, { recursive: true }));

describe('a lock', () => {
  it('is there until it is given free, and leaves nothing else behind', () => {
    const file = join(room, 'lock');
    const release = takeLock(file);
    expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^${process.pid}\\b`));
    expect(readdirSync(room)).toEqual(['lock']);
    release();
    expect(existsSync(file)).toBe(false);
  });

  it('is refused while its process lives, and taken over when that was killed', async () => {
    const file = join(room, 'lock');
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await once(other, 'spawn');
    writeFileSync(file, String(other.pid));
    expect(() => takeLock(file)).toThrow(`process ${other.pid} is at work`);
    expect(readFileSync(file, 'utf8')).toBe(String(other.pid));
    other.kill('SIGKILL');
    await once(other, 'exit');
    takeLock(file)();
  });

  it.each(['', 'rubbish', '0', '-1'])('is taken over when its text is %j', (text) => {
    const file = join(room, 'lock');
    writeFileSync(file, text);
    takeLock(file)();
  });

  it.runIf(existsSync('/proc/self/stat'))('is taken over when its number now is of another process', () => {
    const file = join(room, 'lock');
    writeFileSync(file, `${process.ppid} 1@another-start-of-the-machine`);
    takeLock(file)();
  });
});
