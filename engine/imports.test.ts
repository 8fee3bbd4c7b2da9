import { readdirSync, readFileSync } from 'node:fs';
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

const sources = ['engine', 'tuning']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
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
        ['engine/games/index.ts', 'engine/search.ts', 'engine/player.ts'].includes(target)),
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
    'relative imports name their .ts file',
    ({ target }) => /^(engine|tuning)\//.test(target) && !target.endsWith('.ts'),
  ],
])('%s', (_, breaks) => {
  expect(imports.filter(breaks)).toEqual([]);
});

test('the imports are really read', () => {
  expect(imports).toContainEqual({ file: 'engine/cli/moves-command.ts', target: 'commander' });
  expect(imports).toContainEqual({ file: 'engine/games/index.ts', target: 'engine/games/conga/game.ts' });
});
