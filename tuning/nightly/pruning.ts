import { sha256 } from '../../engine/node/sha256.ts';
import { type Dirent, existsSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { InputError } from '../../engine/input-error.ts';
import { artefactAt, hashOf, unknownArtefact } from '../artefacts/artefact.ts';
import { lineageOf } from '../artefacts/lineage.ts';
import { hasManifest } from '../dataset/manifest.ts';
import { readWeightsFile } from '../store/read-weights.ts';
import { hasRun, readResult, readRun } from '../store/run-folder.ts';
import { unlessDamaged } from './unless-damaged.ts';
import { nightFolder, nightNumbers } from './night.ts';

export interface Deletion {
  /** From OUT. */
  path: string;
  bytes: number;
}

/**
 * Deletes the games and checkpoints of all but the newest nights, except what the lineage of a champion needs, and matches
 * of ladders that no kept night has. Results, weights and pages stay. Links are never followed. Where it cannot be read
 * what is needed, nothing is deleted that may be, and `kept` hears why.
 */
export function prune(out: string, keep: number, kept: (problem: string) => void): Deletion[] {
  const numbers = nightNumbers(out);
  const nights = numbers.map((number) => nightFolder(out, number));
  const needed = unlessDamaged(() => reachedFromChampions(out, nights), kept);
  const deleted: Deletion[] = [];
  const remove = (path: string) => {
    const bytes = sizeOf(path);
    // Renamed first, so that a kill leaves no dataset of which a part is missing.
    const doomed = path.endsWith('.tmp') ? path : `${path}.tmp`;
    if (doomed !== path) {
      rmSync(doomed, { recursive: true, force: true });
      renameSync(path, doomed);
    }
    rmSync(doomed, { recursive: true, force: true });
    deleted.push({ path: relative(out, path), bytes });
  };
  if (needed !== undefined) for (const night of nights.slice(0, -keep)) pruneNight(night, needed, remove);
  const rated = unlessDamaged(() => nights.slice(-keep).flatMap(ratedIn), kept);
  if (rated !== undefined) pruneLadders(out, new Set(rated), remove);
  return deleted;
}

/** The hashes of the champions and of all that they were made from. */
function reachedFromChampions(out: string, nights: readonly string[]): Set<string> {
  const known = new Map(nights.flatMap((night) => [...datasetsUnder(night)]));
  const reached = new Set<string>();
  for (const file of filesUnder(join(out, 'champions')).filter((name) => name.endsWith('.json'))) {
    // Its provenance counts only where the seal is good.
    readWeightsFile(file);
    lineageOf(
      artefactAt(file)!,
      ({ sha256: hash, described }) => {
        const folder = known.get(hash);
        const found = folder === undefined ? undefined : artefactAt(folder);
        return found ?? described ?? unknownArtefact(hash);
      },
      reached,
    );
  }
  return reached;
}

function pruneNight(folder: string, needed: ReadonlySet<string>, remove: (path: string) => void): void {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isFile() && entry.name.endsWith('.checkpoint')) remove(path);
    else if (entry.isDirectory()) {
      if (entry.name.endsWith('.tmp')) remove(path);
      else if (hasManifest(path)) {
        // What cannot be read is not deleted.
        const hash = hashOf(path);
        if (hash !== undefined && !needed.has(hash)) remove(path);
      } else if (!isWonBy(path, needed)) pruneNight(path, needed, remove);
    }
  }
}

/** Whether a folder is of a gate that one of these has won, or cannot be read. */
function isWonBy(folder: string, needed: ReadonlySet<string>): boolean {
  if (!hasRun(folder)) return false;
  try {
    if (readRun(folder).kind !== 'gate') return false;
    const { verdict, candidate } = readResult(folder, 'gate');
    return verdict === 'accepted' && needed.has(candidate.sha256);
  } catch (error) {
    if (error instanceof InputError) return true;
    throw error;
  }
}

/** A match lies in a folder named by its two players, OUT/ladders/GAME-N/SETTINGS/A-B. */
function pruneLadders(out: string, players: ReadonlySet<string>, remove: (path: string) => void): void {
  const isKept = (match: string) => match.split('-').every((player) => players.has(player));
  for (const match of foldersIn(join(out, 'ladders')).flatMap(foldersIn).flatMap(foldersIn))
    if (!isKept(basename(match))) remove(match);
}

/** The players of a night's ladders, as the folders of matches name them. */
function ratedIn(night: string): string[] {
  return entriesOf(night)
    .map(({ name }) => join(night, name, 'ladder'))
    .filter(hasRun)
    .flatMap((ladder) => readResult(ladder, 'ladder').players)
    .map(({ identity }) => sha256(identity).slice(0, 12));
}

/** The folder of each dataset, by its hash. */
function* datasetsUnder(folder: string): Generator<[string, string]> {
  const hash = hasManifest(folder) ? hashOf(folder) : undefined;
  if (hash !== undefined) yield [hash, folder];
  else for (const inside of foldersIn(folder)) yield* datasetsUnder(inside);
}

function filesUnder(folder: string): string[] {
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
}

export function foldersIn(folder: string): string[] {
  return entriesOf(folder)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));
}

/** What is in a folder itself; a link is neither a file nor a folder. */
function entriesOf(folder: string): Dirent[] {
  if (!existsSync(folder) || lstatSync(folder).isSymbolicLink()) return [];
  return readdirSync(folder, { withFileTypes: true });
}

function sizeOf(path: string): number {
  const found = lstatSync(path);
  if (!found.isDirectory()) return found.size;
  return entriesOf(path).reduce((sum, { name }) => sum + sizeOf(join(path, name)), 0);
}
