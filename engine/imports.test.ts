import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// Who may import whom. Paths are from the root of the project.
const root = fileURLToPath(new URL('..', import.meta.url));

interface Import {
  file: string;
  target: string;
}

function importsOf(file: string): Import[] {
  const source = readFileSync(join(root, file), 'utf8');
  const targets = source.matchAll(
    /(?:^(?:import|export)\b[^;(]*?from\s*|^import\s*|\bimport\()['"]([^'"]+)['"]/gm,
  );
  return Array.from(targets, ([, target]) => ({
    file,
    target: target.startsWith('.') ? relative(root, join(root, dirname(file), target)) : target,
  }));
}

// Games from outside: a folder that users get a copy of, and broken ones.
const OUTSIDE = /^tuning\/game-check\/(template|fixtures)\//;

const sources = ['engine', 'tuning']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !OUTSIDE.test(file));
const imports = sources.flatMap(importsOf);

const inEngine = (path: string) => path.startsWith('engine/');
const inCli = (path: string) => /^engine\/(cli|node)\//.test(path);
const inGame = (path: string) => /^engine\/games\/\w+\//.test(path);
const gameOf = (path: string) => path.split('/')[2];

test.each<[string, (edge: Import) => boolean]>([
  [
    'the engine outside engine/node and engine/cli imports nothing but the engine, not even node:',
    ({ file, target }) => inEngine(file) && !inCli(file) && (!inEngine(target) || inCli(target)),
  ],
  ['the engine never imports tuning', ({ file, target }) => inEngine(file) && target.startsWith('tuning/')],
  [
    'a game imports no other game, no list of games and no search',
    ({ file, target }) =>
      inGame(file) &&
      ((inGame(target) && gameOf(target) !== gameOf(file)) ||
        ['engine/games/index.ts', 'engine/search.ts', 'engine/tree.ts', 'engine/player.ts'].includes(target)),
  ],
  [
    'only games/index.ts names games, apart from the games themselves and the command line',
    ({ file, target }) =>
      inEngine(file) && !inGame(file) && !inCli(file) && inGame(target) && file !== 'engine/games/index.ts',
  ],
  [
    'TensorFlow.js is imported under tuning/fit alone',
    ({ file, target }) => target.startsWith('@tensorflow/') && !file.startsWith('tuning/fit/'),
  ],
  [
    'relative imports name their .ts file, but for a module that the build writes',
    ({ target }) =>
      /^(engine|tuning)\//.test(target) &&
      !target.endsWith('.ts') &&
      !existsSync(join(root, target.replace(/\.js$/, '.d.ts'))),
  ],
])('%s', (_, breaks) => {
  expect(imports.filter(breaks)).toEqual([]);
});

// Lowest first: a room imports itself, what is above it in this list, and the rooms that it is part of or that are part of it.
const ROOMS = [
  'engine',
  'engine/models',
  'engine/contract',
  'engine/games',
  'engine/text',
  'engine/node',
  'engine/cli',
  'tuning/process',
  'tuning/statistics',
  'tuning/settings',
  'tuning/store',
  'tuning/game-check',
  'tuning/page',
  'tuning/parquet',
  'tuning/dataset',
  'tuning/tables',
  'tuning/play',
  'tuning/fit',
  'tuning/prove',
  'tuning/oracle',
  'tuning/puzzles',
  'tuning/artefacts',
  'tuning/sweep',
  'tuning/ship',
  'tuning/remake',
  'tuning/report',
  'tuning/compare',
  'tuning/blunders',
  'tuning/site',
  'tuning/nightly',
  'tuning/live',
  'tuning/notebooks',
  'tuning/doctor',
  'tuning/cli',
  'tuning/library',
  'tuning/testing',
  'tuning/torture',
  'tuning/benchmarks',
  'tuning/screencasts',
];

/** The innermost room that a file is in; the entry of a library stands above all. */
function roomOf(file: string): number {
  if (file === 'tuning/index.ts') return ROOMS.length;
  const inside = ROOMS.filter((room) => file.startsWith(`${room}/`));
  return ROOMS.indexOf(inside.toSorted((a, b) => b.length - a.length)[0]);
}

const isPart = (one: string, other: string) => one.startsWith(`${other}/`) || other.startsWith(`${one}/`);

// Where a game may stand by its name: the list of games, what is made for one game alone, programs that measure and torture, and help.
const NAMES_GAMES =
  /^(engine\/games\/|engine\/cli\/benchmarks\/|tuning\/(benchmarks|screencasts|testing|torture)\/|tuning\/oracle\/\w+\/|tuning\/oracle\/(solvers|audits|oracle-forms)\.ts|tuning\/nightly\/quickstart\.ts)/;

test('only lists of games and examples name a game', () => {
  const named = sources
    .filter((file) => !NAMES_GAMES.test(file))
    .flatMap((file) => {
      const lines = readFileSync(join(root, file), 'utf8').split('\n');
      // Lists of examples, and sentences and comments that give one.
      const isHelp = (i: number) =>
        /examples: \[[^\]]*$/.test(lines.slice(Math.max(0, i - 9), i + 1).join('\n')) ||
        /example|description:/i.test(lines.slice(Math.max(0, i - 2), i + 1).join());
      return lines.flatMap((line, i) =>
        /betsy|raichu|conga/i.test(line) && !isHelp(i) ? [`${file}:${i + 1}: ${line.trim()}`] : [],
      );
    });
  expect(named).toEqual([]);
});

test('a room imports only rooms below it', () => {
  const inside = imports.filter(({ target }) => /^(engine|tuning)\//.test(target));
  expect(sources.filter((file) => roomOf(file) === -1)).toEqual([]);
  const upwards = inside.filter(({ file, target }) => {
    const [from, to] = [roomOf(file), roomOf(target)];
    return from < to && !(from < ROOMS.length && to < ROOMS.length && isPart(ROOMS[from], ROOMS[to]));
  });
  expect(upwards).toEqual([]);
});

test('no file imports itself by way of others', () => {
  const targets = new Map(sources.map((file) => [file, new Set<string>()]));
  for (const { file, target } of imports) if (targets.has(target)) targets.get(file)!.add(target);
  // What imports nothing that is left can be in no circle.
  for (let size = -1; size !== targets.size;) {
    size = targets.size;
    for (const [file, left] of targets)
      if ([...left].every((target) => !targets.has(target))) targets.delete(file);
  }
  expect([...targets.keys()]).toEqual([]);
});

test('no two files outside the games have one name', () => {
  const names = sources.filter((file) => !inGame(file)).map((file) => file.split('/').at(-1)!);
  const twice = names.filter(
    (name, i) => names.indexOf(name) !== i && name !== 'index.ts' && name !== 'main.ts',
  );
  expect(twice).toEqual([]);
});

test('the imports are really read', () => {
  expect(imports).toContainEqual({ file: 'engine/cli/moves-command.ts', target: 'commander' });
  expect(imports).toContainEqual({ file: 'engine/games/index.ts', target: 'engine/games/conga/index.ts' });
});
