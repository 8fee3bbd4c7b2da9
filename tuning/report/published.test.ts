import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { editSealed } from '../testing/sealed-edit.ts';
import { readRun } from '../store/run-folder.ts';
import { packageFolder } from '../store/identity.ts';
import { reportOf } from './report.ts';

const reports = join(packageFolder(), 'reports');
const alone = mkdtempSync(join(tmpdir(), 'evalsmith-published-'));
afterAll(() => rmSync(alone, { recursive: true, force: true }));

// The site is made again by its command and is not published.
const names = readdirSync(reports, { recursive: true, encoding: 'utf8' }).filter(
  (name) => !/^site\b/.test(name),
);
const folders = names
  .filter((name) => basename(name) === 'run.json')
  .map((name) => join(reports, name, '..'));

describe('what is published under reports/', () => {
  test('holds no locks, journals, checkpoints, temporary files or raw games', () => {
    const debris = /(^|[/\\])(lock|games)$|\.(journal|checkpoint|tmp|csv\.gz)$/;
    expect(names.filter((name) => debris.test(name))).toEqual([]);
  });

  test.each([
    ['betsy-linear-hand-nodes', 'record'],
    ['betsy-ladder', 'matches'],
  ])('%s has its page without the %s that results of version 0.1 lack', async (name, key) => {
    const folder = join(alone, `older-${name}`);
    cpSync(join(reports, name), folder, { recursive: true });
    const {
      [key]: _,
      checksum: __,
      ...older
    } = JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8'));
    writeFileSync(join(folder, 'result.json'), JSON.stringify({ ...older, format: 'evalsmith-result-1' }));
    expect((await reportOf(folder)).page).toContain('</html>');
  });

  test('a fit whose result lacks what its kind tells is refused in a line', async () => {
    const folder = join(alone, 'damaged');
    cpSync(join(reports, 'betsy-1-linear'), folder, { recursive: true });
    editSealed(join(folder, 'result.json'), (result) => ({ ...result, features: undefined }));
    await expect(reportOf(folder)).rejects.toThrow(/result\.json is wrong at features/);
  });

  test('is smaller than 8 MB', () => {
    const bytes = names
      .map((name) => statSync(join(reports, name)))
      .map((file) => (file.isFile() ? file.size : 0));
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(8e6);
  });

  test('has one folder a run', () => {
    expect(folders.map((folder) => join(folder, '..'))).toEqual(folders.map(() => reports));
  });

  test.each(['match', 'gate', 'ladder', 'grade'])(
    'has pages of a %s that run.json and result.json alone give',
    async (kind) => {
      for (const folder of folders.filter((one) => readRun(one).kind === kind)) {
        const copy = join(alone, basename(folder));
        for (const file of ['run.json', 'result.json']) cpSync(join(folder, file), join(copy, file));
        const { page } = await reportOf(copy);
        // The lineage also tells of what lies beside a run.
        const shown = (text: string) =>
          text.slice(text.indexOf('<header>'), text.indexOf('<section id="lineage"'));
        const isSame = shown(page) === shown(readFileSync(join(folder, 'index.html'), 'utf8'));
        expect([folder, isSame]).toEqual([folder, true]);
      }
    },
  );

  test('says of games by the clock that they cannot be replayed, and of no others', () => {
    for (const folder of folders) {
      const { kind, settings } = readRun(folder);
      if (kind !== 'match') continue;
      const page = readFileSync(join(folder, 'index.html'), 'utf8');
      expect([folder, /cannot be\s+replayed/.test(page)]).toEqual([folder, settings['seconds'] !== null]);
    }
  });
});
