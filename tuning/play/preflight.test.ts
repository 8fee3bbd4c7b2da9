import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { writeReport } from '../report/report.ts';
import { readResult } from '../store/run-folder.ts';
import { evalsmith } from '../testing/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'evalsmith-preflight-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const betsy = fileURLToPath(new URL('../../dist/player/betsy.cjs', import.meta.url));
const PLAYER = `exec "${process.execPath}" "${betsy}" "$1" "$2" "$3" 0.3`;

let count = 0;
function program(code: string): string {
  const file = join(folder, `program-${count++}`);
  writeFileSync(file, `#!/bin/sh\n${code}\n`);
  chmodSync(file, 0o755);
  return file;
}

const match = (file: string, out: string, ...more: string[]) =>
  evalsmith([
    'match',
    `cmd:${file}`,
    'random',
    '--game',
    'betsy',
    '--size',
    '3',
    '--games',
    '2',
    '--workers',
    '1',
    '--out',
    join(folder, out),
    ...more,
  ]);

describe('a program that would lose every game', () => {
  test.each([
    ['echo broken >&2; exit 3', '30', 'it ended with exit code 3, and on stderr "broken"'],
    ['kill -SEGV $$', '30', 'it ended with SIGSEGV, and nothing on stderr'],
    [
      'echo thinking >&2',
      '30',
      'it printed no line, and on stderr "thinking"; the last line of its output has to be',
    ],
    ['echo "9 $3"', '30', 'its last line is "9 .................."; legal are "1 ...............x..", "2 '],
    [
      'sleep 0.6; echo done',
      '0.3',
      'it had not ended after 0.3 s, when its time was up; given more time it took ',
    ],
    [
      'sleep 20',
      '0.1',
      'it had not ended after 0.1 s, when its time was up; it did not end within 1 s either',
    ],
  ])('by %j is refused in a sentence before any game is played', async (code, seconds, reason) => {
    const file = program(code);
    const { code: exit, out, notes } = await match(file, 'never', '--seconds', seconds);
    expect([exit, out, notes.length]).toEqual([2, [], 1]);
    expect(notes[0]).toContain('is not ready to play: asked `');
    expect(notes[0]).toContain(reason);
    expect(notes[0]).toMatch(/; --preflight off plays all the same$/);
    expect(existsSync(join(folder, 'never'))).toBe(false);
  });

  test('plays and loses where it shall', async () => {
    expect((await match(program('exit 3'), 'off', '--seconds', '30', '--preflight', 'off')).code).toBe(0);
    expect(readResult(join(folder, 'off'), 'match').ends).toEqual({ crashed: 2 });
  });
});

test('a game that a program loses without a move keeps its last line and its stderr, for replay and the page', async () => {
  // It answers the first time that it is asked, which is by the preflight.
  const asked = join(folder, 'asked');
  const file = program(`[ -e "${asked}" ] || { touch "${asked}"; ${PLAYER}; }
echo "loading <weights>" >&2; echo "on line 7" >&2; echo "7 $3"`);
  const { code, notes } = await match(file, 'kept', '--seconds', '30');
  expect(code, notes.join('\n')).toBe(0);
  const out = join(folder, 'kept');
  const { programs, ends } = readResult(out, 'match');
  expect(ends).toEqual({ illegal: 2 });
  expect(programs!.failures).toHaveLength(2);
  expect(programs!.failures[0]).toMatchObject({
    end: 'illegal',
    seat: 0,
    exit: 0,
    stderr: 'loading <weights>\non line 7',
    answer: expect.stringMatching(/^7 [.xo]{18}$/),
  });
  const replay = await evalsmith(['dataset', 'replay', join(out, 'games'), '--game', '0']);
  expect(replay.code).toBe(0);
  const text = replay.out.join('\n');
  expect(text).toContain('the program lost without a move: illegal, exit code 0, after ');
  expect(text).toContain('its stderr:\n  loading <weights>\n  on line 7');
  await writeReport(out);
  const page = readFileSync(join(out, 'index.html'), 'utf8');
  expect(page).toContain('Games lost without a move');
  expect(page).toContain('loading &lt;weights&gt;\non line 7');
});

test('the time of each move of a program is shown as a distribution, and a resumed match keeps what was there', async () => {
  const file = program(PLAYER);
  const first = await match(file, 'times', '--seconds', '30');
  expect(first.code).toBe(0);
  const out = join(folder, 'times');
  const before = readResult(out, 'match').programs!.times[0]!;
  const more = await evalsmith([
    'match',
    `cmd:${file}`,
    'random',
    '--game',
    'betsy',
    '--size',
    '3',
    '--games',
    '4',
    '--workers',
    '1',
    '--seconds',
    '30',
    '--out',
    out,
  ]);
  expect(more.code, more.notes.join('\n')).toBe(0);
  const { programs } = readResult(out, 'match');
  const time = programs!.times[0]!;
  expect(programs!.times[1]).toBeNull();
  expect(time.moves).toBeGreaterThan(before.moves);
  expect(time.bands.reduce((sum, { moves }) => sum + moves, 0)).toBe(time.moves);
  expect(time.median).toBeLessThanOrEqual(time.longest);
  await writeReport(out);
  expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('Time a move');
});
