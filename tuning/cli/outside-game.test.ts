import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageFolder } from '../store/identity.ts';
import { readResult } from '../store/run-folder.ts';
import { evalsmith } from '../testing/run-command.ts';

// A game that `game new` wrote goes through every command, in a folder that is not this project.

const here = process.cwd();
let room = '';

beforeAll(async () => {
  room = mkdtempSync(join(tmpdir(), 'evalsmith-outside-game-'));
  process.chdir(room);
  await evalsmith(['game', 'new', 'tictactoe']);
});
afterAll(() => {
  process.chdir(here);
  rmSync(room, { recursive: true });
});

/** Runs a command that must succeed and returns what it prints. */
async function done(command: string): Promise<string> {
  const { code, out, notes } = await evalsmith(command.split(' '));
  expect([command, code, code === 0 ? [] : notes]).toEqual([command, 0, []]);
  return out.join('\n');
}

test('its positions can be moved in, shown and counted', async () => {
  expect(await done('move ./tictactoe 3 x xx.oo.... --depth 2')).toMatch(/1\.3 xxxoo\.\.\.\.$/);
  expect(await done('analyze tictactoe 3 x xx.oo.... --depth 3')).toContain('lines lacking 1');
  expect(await done('moves tictactoe 3 x xx.oo....')).toContain('1.3 xxxoo.... x');
  expect(await done('show tictactoe 3 o x........')).toContain('o to move');
  expect(await done('perft tictactoe 3 5')).toContain(' 15120 ');
});

// Many commands each.
const PATIENCE = 300_000;

test(
  'it is played and fitted',
  async () => {
    await done('selfplay ./tictactoe --size 4 --games 80 --nodes 20 --seed 3 --out games --workers 1');
    expect(await done('dataset verify games')).toContain('good: 80 games');
    for (const command of ['dedupe games --out deduped', 'split games --out parts --held-out 0.3'])
      await done(`dataset ${command}`);
    await done('fit linear games --keep-decided --out linear');
    await done('fit network games --keep-decided --hidden 8 --epochs 2 --out network');
    expect(await done('weights show linear/weights.json')).toContain('linear weights for tictactoe');
    expect(await done('weights diff linear/weights.json baseline:zero')).toContain('lines lacking 1');
  },
  PATIENCE,
);

test(
  'its weights are proved, made again and swept',
  async () => {
    await done('match linear/weights.json random --game tictactoe --size 4 --games 4 --nodes 20 --out match');
    await done('blunders match --nodes 100 --positions 10 --out blunders');
    expect(readFileSync('blunders/blunders.json', 'utf8')).toContain('"against": "baseline:zero"');
    await done('ladder baseline:zero random --game tictactoe --size 4 --games 4 --nodes 20 --out ladder');
    writeFileSync(
      'sweep.json',
      '{"datasets": ["games"], "settings": {"keepDecided": true}, "grid": {"ridge": [1, 10]}}',
    );
    await done('sweep sweep.json --out sweep');
    expect(await done('remake linear/weights.json --out remade')).toContain('the same, byte for byte');
  },
  PATIENCE,
);

test(
  'weights of any size are tried on the sizes beside, in as many games as there are openings',
  async () => {
    const few = '--nodes 10 --sprt 0,400 --games 400 --clock-games 0 --other-games 60 --workers 1';
    await done(`gate linear/weights.json --game tictactoe --size 4 ${few} --out gate`);
    const { stages } = readResult('gate', 'gate');
    expect(stages.map(({ name }) => name)).toEqual(['by nodes', 'on size 5', 'on size 3']);
    const [, larger, smaller] = stages.map(({ result }) => result.games);
    expect(larger).toBe(60);
    expect(smaller).toBeLessThan(60);
    expect(readdirSync('weights')).toEqual(['tictactoe.json']);
    rmSync('weights', { recursive: true });
  },
  PATIENCE,
);

test.each(['selfplay tictactoe', 'match baseline:zero random --game tictactoe'])(
  '%s leaves nothing behind where there are too few openings',
  async (command) => {
    const { code, notes } = await evalsmith(
      `${command} --size 3 --nodes 5 --games 1000 --workers 1 --out none`.split(' '),
    );
    expect([code, notes]).toEqual([2, [expect.stringContaining('different openings within')]]);
    expect(existsSync('none')).toBe(false);
  },
);

test(
  'its players are shipped, and its runs shown',
  async () => {
    await done('ship linear/weights.json network/weights.json --out player');
    const { gameSha256 } = JSON.parse(readFileSync('player/manifest.json', 'utf8')) as { gameSha256: string };
    for (const file of ['games/manifest.json', 'linear/weights.json'])
      expect(readFileSync(file, 'utf8')).toContain(`"gameSha256": "${gameSha256}"`);
    const { stdout } = spawnSync(process.execPath, ['player/tictactoe.cjs', '3', 'x', 'xx.oo....', '1'], {
      encoding: 'utf8',
    });
    expect(stdout.trimEnd()).toMatch(/1\.3 xxxoo\.\.\.\.$/);
    // Nothing comes with it that it does not play by: not the other games.
    expect(readFileSync('player/tictactoe.cjs', 'utf8')).not.toMatch(/raichu|contract/i);
    await done('report games linear network match ladder');
    await done('site linear match --out site');
    expect(readFileSync('site/play.html', 'utf8')).toContain('Tictactoe');
    expect(readFileSync('site/games.js', 'utf8')).toContain('lines lacking 1');
  },
  PATIENCE,
);

test('a dataset of positions is made in a process that has heard of no game yet', () => {
  const main = join(packageFolder(), 'dist', 'tuning', 'cli', 'main.js');
  const run = spawnSync(process.execPath, [
    main,
    'dataset',
    'sample',
    'games',
    '--positions',
    '20',
    '--out',
    'few',
  ]);
  expect([String(run.stderr), run.status]).toEqual(['', 0]);
  expect(readFileSync('few/manifest.json', 'utf8')).toContain('"gameSha256"');
});

test(
  'where nobody says what the game is, files of it are refused in one line, and no code is loaded',
  () => {
    mkdirSync('elsewhere');
    const main = join(packageFolder(), 'dist', 'tuning', 'cli', 'main.js');
    const run = (words: string) =>
      spawnSync(process.execPath, [main, ...words.split(' ')], { cwd: 'elsewhere', encoding: 'utf8' });
    const looked = 'one that evalsmith.json lists or that is installed, or --game with its module';
    for (const [words, what] of [
      ['fit linear ../games --out fit', 'the dataset is of "tictactoe"'],
      ['dataset sample ../games --positions 9 --out few', 'a file is of "tictactoe"'],
      ['report ../match', 'the run is of "tictactoe"'],
      ['weights show ../linear/weights.json', 'it is for the game "tictactoe"'],
      ['ship ../linear/weights.json --out player', 'it is for the game "tictactoe"'],
    ]) {
      const { status, stderr } = run(words);
      expect(stderr).toMatch(/^evalsmith: [^\n]*\n$/);
      expect(stderr).toContain(`${what}; expected one of betsy, raichu, conga, ${looked}`);
      expect(status).toBe(2);
    }
    const { status, stderr } = run('ship ../linear/weights.json --game ../tictactoe --out player');
    expect([stderr.includes('evalsmith:'), status]).toEqual([false, 0]);
    expect(existsSync('elsewhere/player/tictactoe.cjs')).toBe(true);
  },
  PATIENCE,
);
