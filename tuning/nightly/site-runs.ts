import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { RunFolder } from '../site/site.ts';
import { hasRun } from '../store/run-folder.ts';
import { nightFolder, nightNumbers } from './night.ts';

/** What the site shows: every night, and of the newest ones each fit, gate and ladder too. */
export function siteRuns(out: string, newest: number): RunFolder[] {
  const nights = nightNumbers(out).map((number) => nightFolder(out, number));
  const inside = nights.slice(-newest).flatMap((night) =>
    foldersIn(night).flatMap((part) =>
      foldersIn(part).map((folder) => ({
        name: [night, part, folder].map((path) => basename(path)).join('-'),
        folder,
      })),
    ),
  );
  return [...nights.map((folder) => ({ name: basename(folder), folder })), ...inside].filter(({ folder }) =>
    hasRun(folder),
  );
}

function foldersIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.endsWith('.tmp'))
    .map(({ name }) => join(folder, name));
}
