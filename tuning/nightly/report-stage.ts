import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../engine/node/sha256.ts';
import { writeReport } from '../report/report.ts';
import type { Stage } from './stage.ts';

/** A page in each of these run folders. */
export function reportStage(folders: readonly string[]): Stage<readonly string[]> {
  const pages = folders.map((folder) => join(folder, 'index.html'));
  return {
    name: 'report',
    title: `pages of ${folders.length} runs`,
    milliseconds: null,
    find: () => (pages.every((page) => existsSync(page)) ? pages : undefined),
    async make() {
      for (const folder of folders) await writeReport(folder);
      return pages;
    },
    identify: () => sha256(folders.map((folder) => folder.split(/[\\/]/).slice(-2).join('/')).join('\n')),
  };
}
