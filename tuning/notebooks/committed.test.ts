import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageFolder } from '../store/identity.ts';

const root = packageFolder();
const names = readdirSync(join(root, 'notebooks')).filter((name) => name.endsWith('.ipynb'));

test('there are six studies', () => {
  expect(names).toHaveLength(6);
});

test.each(names)(
  '%s gives the outputs that are committed',
  (name) => {
    const main = join(root, 'dist', 'tuning', 'notebooks', 'main.js');
    const run = spawnSync(process.execPath, [main, '--check', join(root, 'notebooks', name)], {
      encoding: 'utf8',
    });
    expect([run.stderr, run.status]).toEqual(['', 0]);
    expect(run.stdout).toMatch(/the same outputs/);
  },
  900_000,
);
