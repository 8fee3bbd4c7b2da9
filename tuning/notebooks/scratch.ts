import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for what a study makes, removed when the process ends. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'evalsmith-study-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
