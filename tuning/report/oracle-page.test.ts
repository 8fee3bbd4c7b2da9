import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { afterAll, expect, test } from 'vitest';
import { readOracleManifest } from '../tables/oracle-file.ts';
import { evalsmith } from '../testing/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'evalsmith-oracle-page-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the page of an oracle has a row for each of its parts, with the shares that the manifest counts', async () => {
  const out = join(folder, 'raichu');
  const build = ['oracle', 'build', 'raichu', '--size', '8', '--pieces', '2', '--workers', '1', '--out', out];
  expect((await evalsmith(build)).code).toBe(0);
  expect((await evalsmith(['report', out])).code).toBe(0);
  const { parts, counts } = readOracleManifest(out);
  const { document } = parseHTML(readFileSync(join(out, 'index.html'), 'utf8'));
  const rows = [...document.querySelectorAll('#parts tbody tr')].map((row) =>
    [...row.querySelectorAll('td, th')].map((cell) => cell.textContent.trim()),
  );
  expect(new Set(rows.map(([name]) => name))).toEqual(new Set(Object.keys(parts!)));
  expect(rows).toHaveLength(Object.keys(parts!).length);
  for (const [name, boards, won] of rows) {
    const its = parts![name];
    expect(Number(boards.replaceAll(/\D/g, ''))).toBe(its.boards);
    expect(Number.parseFloat(won)).toBeCloseTo((100 * its.won) / (its.won + its.drawn + its.lost), 1);
  }
  expect(document.body.textContent).toContain(`${counts.longestWin} plies`);
});
