import { existsSync, lstatSync, mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../engine/input-error.ts';
import { takeLock } from './lock.ts';
import { needNewFolder } from './new-folder.ts';
import { hasRun, readResult, readRun, type RunHeader } from './run-folder.ts';
import type { RunKind } from './runs.ts';

/** A run that writes into a folder of its own and may resume there. */
export interface Claim extends Pick<RunHeader, 'settings' | 'inputs'> {
  kind: RunKind;
  /** What it writes there besides the files of any run. */
  names: RegExp;
  /** Settings that another call of the same run may change. */
  free: readonly string[];
}

const COMMON = /^((run|result)\.json|index\.html|lock|.*\.tmp)$/;

/** Does work in a new folder, or in one of the same run, that is this process's alone meanwhile. Refuses any other. */
export async function inOwnFolder<Result>(
  folder: string,
  claim: Claim,
  work: () => Promise<Result>,
): Promise<Result> {
  const release = claimFolder(folder, claim);
  try {
    clearTemporary(folder);
    return await work();
  } finally {
    release();
    removeEmptyFolder(folder);
  }
}

/** Removes a folder that work which came to nothing has left empty. */
export function removeEmptyFolder(folder: string): void {
  if (existsSync(folder) && namesIn(folder).length === 0) rmdirSync(folder);
}

function claimFolder(folder: string, claim: Claim): () => void {
  const refuse = (held: string): never => {
    throw new InputError(`--out ${folder} holds ${held}; expected a new folder or one of this ${claim.kind}`);
  };
  needNoLinks(folder);
  if (hasRun(folder)) {
    const run = readRun(folder);
    if (run.kind !== claim.kind) return refuse(`a ${run.kind}`);
    const difference = differenceOf(run, claim);
    if (difference !== undefined) return refuse(`another ${run.kind}: ${difference}`);
    // Damage is named and not written over.
    readResult(folder, claim.kind);
  }
  const other = namesIn(folder).find((name) => !COMMON.test(name) && !claim.names.test(name));
  if (other !== undefined) return refuse(other);
  mkdirSync(folder, { recursive: true });
  return takeLock(join(folder, 'lock'));
}

/**
 * Whether a folder that is made once holds the finished run of this very command, as where it was killed after its last
 * step; false where there is no such folder. Refuses any other.
 */
export function isFinished(folder: string, run: Omit<RunHeader, 'command' | 'seed' | 'status'>): boolean {
  if (!hasRun(folder)) {
    needNewFolder(folder);
    return false;
  }
  const there = readRun(folder);
  const of = ({ kind, settings, inputs, codeVersion }: typeof run) =>
    JSON.stringify([kind, settings, inputs.map(({ sha256 }) => sha256), codeVersion]);
  if (there.status !== 'done' || of(there) !== of(run)) needNewFolder(folder);
  return true;
}

/** Removes what a killed process has left unfinished in a folder that this one holds the lock of. */
export function clearTemporary(folder: string): void {
  for (const name of namesIn(folder))
    if (name.endsWith('.tmp')) rmSync(join(folder, name), { recursive: true, force: true });
}

/** Refuses a folder that is a link, a file, or holds a link at any depth: what is written there would end up elsewhere. */
export function needNoLinks(folder: string): void {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isDirectory())
    throw new InputError(`${folder} is a ${found.isSymbolicLink() ? 'link' : 'file'}; expected a folder`);
  const link = readdirSync(folder, { withFileTypes: true, recursive: true }).find((entry) =>
    entry.isSymbolicLink(),
  );
  if (link !== undefined)
    throw new InputError(
      `${join(link.parentPath, link.name)} is a link; expected files and folders, as nothing is written through links`,
    );
}

function namesIn(folder: string): string[] {
  return lstatSync(folder, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(folder);
}

type Recorded = Pick<Claim, 'settings' | 'inputs'>;

/** The first setting in which two runs differ; a file counts by its hash, and a setting that one of them lacks not at all. */
function differenceOf(run: Recorded, claim: Claim): string | undefined {
  const names = Object.keys(claim.settings).filter(
    (name) => !claim.free.includes(name) && Object.hasOwn(run.settings, name),
  );
  const differs = names.find((name) => valueOf(run, name) !== valueOf(claim, name));
  if (differs === undefined) return undefined;
  const shown = ({ settings }: Recorded) => JSON.stringify(settings[differs]);
  return `${differs} is ${shown(run)} there and ${shown(claim)} here`;
}

function valueOf({ settings, inputs }: Recorded, name: string): string {
  const hashes = new Map(inputs.map(({ path, sha256 }) => [path, sha256]));
  return JSON.stringify(settings[name], (_, value: unknown) =>
    typeof value === 'string' ? (hashes.get(value) ?? value) : value,
  );
}
