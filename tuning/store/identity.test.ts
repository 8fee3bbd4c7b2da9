import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fitKinds } from '../fit/kinds.ts';
import { type CodeKind, codeVersion, decidingCode, packageFolder } from './identity.ts';

// A package of its own: the built code, which is changed and changed back, and the packages that it reaches.
const root = packageFolder();
const copy = mkdtempSync(join(tmpdir(), 'evalsmith-identity-'));
for (const part of ['package.json', 'dist/engine', 'dist/tuning'])
  cpSync(join(root, part), join(copy, part), { recursive: true });
for (const name of ['@tensorflow', 'csv-stringify', 'zod']) {
  mkdirSync(join(copy, 'node_modules'), { recursive: true });
  symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));
}
cpSync(join(root, 'node_modules/seedrandom'), join(copy, 'node_modules/seedrandom'), { recursive: true });
afterAll(() => rmSync(copy, { recursive: true }));

const THINGS: [CodeKind, string][] = [
  ['games', 'betsy'],
  ['games', 'conga'],
  ['derived', 'betsy'],
  ['fit linear', 'betsy'],
  ['fit linear', 'conga'],
  ['fit network', 'betsy'],
  ['oracle', 'betsy'],
  ['oracle', 'conga'],
  ['truth', 'conga'],
  ['relabel', 'conga'],
  ['grade', 'conga'],
  ['engine', 'betsy'],
  ['fleet', ''],
];
const versions = () => THINGS.map(([kind, game]) => decidingCode(kind, game, copy).version);
const before = versions();

/** The things whose version is another once a file is changed. */
function changedBy(path: string, change: (text: string) => string): string[] {
  const file = join(copy, path);
  const text = readFileSync(file, 'utf8');
  const changed = change(text);
  expect(changed).not.toBe(text);
  writeFileSync(file, changed);
  try {
    const after = versions();
    return THINGS.filter((_, i) => after[i] !== before[i]).map((thing) => thing.join(' ').trim());
  } finally {
    writeFileSync(file, text);
  }
}

const withCode = (text: string) => `${text}globalThis.changed = true;\n`;

test('the same code elsewhere has the same versions, and each kind and game its own', () => {
  expect(THINGS.map(([kind, game]) => codeVersion(kind, game))).toEqual(before);
  expect(new Set(before).size).toBe(THINGS.length);
  for (const version of before) expect(version).toMatch(/^[0-9a-f]{12}$/);
});

test.each<[string, string, (text: string) => string]>([
  ['a comment', 'dist/tuning/play/referee.js', (text) => `/*! A thought. */\n${text}// Another.\n`],
  ['layout', 'dist/engine/search.js', (text) => text.replaceAll(';\n', ' ;\n\n\n')],
  ['what nobody uses of a module', 'dist/engine/game.js', (text) => `${text}export const unused = 1;\n`],
  ['a help text', 'dist/tuning/fit/fit-form.js', (text) => text.replace('must not exist', 'is not there')],
  ['the settings of a fit', 'dist/tuning/fit/linear/linear-settings.js', withCode],
  ['a page', 'dist/tuning/report/match-page.js', withCode],
  ['progress', 'dist/tuning/process/progress.js', withCode],
  ["the package's version", 'package.json', (text) => text.replace(/"version": ".*"/, '"version": "9.0.0"')],
])('a change of %s leaves every version', (_, path, change) => {
  expect(changedBy(path, change)).toEqual([]);
});

const FITS = ['fit linear betsy', 'fit linear conga', 'fit network betsy'];
const GAMES = ['games betsy', 'games conga'];

