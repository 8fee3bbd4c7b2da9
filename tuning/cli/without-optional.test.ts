import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeVersion, packageFolder } from '../store/identity.ts';

// This package as `npm install --omit=optional` leaves it: of the packages that it needs only those that are not optional.
const room = mkdtempSync(join(tmpdir(), 'evalsmith-without-optional-'));
const installed = join(room, 'node_modules', 'evalsmith');
const at = (name: string) => join(room, name);
afterAll(() => rmSync(room, { recursive: true, force: true }));

beforeAll(() => {
  const whole = packageFolder();
  for (const name of [
    'package.json',
    'dist',
    'engine/weights',
    'engine/parameters',
    'tuning/game-check/template',
  ])
    cpSync(join(whole, name), join(installed, name), { recursive: true });
  interface Locked {
    dev?: boolean;
    optional?: boolean;
    devOptional?: boolean;
  }
  const lock = JSON.parse(readFileSync(join(whole, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  for (const [path, { dev, optional, devOptional }] of Object.entries(lock.packages)) {
    if (path === '' || (dev ?? optional ?? devOptional) || path.lastIndexOf('node_modules/') !== 0) continue;
    mkdirSync(dirname(join(room, path)), { recursive: true });
    if (existsSync(join(whole, path))) symlinkSync(join(whole, path), join(room, path));
  }
});

const evalsmith = (...args: string[]) => {
  const program = join(installed, 'dist', 'tuning', 'cli', 'main.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: room,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

describe('an install without optional packages', () => {
  test('plays, records games and proves, under the code versions of a whole one', () => {
    expect(evalsmith('move', 'betsy', '3', 'x', '.'.repeat(18), '--nodes', '50')).toMatchObject({
      status: 0,
    });
    const player = join(installed, 'dist', 'player', 'conga.cjs');
    const answer = spawnSync(process.execPath, [player, '4', 'a', 'j..............J', '0.1'], {
      encoding: 'utf8',
    });
    expect(answer).toMatchObject({ status: 0, stderr: '' });
    const games = ['--size', '3', '--games', '4', '--nodes', '20'];
    expect(evalsmith('selfplay', 'betsy', ...games, '--out', 'games')).toMatchObject({ status: 0 });
    const { codeVersion: version } = JSON.parse(readFileSync(at('games/manifest.json'), 'utf8')) as {
      codeVersion: string;
    };
    expect(version).toContain(codeVersion('games', 'betsy'));
    expect(evalsmith('dataset', 'verify', 'games')).toMatchObject({ status: 0 });
    const match = ['baseline:hand', 'baseline:lines', '--game', 'betsy', ...games, '--out', 'proof'];
    expect(evalsmith('match', ...match)).toMatchObject({ status: 0 });
  });

  test.each([
    [['fit', 'linear', 'games', '--out', 'fit'], 'fits need esbuild'],
    [['ship', 'betsy', '--out', 'player'], 'shipped players need esbuild'],
    [['game', 'check', './tictactoe'], 'games from outside need esbuild'],
  ])('says of %j in one line what is missing', (words, need) => {
    if (words[0] === 'game') expect(evalsmith('game', 'new', 'tictactoe')).toMatchObject({ status: 0 });
    const { status, stderr } = evalsmith(...words);
    expect(status).toBe(2);
    expect(stderr).toMatch(
      new RegExp(`${need}, which is not installed; npm install without --omit=optional gets it\\n$`),
    );
    expect(stderr).not.toMatch(/^ +at /m);
  });
});
