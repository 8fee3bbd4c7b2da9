import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { InputError } from '../../engine/input-error.ts';

/** Keeps a folder for this process; returns what gives it free. A lock that a killed process left behind is taken over. */
export function takeLock(file: string): () => void {
  const own = lockText(process.pid);
  // A file that has its text before it has its name: nobody ever sees a lock without an owner.
  const temporary = `${file}.${process.pid}.tmp`;
  for (;;) {
    try {
      writeFileSync(temporary, own);
      linkSync(temporary, file);
      return () => rmSync(file, { force: true });
    } catch (error) {
      const { code, syscall } = error as NodeJS.ErrnoException;
      // The owner, who clears up what a kill left behind, may have removed the file before it was linked.
      if (syscall !== 'link' || (code !== 'EEXIST' && code !== 'ENOENT')) throw error;
    } finally {
      rmSync(temporary, { force: true });
    }
    const there = textOf(file);
    if (there === undefined) continue;
    const owner = Number.parseInt(there, 10);
    if (owner !== process.pid && isAlive(owner, there))
      throw new InputError(`process ${owner} is at work in this folder (${file}); expected one at a time`);
    removeStale(file, there, temporary);
  }
}

/** Removes a lock only if it is still the one that was looked at: another process may have taken it over since. */
function removeStale(file: string, text: string, temporary: string): void {
  try {
    renameSync(file, temporary);
    if (readFileSync(temporary, 'utf8') !== text) linkSync(temporary, file);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A process by its number and, where the system tells, when it began: after a restart of the machine another has the number. */
function lockText(pid: number): string {
  return `${pid} ${beginningOf(pid) ?? ''}`.trim();
}

function beginningOf(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    // The name, in brackets, may hold anything; the beginning is the 20th field after it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1)!.trim().split(' ');
    return `${fields[19]}@${boot}`;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number, text: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !text.includes(' ') || text === lockText(pid);
}
