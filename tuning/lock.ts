import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { InputError } from '../engine/input-error.ts';

/** Keeps a folder for this process; returns what gives it free. A lock that a killed process left behind is taken over. */
export function takeLock(file: string): () => void {
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = Number(readFileSync(file, 'utf8'));
    if (owner !== process.pid && isRunning(owner))
      throw new InputError(`process ${owner} is at work in this folder (${file}); expected one at a time`);
    rmSync(file, { force: true });
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
