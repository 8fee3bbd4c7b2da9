import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { needs } from '../testing/installed-program.ts';
import { TestProcess, until } from '../testing/test-process.ts';
import { writeFileAtomically } from './atomic-file.ts';
import { packageFolder } from './identity.ts';
import { atWorkIn, takeLock } from './lock.ts';
import { beginningOf, placeOfProcesses } from './process-identity.ts';

let room: string;
let file: string;
beforeEach(() => {
  room = mkdtempSync(join(tmpdir(), 'evalsmith-lock-'));
  file = join(room, 'lock');
});
afterEach(() => rmSync(room, { recursive: true }));

const built = (path: string) => join(packageFolder(), 'dist', 'tuning', path);
const identity = built('store/process-identity.js');
const elsewhere = '0123456789ab';
const unshare = needs('unshare');

describe('a lock', () => {
  it('is there until it is given free, and leaves nothing else behind', () => {
    const release = takeLock(file);
    expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`^${process.pid}\\b`));
    expect(readdirSync(room)).toEqual(['lock']);
    release();
    expect(existsSync(file)).toBe(false);
  });

  it('names the command of its owner to whoever shares the folder, without a password in it', async () => {
    const words = ['--queue', 'redis://me:secret@far.example:6379', 'two words'];
    const owner = new TestProcess(words, {}, built('testing/lock-owner.js'), room);
    await owner.says('locked');
    expect(atWorkIn(room)).toMatchObject({
      pid: owner.child.pid,
      isHere: true,
      command: ['--queue', 'redis://far.example:6379', 'two words'],
    });
    await owner.kill();
    for (const command of ['', 'rubbish', Buffer.from('{"a":1}').toString('base64')]) {
      writeFileSync(file, `1 1 ${elsewhere} far.example token ${command}`);
      expect(atWorkIn(room)!.command).toEqual([]);
    }
  });

  it('is refused while its process lives, and taken over when that was killed', async () => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await once(other, 'spawn');
    const text = `${other.pid} ${beginningOf(other.pid!) ?? '-'} ${placeOfProcesses()} host token`;
    writeFileSync(file, text);
    expect(() => takeLock(file)).toThrow(`process ${other.pid} is at work`);
    expect(readFileSync(file, 'utf8')).toBe(text);
    other.kill('SIGKILL');
    await once(other, 'exit');
    takeLock(file)();
  });

  it('is refused to the process that holds it', () => {
    const release = takeLock(file);
    expect(() => takeLock(file)).toThrow('is at work in this folder');
    release();
  });

  it.each(['', 'rubbish', '0', '-1', `${process.pid}`])('is taken over when its text is %j', (text) => {
    writeFileSync(file, text);
    takeLock(file)();
  });

  it.runIf(existsSync('/proc/self/stat'))('is taken over when its number now is of another process', () => {
    for (const text of [
      `${process.ppid} 1@another-start`,
      `${process.ppid} 1 ${placeOfProcesses()} host token`,
    ]) {
      writeFileSync(file, text);
      takeLock(file)();
    }
  });

  it('of another machine is refused while it beats, whatever has its number here, and taken over when it is silent', () => {
    for (const pid of [process.pid, process.ppid, 999_999_999]) {
      writeFileSync(file, `${pid} 17 ${elsewhere} far.example token`);
      expect(() => takeLock(file)).toThrow(`process ${pid} of far.example was at work in this folder`);
    }
    const past = Date.now() / 1000 - 61;
    utimesSync(file, past, past);
    takeLock(file)();
  });

  it('beats while its owner computes without a pause', async () => {
    const old = new Date(1e9);
    const owner = new TestProcess([], {}, built('testing/lock-owner.js'), room);
    await owner.says('locked');
    utimesSync(file, old, old);
    await until(
      () => statSync(file).mtimeMs > 1.5e12,
      () => 'no heartbeat',
    );
    await owner.kill();
  }, 60_000);

  it('that was taken over stops its owner before it writes anything more', () => {
    const release = takeLock(file);
    const manifest = join(room, 'manifest.json');
    writeFileAtomically(manifest, 'mine');
    writeFileSync(file, `1 1 ${elsewhere} far.example another`);
    expect(() => writeFileAtomically(manifest, 'late')).toThrow(`another process has taken over ${room}`);
    release();
    expect([readFileSync(manifest, 'utf8'), readFileSync(file, 'utf8')]).toEqual([
      'mine',
      `1 1 ${elsewhere} far.example another`,
    ]);
    expect(readdirSync(room).toSorted()).toEqual(['lock', 'manifest.json']);
  });

  it.skipIf(unshare.isMissing)(
    `of another container of this host is not judged by its number${unshare.note}`,
    () => {
      const code = `import('${identity}').then((it) => console.log(it.placeOfProcesses()))`;
      const place = execFileSync('unshare', ['--pid', '--fork', process.execPath, '-e', code], {
        encoding: 'utf8',
      }).trim();
      expect(place).toMatch(/^[0-9a-f]{12}$/);
      expect(place).not.toBe(placeOfProcesses());
    },
  );
});
