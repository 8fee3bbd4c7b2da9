import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { sha256 } from '../../engine/node/sha256.ts';

let known: string | undefined;

/**
 * Where the number of a process means something: a start of a machine and, on Linux, a namespace of processes there. Two
 * containers of one host are two places.
 */
export function placeOfProcesses(): string {
  known ??= sha256(`${bootOf() ?? hostname()} ${namespaceOf() ?? process.platform}`).slice(0, 12);
  return known;
}

/** When a process of this place began, as the system counts; undefined where it does not tell. */
export function beginningOf(pid: number): string | undefined {
  try {
    // The name, in brackets, may hold anything; the beginning is the 20th field after it.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1)!.trim().split(' ')[19];
  } catch {
    return undefined;
  }
}

/** Whether a process of this place lives; where its beginning is given, that one and not a later one of its number. */
export function isAlive(pid: number, beginning?: string): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return beginning === undefined || beginningOf(pid) === beginning;
}

function bootOf(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return undefined;
  }
}

function namespaceOf(): string | undefined {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return undefined;
  }
}
