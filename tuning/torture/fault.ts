import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { packageFolder } from '../store/identity.ts';

/** What is done to a call; faults.c explains each. */
export const FAULT_KINDS = [
  'enospc',
  'eio',
  'full',
  'lost',
  'short',
  'kill-before',
  'kill-amid',
  'kill-after',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** A call that a run makes below its folder. */
export interface Call {
  /** From 1. */
  number: number;
  name: string;
  path: string;
}

export interface Fault extends Call {
  kind: FaultKind;
}

export const isKill = (kind: FaultKind) => kind.startsWith('kill');

// What may become of each call. A kill after a call is one before the next, but where something else sees it first.
const KINDS: Readonly<Record<string, readonly FaultKind[]>> = {
  open: ['enospc', 'full', 'eio', 'kill-before'],
  'open-read': ['eio'],
  write: ['enospc', 'full', 'eio', 'lost', 'short', 'kill-before', 'kill-amid'],
  fsync: ['enospc', 'eio', 'kill-before'],
  close: ['eio', 'kill-before'],
  rename: ['enospc', 'eio', 'lost', 'kill-before', 'kill-after'],
  link: ['enospc', 'eio', 'kill-before', 'kill-after'],
  mkdir: ['enospc', 'full', 'eio', 'kill-before', 'kill-after'],
  unlink: ['eio', 'lost', 'kill-before', 'kill-after'],
  rmdir: ['eio', 'kill-before', 'kill-after'],
  ftruncate: ['eio', 'kill-before', 'kill-after'],
};

/** Every fault of every call. */
export function faultsOf(calls: readonly Call[]): Fault[] {
  return calls.flatMap((call) => KINDS[call.name].map((kind) => ({ ...call, kind })));
}

/** The calls that the library has written down. */
export function callsIn(log: string): Call[] {
  return log
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [number, name, ...path] = line.split(' ');
      return { number: Number(number), name, path: path.join(' ') };
    });
}

export function buildLibrary(folder: string): string {
  const library = join(folder, 'faults.so');
  const source = join(packageFolder(), 'tuning', 'torture', 'faults.c');
  execFileSync('gcc', ['-shared', '-fPIC', '-O1', '-Wall', '-Werror', '-o', library, source, '-ldl']);
  return library;
}

/** The environment of a process that has a fault, or none and only counts. */
export function faultEnvironment(
  library: string,
  root: string,
  log: string,
  fault?: Pick<Fault, 'number' | 'kind'>,
): Record<string, string> {
  return {
    LD_PRELOAD: library,
    EVALSMITH_FAULT_ROOT: root,
    EVALSMITH_FAULT_LOG: log,
    EVALSMITH_FAULT_AT: String(fault?.number ?? 0),
    EVALSMITH_FAULT_KIND: fault?.kind ?? 'none',
  };
}
