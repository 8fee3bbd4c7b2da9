// A real disk of a test's own that can be full.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { needAll, needs } from './installed-program.ts';

/** Whether this machine lets a test mount a disk; `note` ends the name of the tests. */
export function needsDisks(): { isMissing: boolean; note: string } {
  const mount = needs('mount');
  if (mount.isMissing) return mount;
  try {
    new SmallDisk(1).remove();
    return { isMissing: false, note: '' };
  } catch (error) {
    needAll((error as Error).message);
    return { isMissing: true, note: ' (skipped: no disk may be mounted here)' };
  }
}

/** A tmpfs of so many megabytes. */
export class SmallDisk {
  readonly folder = mkdtempSync(join(tmpdir(), 'evalsmith-disk-'));

  constructor(megabytes: number) {
    const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'evalsmith-test', this.folder];
    const { status, stderr } = spawnSync('mount', options, { encoding: 'utf8' });
    if (status === 0) return;
    rmSync(this.folder, { recursive: true });
    throw new Error(`no disk can be mounted: ${stderr?.trim()}`);
  }

  /** Leaves so many bytes, in whole pages. */
  fill(left: number): void {
    const file = join(this.folder, 'ballast');
    writeFileSync(file, '');
    const { stdout } = spawnSync('df', ['--output=avail', '-B1', this.folder], { encoding: 'utf8' });
    const free = Number(stdout.trim().split('\n').at(-1));
    writeFileSync(file, Buffer.alloc(Math.max(0, free - left)));
  }

  empty(): void {
    rmSync(join(this.folder, 'ballast'), { force: true });
  }

  remove(): void {
    spawnSync('umount', ['--lazy', this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
