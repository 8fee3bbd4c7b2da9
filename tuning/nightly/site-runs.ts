import { basename } from 'node:path';
import type { RunFolder } from '../site/site.ts';
import { hasResult, hasRun } from '../store/run-folder.ts';
import { nightFolder, nightNumbers } from './night.ts';
import { foldersIn } from './pruning.ts';

/** What the site shows: every night, and of the newest ones each fit, gate and ladder too. */
export function siteRuns(out: string, newest: number): RunFolder[] {
  // What a kill left half-written is not shown.
  const wholeFoldersIn = (path: string) => foldersIn(path).filter((folder) => !folder.endsWith('.tmp'));
  const nights = nightNumbers(out).map((number) => nightFolder(out, number));
  const inside = nights.slice(-newest).flatMap((night) =>
    wholeFoldersIn(night).flatMap((part) =>
      wholeFoldersIn(part).map((folder) => ({
        name: [night, part, folder].map((path) => basename(path)).join('-'),
        folder,
      })),
    ),
  );
  return [...nights.map((folder) => ({ name: basename(folder), folder })), ...inside].filter(
    ({ folder }) =>
      // A result without its run is shown as damaged.
      hasRun(folder) || hasResult(folder),
  );
}
