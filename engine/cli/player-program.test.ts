import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { games } from '../games/index.ts';
import { legalMoves, winnerOf } from '../position.ts';
import { playRandomly } from '../testing.ts';
import { sealedRandomNetwork } from '../models/network/random-network.ts';
import { answerMove } from '../text/answer.ts';
import { sha256 } from '../node/sha256.ts';
import { namedWeightsFile } from '../node/weights-folder.ts';

const file = (game: string) => fileURLToPath(new URL(`../../dist/player/${game}.cjs`, import.meta.url));
const play = (game: string, args: string[]) =>
  spawnSync(process.execPath, [file(game), ...args], { encoding: 'utf8' });
const lastLine = (output: string) => output.split('\n').at(-2);

const [betsy, raichu] = games;

test('the figure of the assignment ends in the winning move, early, since the win is proved', () => {
  const begin = performance.now();
  const { status, stdout, stderr } = play('betsy', ['3', 'o', '...x..o.ox.oxxxoxo', '30']);
  expect([status, stderr, lastLine(stdout)]).toEqual([0, '', '2 ...x..o.oxooxxxoxo']);
  expect(performance.now() - begin).toBeLessThan(20_000);
});

test("the assignment's own command line with its typo lets the pebble fall, says so, and plays on", () => {
  const { status, stdout, stderr } = play('betsy', ['3', 'o', '...x..o.ox.oxxxo.o', '0.5']);
  expect(status).toBe(0);
  expect(stderr).toBe('betsy: BOARD has floating pebbles; they have fallen to ...x..o.ox.ox.xoxo\n');
  const position = betsy.parseBoard(3, 1, '...x..o.ox.ox.xoxo');
  expect(answerMove(betsy, position, lastLine(stdout)!)).toBeDefined();
});

describe.each(games.map((game) => ({ game, name: game.name })))('the player of $name', ({ game, name }) => {
  const size = game.usualSize;
  const start = game.formatBoard(game.start(size));

  test.each([1, 2])('answers with %i thread(s), and every write ends in an answer line', (threads) => {
    for (const [seed, plies] of [0, 9, 21].entries()) {
      const position = playRandomly(game, size, seed, plies);
      if (winnerOf(position) !== -1) continue;
      const board = game.formatBoard(position);
      const { status, stdout } = play(name, [
        String(size),
        game.players[position.turn],
        board,
        '0.4',
        '--threads',
        String(threads),
      ]);
      expect(status).toBe(0);
      expect(stdout.endsWith('\n')).toBe(true);
      expect(answerMove(game, position, lastLine(stdout)!)).toBeDefined();
      expect(answerMove(game, position, stdout.split('\n')[0])).toBeDefined();
    }
  });

  test('plays with a network for the size of the board, with one thread or two', () => {
    const weights = join(mkdtempSync(join(tmpdir(), 'evalsmith-')), 'network.json');
    writeFileSync(weights, JSON.stringify(sealedRandomNetwork(game, size, 32, sha256)));
    for (const threads of ['1', String(Math.min(2, availableParallelism()))]) {
      const args = [String(size), game.players[0], start, '0.5', '--weights', weights, '--threads', threads];
      const { status, stdout, stderr } = play(name, args);
      expect([status, stderr]).toEqual([0, '']);
      expect(answerMove(game, game.start(size), lastLine(stdout)!)).toBeDefined();
    }
    const other = game.sizes.find((known) => known !== size)!;
    const board = game.formatBoard(game.start(other));
    const refused = play(name, [String(other), game.players[0], board, '0.5', '--weights', weights]);
    expect([refused.status, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain(`it is for size ${size}; expected ${other} or "any"`);
  });

  test('leaves a legal answer as the last line wherever it is killed', async () => {
    const position = game.start(size);
    for (let i = 0; i < 8; i++) {
      const output = await outputUntilKilled(name, [String(size), game.players[0], start, '5'], 41 * i);
      expect(output.endsWith('\n')).toBe(true);
      expect(answerMove(game, position, lastLine(output)!)).toBeDefined();
    }
  });

  test.each<[string, string[], string]>([
    ['no arguments', [], 'expected 4 arguments, N PLAYER BOARD SECONDS, but got 0'],
    ['a wrong size', ['99', game.players[0], start, '1'], 'N is "99"'],
    ['a wrong player', [String(size), 'q', start, '1'], 'PLAYER is "q"'],
    ['a wrong board', [String(size), game.players[0], 'q', '1'], 'BOARD has 1 characters'],
    [
      'no time',
      [String(size), game.players[0], start, '0'],
      'SECONDS is "0"; expected a decimal number above 0',
    ],
    ['a negative time', [String(size), game.players[0], start, '1e3'], 'SECONDS is "1e3"'],
    ['no threads', [String(size), game.players[0], start, '1', '--threads', '0'], '--threads is "0"'],
    [
      'an unknown option',
      [String(size), game.players[0], start, '1', '--fast'],
      '--help tells what is expected',
    ],
    [
      'no such weights',
      [String(size), game.players[0], start, '1', '--weights', 'none.json'],
      'cannot be read',
    ],
  ])('refuses %s in one line', (_, args, reason) => {
    const { status, stderr } = play(name, args);
    expect(status).toBe(2);
    expect(stderr).toContain(reason);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  test('explains itself', () => {
    const { status, stdout } = play(name, ['--help']);
    expect(status).toBe(0);
    expect(stdout).toContain(`Usage: ${name} N PLAYER BOARD SECONDS`);
    expect(stdout).toContain('Example:');
  });
});

test('more threads than cores are brought down to the cores, with a note', () => {
  const cores = availableParallelism();
  const start = betsy.formatBoard(betsy.start(5));
  const { status, stdout, stderr } = play('betsy', ['5', 'x', start, '1', '--threads', '64']);
  expect(status).toBe(0);
  expect(stderr).toBe(
    cores < 64 ? `betsy: --threads is 64, more than the cores; it plays with ${cores}\n` : '',
  );
  expect(answerMove(betsy, betsy.start(5), lastLine(stdout)!)).toBeDefined();
});

test('a decided position is refused with its winner and nothing on stdout', () => {
  expect(play('betsy', ['2', 'o', 'x.x.o.x.o.', '1'])).toMatchObject({
    status: 2,
    stdout: '',
    stderr: 'betsy: the game is already decided: x has won\n',
  });
});

test('refused weights leave nothing on stdout', () => {
  const folder = mkdtempSync(join(tmpdir(), 'evalsmith-'));
  const broken = join(folder, 'broken.json');
  writeFileSync(
    broken,
    readFileSync(namedWeightsFile(raichu, 8, 'baseline:hand'), 'utf8').replace('"tempo": 10', '"tempo": 12'),
  );
  const { status, stdout, stderr } = play('raichu', [
    '8',
    'w',
    raichu.formatBoard(raichu.start(8)),
    '1',
    '--weights',
    broken,
  ]);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain('its sha256 does not match its contents');
});

/** What a player has written when it is killed some milliseconds after its first line. */
function outputUntilKilled(game: string, args: string[], milliseconds: number): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [file(game), ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), milliseconds));
    child.on('close', () => resolve(output));
  });
}

