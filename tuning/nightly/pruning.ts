import { sha256 } from '../../engine/node/sha256.ts';
import { type Dirent, existsSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ladderResultSchema } from '../store/runs.ts';
import { datasetIn, type KeptDataset, Lineage } from './kept-lineage.ts';
import { nightFolder, nightNumbers } from './night.ts';

export interface Deletion {
  /** From OUT. */
  path: string;
  bytes: number;
}

/**
 * Deletes the games and checkpoints of all but the newest nights, except what the lineage of a champion needs, and matches
 * of ladders that no kept night has. Results, weights and pages stay. Links are never followed.
 */
export function prune(out: string, keep: number): Deletion[] {
  const numbers = nightNumbers(out);
  const known = numbers.flatMap((number) => [...datasetsUnder(nightFolder(out, number))]);
  const lineage = new Lineage(out, known);
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
  for (const number of numbers.slice(0, -keep)) pruneNight(nightFolder(out, number), lineage, remove);
  pruneLadders(out, numbers.slice(-keep), remove);
  return deleted;
}

function pruneNight(folder: string, lineage: Lineage, remove: (path: string) => void): void {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isFile() && entry.name.endsWith('.checkpoint')) remove(path);
    else if (entry.isDirectory()) {
      const dataset = datasetIn(path);
      if (entry.name.endsWith('.tmp')) remove(path);
      else if (dataset !== undefined) {
        if (!lineage.needsDataset(dataset)) remove(path);
      } else if (!lineage.needsGate(path)) pruneNight(path, lineage, remove);
    }
  }
}

/** A match lies in a folder named by its two players, OUT/ladders/GAME-N/SETTINGS/A-B. */
function pruneLadders(out: string, nights: readonly number[], remove: (path: string) => void): void {
  const players = new Set(nights.flatMap((number) => ratedIn(nightFolder(out, number))));
  const isKept = (match: string) => match.split('-').every((player) => players.has(player));
  const folders = (path: string) =>
    entriesOf(path)
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(path, name));
  for (const match of folders(join(out, 'ladders')).flatMap(folders).flatMap(folders))
    if (!isKept(match.split(/[/\\]/).at(-1)!)) remove(match);
}

/** The players of a night's ladders, as the folders of matches name them. */
function ratedIn(night: string): string[] {
  const files = entriesOf(night).map(({ name }) => join(night, name, 'ladder', 'result.json'));
  return files
    .filter((file) => existsSync(file))
    .flatMap((file) => ladderResultSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).players)
    .map(({ identity }) => sha256(identity).slice(0, 12));
}

function* datasetsUnder(folder: string): Generator<KeptDataset> {
  const dataset = datasetIn(folder);
  if (dataset !== undefined) yield dataset;
  else
    for (const entry of entriesOf(folder))
      if (entry.isDirectory()) yield* datasetsUnder(join(folder, entry.name));
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
