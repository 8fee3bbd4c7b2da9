import { type Dirent, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasManifest, isOfDataset } from '../dataset/manifest.ts';
import { hasSpsaJournal } from '../prove/spsa/spsa-journal.ts';
import { hasRun } from '../store/run-folder.ts';

const DEEPEST = 4;
/** Ends the name of the file that a fit under way keeps beside its folder to be. */
export const CHECKPOINT = '.checkpoint';
/** What a night has done. */
export const JOURNAL = 'journal.jsonl';
/** The dataset inside a match. */
export const GAMES = 'games';

/** The folders of runs in a folder and below; inside a run only those that are at work. */
export function runsBelow(folder: string, depth = 0, isInside = false): string[] {
  const isOne = isRun(folder);
  if (isOne && !isInside && !hasLock(folder)) return [folder];
  // The games of a match are told of with it.
  const isWhole = depth === DEEPEST || hasManifest(folder) || hasMatchGames(folder);
  const below = (entry: Dirent) => runsAt(folder, entry, isOne ? 0 : depth, isInside || isOne);
  const inside = isWhole ? [] : entriesOf(folder).flatMap(below);
  return isOne && (!isInside || isAtWork(folder)) ? [folder, ...inside] : inside;
}

function runsAt(folder: string, entry: Dirent, depth: number, isInside: boolean): string[] {
  const path = join(folder, entry.name);
  if (entry.isFile() && entry.name.endsWith(CHECKPOINT)) {
    const fit = path.slice(0, -CHECKPOINT.length);
    return existsSync(fit) ? [] : [fit];
  }
  return entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules'
    ? runsBelow(path, depth + 1, isInside)
    : [];
}

const hasLock = (folder: string) => existsSync(join(folder, 'lock'));
export const isAtWork = (folder: string) =>
  hasLock(folder) || hasLock(join(folder, GAMES)) || existsSync(`${folder}${CHECKPOINT}`);

/** What is in a folder; nothing where it is gone or not to be read. */
export function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Whether a folder is of a run, whole or not. */
export function isRun(folder: string): boolean {
  return (
    hasRun(folder) ||
    (hasManifest(folder) && !isOfOthers(folder)) ||
    hasMatchGames(folder) ||
    hasLock(folder) ||
    existsSync(join(folder, JOURNAL)) ||
    hasSpsaJournal(folder) ||
    existsSync(`${folder}${CHECKPOINT}`)
  );
}

/** Whether a folder has the games of a match, and not a dataset of that name; a damaged one may be either. */
export function hasMatchGames(folder: string): boolean {
  const games = join(folder, GAMES);
  if (!hasManifest(games)) return false;
  const by = manifestIn(games)?.settings?.by;
  return by === undefined || by === 'match';
}

/** Whether the manifest is one of those that are not of datasets, as of an oracle; a damaged one may be of any. */
function isOfOthers(folder: string): boolean {
  const format = manifestIn(folder)?.format;
  return typeof format === 'string' && !isOfDataset({ format });
}

/** What a manifest says, unchecked; undefined where it cannot be read. */
function manifestIn(folder: string): { format?: unknown; settings?: { by?: unknown } } | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as ReturnType<typeof manifestIn>;
  } catch {
    return undefined;
  }
}