test.each<[string, string, (text: string) => string, string[]]>([
  [
    'the rules of Raichu, a game of none of them,',
    'dist/engine/games/raichu/position.js',
    withCode,
    ['fleet'],
  ],
  ['the list of games', 'dist/engine/games/index.js', withCode, ['fleet']],
  [
    'the rules of Betsy',
    'dist/engine/games/betsy/position.js',
    withCode,
    [
      'games betsy',
      'derived betsy',
      'fit linear betsy',
      'fit network betsy',
      'oracle betsy',
      'engine betsy',
      'fleet',
    ],
  ],
  [
    'the referee',
    'dist/tuning/play/referee.js',
    (text) => text.replace('>= adjudicate.plies', '> adjudicate.plies').replace('agreed = 0', 'agreed = 1'),
    [...GAMES, 'fleet'],
  ],
  ['how games end', 'dist/engine/ending.js', withCode, [...GAMES, 'fleet']],
  ['openings', 'dist/tuning/play/openings.js', (text) => text.replace('300', '301'), GAMES],
  ['the search', 'dist/engine/search.js', withCode, [...GAMES, 'grade conga', 'engine betsy', 'fleet']],
  [
    'the columns',
    'dist/tuning/dataset/rows.js',
    (text) => text.replace("'nodes',", "'visited',"),
    [...GAMES, 'derived betsy', ...FITS, 'truth conga', 'relabel conga', 'fleet'],
  ],
  ['the reading of columns', 'dist/tuning/dataset/columns.js', withCode, FITS],
  ['a dataset tool', 'dist/tuning/dataset/transformations.js', withCode, ['derived betsy', 'relabel conga']],
  ['the linear solution', 'dist/tuning/fit/linear/logistic.js', withCode, FITS],
  ['the rounding of weights', 'dist/tuning/fit/linear/rounding.js', withCode, FITS.slice(0, 2)],
  ['training', 'dist/tuning/fit/network/training.js', withCode, ['fit network betsy']],
  ['the compiled layer', 'dist/tuning/fit/backend/network-kernel-code.js', withCode, ['fit network betsy']],
  [
    'the compiled network',
    'dist/engine/models/network/network-sums-code.js',
    withCode,
    [...GAMES, ...FITS, 'grade conga', 'engine betsy', 'fleet'],
  ],
  ['the compiled sums', 'dist/tuning/fit/backend/weighted-sums-code.js', withCode, FITS],
  [
    "a game's numbering",
    'dist/engine/games/conga/numbering.js',
    withCode,
    ['oracle conga', 'truth conga', 'relabel conga', 'grade conga', 'fleet'],
  ],
  ['what a queue carries', 'dist/tuning/play/fleet/messages.js', withCode, ['fleet']],
  [
    'the version of a package',
    'node_modules/seedrandom/package.json',
    (text) => text.replace('"3.0.5"', '"3.0.6"'),
    [...GAMES, 'derived betsy', 'fit network betsy', 'truth conga', 'relabel conga', 'fleet'],
  ],
])('a change of %s changes what it decides', (_, path, change, expected) => {
  expect(changedBy(path, change)).toEqual(
    THINGS.map((thing) => thing.join(' ').trim()).filter((thing) => expected.includes(thing)),
  );
});

test.each(fitKinds.map(({ name }) => name))(
  'the version of a %s fit has how it reads and how it fits',
  (kind) => {
    const { modules } = decidingCode(`fit ${kind}`, 'betsy', copy);
    const own = readdirSync(join(root, 'tuning', 'fit', kind)).filter((file) => file.endsWith('.ts'));
    // A loss is for the fits of other kinds.
    const isOfPeople = new RegExp(`^${kind}-(kind|loss|page|settings|result)\\.ts$|^planted-|\\.test\\.ts$`);
    const deciding = own.filter((file) => !isOfPeople.test(file)).map((file) => file.replace(/ts$/, 'js'));
    expect(modules).toEqual(expect.arrayContaining(deciding.map((file) => `tuning/fit/${kind}/${file}`)));
  },
);

test('the version of shards in numbers has how they are read, and features and inputs of their game alone', () => {
  const { modules } = decidingCode('columns', 'betsy', copy);
  const own = ['features', 'inputs', 'notation', 'position'].map((name) => `engine/games/betsy/${name}.js`);
  const reading = ['shard-columns', 'samples', 'rows'].map((name) => `tuning/dataset/${name}.js`);
  expect(modules).toEqual(expect.arrayContaining([...own, ...reading]));
  expect(modules.filter((name) => /tuning\/fit|engine\/(search|games\/(conga|raichu))/.test(name))).toEqual(
    [],
  );
});

test('no version of games or fits reaches a page, a command, a terminal text or the list of games', () => {
  for (const [kind, game] of THINGS.slice(0, -1)) {
    const { modules } = decidingCode(kind, game, copy);
    const others = modules.filter(
      (path) =>
        /^engine\/(cli|node\/terminal|games\/index)|^tuning\/(cli|page|report|settings|site)\/|progress|text-table/.test(
          path,
        ) ||
        (path.startsWith('engine/games/') && !path.startsWith(`engine/games/${game}/`)),
    );
    expect(others).toEqual([]);
    expect(modules).toContain(`engine/games/${game}/game.js`);
  }
});
