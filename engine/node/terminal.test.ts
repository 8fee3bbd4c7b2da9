import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { games } from '../games/index.ts';
import { visible } from '../text/visible.ts';
import { colourPaint } from './terminal.ts';

const dist = join(import.meta.dirname, '..', '..', 'dist');
const evalsmith = join(dist, 'tuning', 'cli', 'main.js');
const run = (file: string, args: string[], input = '') =>
  spawnSync(process.execPath, [file, ...args], { encoding: 'utf8', input });

// Escape sequences of seven and of eight bits, a bell, a text turned round, half a character, and a line of another kind.
const HOSTILE = '\u001b[2J\u009b31m\u0007\u202etxt\ud800\u2028\u007f\r';
const HARMLESS = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*\n$/u;

test('control characters are written as JSON escapes them, and lines, tabs and our own colours stay', () => {
  expect(visible(HOSTILE)).toBe('\\u001b[2J\\u009b31m\\u0007\\u202etxt\\ud800\\u2028\\u007f\\u000d');
  const drawing = `a\tb\n${colourPaint('x', 0)}${colourPaint('o', 1)}${colourPaint('.', -1)} ä 棋 🎲`;
  expect(visible(drawing)).toBe(drawing);
  const json = JSON.stringify({ text: `${HOSTILE}\u{e0041}\n` });
  expect(JSON.parse(visible(json))).toEqual(JSON.parse(json));
});

const [betsy] = games;
const { name, usualSize } = betsy;
const start = betsy.formatBoard(betsy.start(usualSize));
// A process cannot be given half a character or a zero.
const given = HOSTILE.replace('\ud800', '');

describe('what a stranger typed comes back on one line, to be seen', () => {
  const wrong: [string, string[]][] = [
    ['GAME', [given, '5', 'x', start]],
    ['N', [name, given, 'x', start]],
    ['N', [name, '1000000000', 'x', start]],
    ['N', [name, '08', 'x', start]],
    ['N', [name, '0x8', 'x', start]],
    ['PLAYER', [name, '5', given, start]],
    ['BOARD', [name, '5', 'x', `${given}${start}`]],
    ['BOARD', [name, '5', 'x', `\u009b${start.slice(1)}`]],
    ['BOARD', [name, '5', 'x', 'x'.repeat(100_000)]],
  ];
  const commands = ['moves', 'show', 'check', 'analyze', 'move'];

  test.each(wrong)(
    '%s in every command',
    (argument, args) => {
      for (const command of commands) {
        const { status, stdout, stderr } = run(evalsmith, [command, ...args]);
        expect([status, stdout]).toEqual([2, '']);
        expect(stderr).toMatch(new RegExp(`^evalsmith: ${argument} `));
        expect(stderr).toMatch(HARMLESS);
        expect(stderr.length).toBeLessThan(300);
      }
    },
    60_000,
  );

  test.each(wrong.slice(1))('%s in the player', (argument, [, ...args]) => {
    const { status, stdout, stderr } = run(join(dist, 'player', `${name}.cjs`), [...args, '1']);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(new RegExp(`^${name}: ${argument} `));
    expect(stderr).toMatch(HARMLESS);
  });

  test.each([
    ['an option', ['perft', name, '5', '1', `--${given}`]],
    ['a depth', ['perft', name, '5', given]],
    ['a board for perft', ['perft', name, '5', '1', '--player', 'x', '--board', given]],
    ['a size to play on', ['play', name, '--size', given]],
    ['a player to be', ['play', name, '--as', given]],
    ['a weights file', ['move', name, '5', 'x', start, '--weights', given]],
    ['an oracle', ['move', name, '5', 'x', start, '--oracle', given]],
    ['a command', [given]],
  ])('%s', (_, args) => {
    const { status, stdout, stderr } = run(evalsmith, args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(HARMLESS);
  });

  test('the last line of a 10 MB output', () => {
    const output = `${'x'.repeat(10_000_000)}\n${HOSTILE}${'\u009b'.repeat(1000)}`;
    const { status, stdout } = run(evalsmith, ['check', name, '5', 'x', start], output);
    expect(status).toBe(1);
    expect(stdout).toMatch(HARMLESS);
    expect(stdout.length).toBeLessThan(1000);
  });
});
