import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, relative, resolve } from 'node:path';
import { InputError } from '../../engine/input-error.ts';
import { Failure } from '../process/failure.ts';
import { startHeartbeat } from './heartbeat.ts';
import { beginningOf, isAlive, placeOfProcesses } from './process-identity.ts';
import { temporaryName } from './temporary-name.ts';

// A lock of another place that has been still for so long has no owner any more.
const SILENT_MILLISECONDS = 60_000;

/** Who holds a lock. A lock of version 0.1 has a number of a process, and perhaps when it began, and no more. */
interface Owner {
  pid: number;
  place?: string;
  beginning?: string;
  host?: string;
  /** The words of its command line. */
  command?: string[];
}

/** The locks that this process holds: each file with its text, which no other lock has. */
const held = new Map<string, string>();

/**
 * Keeps a folder for this process; returns what gives it free. A lock that a killed process left behind is taken over: one
 * of this place by its process, one of another machine or container when its owner has not touched it for a minute.
 */
export function takeLock(path: string): () => void {
  const file = resolve(path);
  const own = ownerText();
  // A file that has its text before it has its name: nobody ever sees a lock without an owner.
  const temporary = temporaryName(file);
  for (;;) {
    let now = Date.now();
    try {
      writeFileSync(temporary, own, { flag: 'wx' });
      // By the clock of the disk, which may be another machine's.
      now = statSync(temporary).mtimeMs;
      linkSync(temporary, file);
      return keep(file, own);
    } catch (error) {
      const { code, syscall } = error as NodeJS.ErrnoException;
      // The owner, who clears up what a kill left behind, may have removed the file before it was linked.
      if (syscall !== 'link' && !(syscall === 'stat' && code === 'ENOENT')) throw error;
      if (code !== 'EEXIST' && code !== 'ENOENT') throw error;
    } finally {
      rmSync(temporary, { force: true });
    }
    const there = textOf(file);
    if (there === undefined) continue;
    needStale(file, there, now);
    removeStale(file, there, temporary);
  }
}

/** Stops this process where a lock over a path was taken over, so that two never write into one folder. */
export function needLocks(path: string): void {
  for (const [file, text] of held) {
    if (!isBelow(path, dirname(file)) || textOf(file) === text) continue;
    throw new Failure(
      `another process has taken over ${dirname(file)} while this one was not heard of; nothing more is written`,
    );
  }
}

/** Who is at work in a folder, as others see it. */
export interface AtWork {
  pid: number;
  host: string | null;
  /** Whether the process is one of this place, which can be asked to stop. */
  isHere: boolean;
  isAlive: boolean;
  /** When it last showed that it lives. */
  beat: number;
  /** The words of its command line; empty where nobody wrote them down. */
  command: readonly string[];
}

/** Who has locked a folder; undefined where nobody has. */
export function atWorkIn(folder: string): AtWork | undefined {
  const file = resolve(folder, 'lock');
  const text = textOf(file);
  const beat = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return text === undefined || beat === undefined ? undefined : atWorkBy(text, beat);
}

/** Who wrote an owner's text, last heard then. */
export function atWorkBy(text: string, beat: number): AtWork {
  const { pid, place, beginning, host = null, command = [] } = ownerOf(text);
  const isHere = place === undefined || place === placeOfProcesses();
  const alive = isHere ? isAlive(pid, beginning) : Date.now() - beat < SILENT_MILLISECONDS;
  return { pid, host, isHere, isAlive: alive, beat, command };
}

/** Whether this process holds a lock over a path. */
export function isLocked(path: string): boolean {
  return [...held.keys()].some((file) => isBelow(path, dirname(file)));
}

function isBelow(path: string, folder: string): boolean {
  const inside = relative(folder, resolve(path));
  return !inside.startsWith('..') && inside !== '';
}

function keep(file: string, text: string): () => void {
  held.set(file, text);
  const stopHeartbeat = startHeartbeat(file, text);
  return () => {
    if (!held.delete(file)) return;
    stopHeartbeat();
    if (textOf(file) === text) rmSync(file, { force: true });
  };
}

/** Refuses a lock whose owner is at work. */
function needStale(file: string, text: string, now: number): void {
  const { pid, place, beginning, host } = ownerOf(text);
  if (place === undefined || place === placeOfProcesses()) {
    // A lock of this process's own number that it does not hold is of an earlier process.
    if (pid === process.pid ? held.has(file) : isAlive(pid, beginning))
      throw new InputError(`process ${pid} is at work in this folder (${file}); expected one at a time`);
    return;
  }
  const silent = now - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? -Infinity);
  if (silent < SILENT_MILLISECONDS)
    throw new InputError(
      `process ${pid} of ${host ?? 'another machine'} was at work in this folder ${Math.max(0, Math.round(silent / 1000))} s ago (${file}); expected one at a time, or a lock that is ${SILENT_MILLISECONDS / 1000} s old`,
    );
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

/** PID BEGINNING PLACE HOST TOKEN COMMAND of this process; what is not known is `-`, and the command is base64 of its words. */
export function ownerText(): string {
  const { pid } = process;
  const host = hostname().replace(/[^\w.-]/g, '') || '-';
  const token = randomBytes(16).toString('hex');
  // Whoever shares the folder reads it: no password of an address.
  const words = process.argv.slice(2).map((word) => word.replace(/\/\/[^@/]*@/, '//'));
  const command = Buffer.from(JSON.stringify(words)).toString('base64');
  return [pid, beginningOf(pid) ?? '-', placeOfProcesses(), host, token, command].join(' ');
}

function ownerOf(text: string): Owner {
  const [pid, ...rest] = text.split(' ');
  const owner: Owner = { pid: Number.parseInt(pid, 10) };
  if (rest.length === 0) return owner;
  const [beginning, place, host, , command] = rest.map((word) => (word === '-' ? undefined : word));
  // Version 0.1 wrote the beginning and the start of the machine in one word.
  if (beginning?.includes('@')) return { ...owner, beginning: beginning.split('@')[0] };
  return { ...owner, beginning, place, host, command: wordsOf(command) };
}

function wordsOf(command: string | undefined): string[] | undefined {
  if (command === undefined) return undefined;
  try {
    const words: unknown = JSON.parse(Buffer.from(command, 'base64').toString());
    return Array.isArray(words) && words.every((word) => typeof word === 'string') ? words : undefined;
  } catch {
    return undefined;
  }
}
