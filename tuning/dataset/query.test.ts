import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { packageFolder } from '../store/identity.ts';
import { evalsmith } from '../testing/run-command.ts';

const sample = join(packageFolder(), 'datasets', 'conga-sample');
const room = mkdtempSync(join(tmpdir(), 'evalsmith-query-'));
afterAll(() => rmSync(room, { recursive: true, force: true }));
const ask = (sql: string, ...more: string[]) => evalsmith(['dataset', 'query', sample, sql, ...more]);

test('a dataset is asked in SQL, and answers as a table or as JSON', async () => {
  const { games, positions } = JSON.parse(readFileSync(join(sample, 'manifest.json'), 'utf8'));
  const sql = 'SELECT count(*) AS positions, count(DISTINCT game) AS games FROM rows';
  expect((await ask(sql)).out).toEqual([
    'positions  games',
    expect.stringMatching(`^ *${positions} +${games}$`),
  ]);
  expect((await ask(sql, '--json')).out.map((line) => JSON.parse(line))).toEqual([{ positions, games }]);
  expect((await ask('SELECT board FROM rows WHERE ply = 0 AND game = 0')).out).toEqual([
    'board',
    'j..............J',
  ]);
});

test('what does not fit into memory is written nowhere', async () => {
  expect((await ask("SELECT current_setting('temp_directory') AS place", '--json')).out).toEqual([
    '{"place":""}',
  ]);
});

const secret = join(room, 'secret.csv');
writeFileSync(secret, 'word\nhidden\n');
const stolen = join(room, 'stolen.csv');

test.each([
  [`SELECT * FROM read_csv('${secret}')`],
  [`SELECT * FROM '${secret}'`],
  [`SELECT * FROM read_text('/etc/passwd')`],
  [`SELECT * FROM glob('/*')`],
  [`COPY rows TO '${stolen}'`],
  [`ATTACH '${join(room, 'other.db')}' AS other`],
  [`INSTALL httpfs`],
  [`LOAD httpfs`],
  [`SET enable_external_access = true`],
  [`PRAGMA enable_external_access`],
  [`DELETE FROM rows`],
  [`DROP TABLE rows`],
  [`CREATE TABLE mine AS SELECT 1`],
  [`SELECT 1; SELECT 2`],
  [`SELECT * FROM query('SELECT * FROM read_text(''${secret}'')')`],
  [`SELECT * FROM sniff_csv('${secret}')`],
  [`SELECT * FROM duckdb_secrets()`],
  [`COPY (SELECT 1) TO '${stolen}'`],
  [`EXPLAIN ANALYZE COPY rows TO '${stolen}'`],
  [`RESET enable_external_access`],
  [`EXPORT DATABASE '${room}'`],
  [`SELECT getenv('HOME')`],
  [`SELECT nonsense FROM rows`],
  [`SELECT FROM WHERE`],
  [``],
])('%s is refused in a line, and reaches nothing', async (sql) => {
  const { code, out, notes } = await ask(sql);
  expect([code, out, notes.length]).toEqual([2, [], 1]);
  expect(notes[0]).toMatch(/^evalsmith: SQL/);
  expect(notes[0]).not.toContain('hidden');
  expect(existsSync(stolen)).toBe(false);
});