describe('a memory', () => {
  const folder = mkdtempSync(join(tmpdir(), 'evalsmith-player-memory-'));

  /** Plays Betsy 2, which is solved long before the time is up, by calls of the program and a fixed reply; returns what each call said. */
  function calls(count: number, environment: Record<string, string>, ...more: string[]) {
    const position = betsy.start(2);
    return Array.from({ length: count }, () => {
      const args = ['2', betsy.players[position.turn], betsy.formatBoard(position), '30', ...more];
      const said = spawnSync(process.execPath, [file('betsy'), ...args], {
        encoding: 'utf8',
        env: { ...process.env, ...environment },
      });
      position.make(answerMove(betsy, position, lastLine(said.stdout)!)!);
      position.make(legalMoves(position)[0]);
      return said;
    });
  }
  const gamesIn = (memory: string) =>
    (JSON.parse(readFileSync(memory, 'utf8')) as { games: { moves: string[] }[] }).games;

  test('has the game so far after each call, by the option or by the environment', () => {
    const option = join(folder, 'option.json');
    const variable = join(folder, 'variable.json');
    for (const { status, stderr } of calls(2, {}, '--memory', option))
      expect([status, stderr]).toEqual([0, '']);
    calls(2, { EVALSMITH_MEMORY: variable });
    // Drops cannot be taken back, so the game is remembered from the last of them on.
    for (const memory of [option, variable]) expect(gamesIn(memory)).toHaveLength(1);
    expect(gamesIn(option)).toEqual(gamesIn(variable));
    expect(readdirSync(folder)).toEqual(['option.json', 'variable.json']);
  });

  test.each([
    [
      'that is damaged',
      () => writeFileSync(join(folder, 'bad.json'), '{"format":"evalsmith-memory-1"'),
      'bad.json',
    ],
    ['that is a folder', () => mkdirSync(join(folder, 'place')), 'place'],
    ['of something else', () => writeFileSync(join(folder, 'other.json'), '{}'), 'other.json'],
  ])('%s is not used, is said to be so, and costs no answer', (_, make, name) => {
    make();
    const [{ status, stdout, stderr }] = calls(1, {}, '--memory', join(folder, name));
    expect(status).toBe(0);
    expect(stderr).toContain('is not used: ');
    expect(stderr.split('\n')).toHaveLength(2);
    expect(answerMove(betsy, betsy.start(2), lastLine(stdout)!)).toBeDefined();
  });

  test('in a folder that is not there is not written, and costs no answer', () => {
    const [{ status, stdout, stderr }] = calls(1, {}, '--memory', join(folder, 'none', 'memory.json'));
    expect([status, stderr]).toEqual([0, '']);
    expect(answerMove(betsy, betsy.start(2), lastLine(stdout)!)).toBeDefined();
  });
});
