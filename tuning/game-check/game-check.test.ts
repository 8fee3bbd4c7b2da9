import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { evalsmith } from '../testing/run-command.ts';

const fixtures = join(import.meta.dirname, 'fixtures');

// What the check of each says first that is wrong, with the smallest position.
const BROKEN = {
  allocating:
    /^broken: generate, make and unmake allocate nothing: make and unmake allocate \d+ bytes a move/,
  forgetful:
    /^broken: unmaking a move restores the position: after 1\.1 is made and unmade the board is x\.{8}, not \.{9} \(forgetful 3 x \.{9}\)$/,
  'turnless-key':
    /^broken: the key tells who is to move: its key is that of the same board with o to move \(turnless-key 3 x \.{9}\)$/,
  'generating-twice':
    /^broken: no move is generated twice: \d\.\d is generated twice \(generating-twice 3 [xo] /,
  'one-sided-feature':
    /^broken: features are the same once colours and turn are exchanged: the feature "centre" is 1, and -1 with colours and turn exchanged \(one-sided-feature 3 o \.{4}x\.{4}, after 2\.2\)$/,
  'throwing-late':
    /^broken: a game can be played from its start to its end without an error: at \d\.\d it throws RangeError: ply 3 /,
  'two-moves-alike':
    /^broken: no two moves of a position print alike: two moves print as 1 \(two-moves-alike 3 x \.{9}\)$/,
  'false-symmetry': /^broken: symmetric boards have the same moves and outcome: /,
  'moves-after-the-end':
    /^broken: a decided position has no moves, and its outcome is a side or a draw: it is a win of x, and generate gives 4 moves /,
  'careless-reader':
    /^broken: placeBoard sets up what parseBoard reads: parseBoard reads \.{8}, and placeBoard refuses it/,
  endless:
    /^broken: of random games on the smallest board some end by the rules of the game: none of 20 random games ended but by repetition, quiet plies or the cap of 500 plies/,
};

// Those that are not even loaded.
const REFUSED = {
  'no-game': 'its wonBy is undefined; expected a word',
  'no-default': 'its default export is no Game',
  throwing: 'it throws Error: the table of openings is missing',
};

test('every broken game that is kept is checked here', () => {
  const kept = readdirSync(fixtures).filter((file) => file !== 'tic-tac-toe.ts');
  expect(kept.sort()).toEqual(
    Object.keys({ ...BROKEN, ...REFUSED })
      .map((name) => `${name}.ts`)
      .sort(),
  );
});

test.each(Object.entries(BROKEN))('a game that is %s is told of in one line', async (name, line) => {
  const { code, out } = await evalsmith(['game', 'check', join(fixtures, `${name}.ts`)]);
  expect(out.find((each) => each.startsWith('broken'))).toMatch(line);
  expect(out.at(-1)).toMatch(/rules kept, [1-9]\d* broken/);
  expect(code).toBe(1);
});

test.each(Object.entries(REFUSED))('a module of %s is refused in one line', async (name, what) => {
  const { code, out, notes } = await evalsmith(['game', 'check', join(fixtures, `${name}.ts`)]);
  expect(notes).toHaveLength(1);
  expect(notes[0]).toContain(`cannot be loaded: ${what}`);
  expect(out).toEqual([]);
  expect(code).toBe(2);
});

// Many positions each, on machines that may be busy.
const PATIENCE = 300_000;

const here = process.cwd();
let room = '';
beforeAll(() => {
  room = mkdtempSync(join(tmpdir(), 'evalsmith-game-'));
  process.chdir(room);
});
afterAll(() => {
  process.chdir(here);
  rmSync(room, { recursive: true });
});

test(
  'a new game keeps the contract at once, and evalsmith.json lists it beside what was there',
  async () => {
    writeFileSync('evalsmith.json', '{"games": {"other": "./other"}, "note": "kept"}');
    expect(await evalsmith(['game', 'new', 'noughts'])).toMatchObject({
      code: 0,
      notes: ['check it with: evalsmith game check ./noughts'],
    });
    expect(JSON.parse(readFileSync('evalsmith.json', 'utf8'))).toEqual({
      note: 'kept',
      games: { other: './other', noughts: './noughts' },
    });
    for (const file of readdirSync('noughts'))
      expect(readFileSync(join('noughts', file), 'utf8')).not.toContain('in-a-row');
    const { code, out } = await evalsmith(['game', 'check', './noughts']);
    expect(out.at(-1)).toBe('noughts: 31 rules kept, 0 broken');
    expect(
      out.filter((line) => line.includes('million nodes a second')).map((line) => line.split(' ')[0]),
    ).toEqual(['noughts', 'betsy', 'raichu', 'conga']);
    expect(code).toBe(0);
  },
  PATIENCE,
);

test('a check can be read by programs, and keep to one size', async () => {
  const { out } = await evalsmith(['game', 'check', 'noughts', '--size', '3', '--json']);
  const { game, rules, speeds } = JSON.parse(out.join('')) as Record<
    string,
    { verdict: string; size: number }[]
  >;
  expect(game).toBe('noughts');
  expect(rules.map(({ verdict }) => verdict)).toEqual(Array(31).fill('kept'));
  expect(speeds[0].size).toBe(3);
});

test.each([
  ['Noughts', 'NAME is "Noughts"; expected small letters, digits and hyphens, a letter first'],
  ['evalsmith-game-noughts', 'expected the name alone, as the package will be called evalsmith-game-NAME'],
  ['../up', 'NAME is "../up"; expected'],
  ['betsy', 'NAME is betsy, a game that comes with evalsmith; expected a name of its own'],
  ['other', 'evalsmith.json lists a game called other already: ./other; expected another name'],
])('a new game cannot be called %s', async (name, what) => {
  const before = readFileSync('evalsmith.json', 'utf8');
  const { code, notes } = await evalsmith(['game', 'new', name]);
  expect(notes).toEqual([expect.stringContaining(what)]);
  expect(code).toBe(2);
  expect(readFileSync('evalsmith.json', 'utf8')).toBe(before);
  expect(existsSync(name.split('/').at(-1)!)).toBe(false);
});

test(
  'the tests that a new game comes with pass in a folder of its own, and find what is spoilt',
  async () => {
    const { spawnSync } = await import('node:child_process');
    const root = join(import.meta.dirname, '..', '..');
    symlinkSync(join(root, 'node_modules'), 'node_modules');
    const config = `export default { test: { alias: { 'evalsmith/engine': ${JSON.stringify(join(root, 'engine', 'index.ts'))} } } };`;
    writeFileSync(join('noughts', 'vitest.config.js'), config);
    const run = () =>
      spawnSync(process.execPath, [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run'], {
        cwd: join(room, 'noughts'),
        encoding: 'utf8',
        env: { ...process.env, NO_COLOR: '1' },
      });
    const good = run();
    expect(good.stdout).toContain('33 passed');
    expect(good.status).toBe(0);
    const file = join('noughts', 'features.ts');
    writeFileSync(file, readFileSync(file, 'utf8').replace('2 - position.turn', '1'));
    const spoilt = run();
    expect(spoilt.stdout).toContain('features are the same once colours and turn are exchanged');
    expect(spoilt.status).toBe(1);
  },
  PATIENCE,
);
