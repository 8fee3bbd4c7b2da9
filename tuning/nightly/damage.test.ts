import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readResult } from '../store/run-folder.ts';
import { evalsmith } from '../testing/run-command.ts';
import { OPEN_GATE, SMALL_PART, writeConfig } from '../testing/small-nights.ts';

const room = mkdtempSync(join(tmpdir(), 'evalsmith-damaged-nights-'));
afterAll(() => rmSync(room, { recursive: true, force: true }));

const out = (...path: string[]) => join(room, 'out', ...path);

/** Changes a byte in the middle. */
function spoil(file: string): void {
  const bytes = readFileSync(file);
  bytes[bytes.length >> 1] ^= 1;
  writeFileSync(file, bytes);
}

it('a night goes on where what an earlier one left is damaged, and names all of it', async () => {
  const config = { games: [{ ...SMALL_PART, window: 1, gate: OPEN_GATE }], keep: 2 };
  const nightly = () => evalsmith(['nightly', writeConfig(room, config)]);
  expect((await nightly()).code).toBe(0);
  const shard = out('night-0001', 'betsy-3', 'selfplay', 'shard-00001.csv.gz');
  const fit = out('night-0001', 'betsy-3', 'fit-1-linear', 'result.json');
  const gate = out('night-0001', 'betsy-3', 'gate-1');
  const ladder = out('night-0001', 'betsy-3', 'ladder', 'result.json');
  const result = out('night-0001', 'result.json');
  const champion = out('champions', 'betsy-3', 'champion-0000.json');
  const [settings] = readdirSync(out('ladders', 'betsy-3'));
  const matches = readdirSync(out('ladders', 'betsy-3', settings)).filter((name) => name.includes('-'));
  const played = matches.map((name) =>
    out('ladders', 'betsy-3', settings, name, 'games', 'shard-00000.csv.gz'),
  );
  rmSync(shard);
  writeFileSync(fit, 'nonsense');
  rmSync(join(gate, 'run.json'));
  truncateSync(ladder, 100);
  spoil(result);
  spoil(champion);
  spoil(played[0]);
  const { code, notes } = await nightly();
  expect([code, notes.filter((line) => /failed|^\s+at /.test(line))]).toEqual([0, []]);
  const named = (pattern: string, file: string) =>
    expect(notes.filter((line) => line.startsWith(pattern) && line.includes(file))).not.toEqual([]);
  named('not learned from: ', shard);
  named('left out: ', fit);
  named('left out: ', gate);
  named('left out: ', ladder);
  named('left out: ', result);
  named('not all is cleared up: ', champion);
  named('not all is cleared up: ', ladder);
  named('not rated: ', champion);
  named('played again: ', played[0]);
  const [{ learnedFrom, stages }] = readResult(out('night-0002'), 'nightly').parts;
  expect(learnedFrom!.datasets).toBe(1);
  expect(stages.filter(({ status }) => status !== 'done')).toEqual([]);
  expect(readFileSync(out('night-0002', 'index.html'), 'utf8')).toContain('night-0001');

  // What champion 2 plays is made again where it is damaged.
  const player = out('players', 'betsy-3', '0002', 'betsy.cjs');
  const whole = readFileSync(player);
  spoil(player);
  config.games[0].gate = { ...OPEN_GATE, elo0: 200, elo1: 600 };
  const third = await nightly();
  expect(third.code).toBe(0);
  expect(third.notes).toContain(`made again: ${out('players', 'betsy-3', '0002')} is damaged`);
  expect(readFileSync(player).equals(whole)).toBe(true);
}, 240_000);
