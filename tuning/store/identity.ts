import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { builtIn } from '../../engine/games/index.ts';
import { isInstalled, loadEsbuild } from '../../engine/node/optional-package.ts';
import { outsideGame } from '../../engine/node/outside-games.ts';
import { neededGame } from './needed-game.ts';

/** The folder of this package. */
export function packageFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

const GAME = 'engine/games/NAME/game';
const NUMBERING = 'engine/games/NAME/numbering?';

/**
 * Where the code begins that decides what a thing of each kind holds: built modules, with NAME for the game's, those with
 * a question mark where the game has such a one. What they import is found, not listed. A game from outside has none here:
 * its own hash is in the version.
 */
const ENTRY_POINTS = {
  /** Games that were played: a number and settings to rows. */
  games: [
    'tuning/play/referee',
    'tuning/play/heuristic-seat',
    'tuning/play/random-seat',
    'tuning/play/program-seat',
    'tuning/play/build-seat',
    'tuning/play/openings',
    'tuning/dataset/rows',
    GAME,
  ],
  /** Datasets made from others. */
  derived: ['tuning/dataset/transformations', GAME],
  /** Shards in numbers. */
  columns: ['tuning/dataset/shard-columns', GAME],
  /** Fits of the kind MODEL: rows and settings to numbers. */
  fit: [
    'tuning/fit/MODEL/fit-MODEL',
    'tuning/fit/MODEL/MODEL-data?',
    'tuning/fit/data/fit-data',
    'tuning/fit/backend/backend',
    GAME,
  ],
  /** Solved boards, positions with their true values, and grades by them. */
  oracle: [
    'tuning/oracle/retrograde',
    NUMBERING,
    'tuning/oracle/NAME/NAME-solution?',
    'tuning/oracle/NAME/NAME-worker?',
    GAME,
  ],
  truth: ['tuning/oracle/truth-dataset', NUMBERING, GAME],
  relabel: ['tuning/oracle/relabelled', NUMBERING, GAME],
  /** Games that are scored anew. */
  rescore: ['tuning/play/new-scores', GAME],
  grade: ['tuning/oracle/grade', NUMBERING, GAME],
  /** A player: heuristic, search and rules. */
  engine: ['engine/player', 'engine/table', 'engine/weights', GAME],
  /** What coordinator and workers must have in common, whatever the game. */
  fleet: [
    'tuning/play/game-thread',
    'tuning/play/fleet/messages',
    'tuning/play/fleet/run-store',
    'tuning/play/fleet/redis-keys',
  ],
} as const;

export type CodeKind = Exclude<keyof typeof ENTRY_POINTS, 'fit'> | `fit ${string}`;

const versions = new Map<string, string>();

/** A hash of the built code that decides what a thing of this kind and game holds: where it is the same, so are they. */
export function codeVersion(kind: CodeKind, game = ''): string {
  const key = `${kind} ${game}`;
  const version =
    versions.get(key) ?? writtenVersion(key) ?? decidingCode(kind, game, packageFolder()).version;
  versions.set(key, version);
  return version;
}

/** What the build wrote of the built-in games, for an install without the bundler that finds it. */
function writtenVersion(key: string): string | undefined {
  if (isInstalled('esbuild')) return undefined;
  const written = JSON.parse(readFileSync(writtenFile(), 'utf8')) as Record<string, string>;
  return written[key];
}

/** Where they stand. */
export function writtenFile(): string {
  return join(packageFolder(), 'dist', 'code-versions.json');
}

/** The versions of all that is done without fits. */
export function writtenVersions(): Record<string, string> {
  const kinds = (Object.keys(ENTRY_POINTS) as (keyof typeof ENTRY_POINTS)[]).filter((kind) => kind !== 'fit');
  const names = builtIn.map(({ name }) => name);
  const keys = kinds.flatMap((kind) =>
    (kind === 'fleet' ? [''] : names).map((game) => [kind, game] as const),
  );
  return Object.fromEntries(keys.map(([kind, game]) => [`${kind} ${game}`, codeVersion(kind, game)]));
}

/** The code behind a version, of any build: without comments and layout, and of each module only what is used. */
export function decidingCode(
  kind: CodeKind,
  game: string,
  folder: string,
): { version: string; modules: string[]; packages: string[] } {
  const built = join(folder, 'dist');
  const [table, model = ''] = kind.split(' ');
  const outside = game === '' ? undefined : outsideGame(neededGame(game, 'a file is of'));
  const entries = ENTRY_POINTS[table as keyof typeof ENTRY_POINTS]
    .filter((entry) => outside === undefined || !entry.includes('NAME'))
    .map((entry) => `${entry.replaceAll('NAME', game).replaceAll('MODEL', model)}.js`)
    .filter((file) => !file.includes('?') || existsSync(join(built, file.replace('?', ''))));
  // Loaded here: few commands need a version, and it takes a while.
  const { buildSync } = loadEsbuild(table === 'fit' ? 'fits' : 'games from outside');
  const { outputFiles, metafile } = buildSync({
    stdin: {
      contents: entries
        .map((file, i) => `export * as entry${i} from './${file.replace('?', '')}';`)
        .join('\n'),
      resolveDir: built,
    },
    absWorkingDir: built,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    // The name of the code is no part of what it names, and how a game is found no part of the game.
    external: ['*/store/identity.js', '*/outside-games.js'],
    minifyWhitespace: true,
    legalComments: 'none',
    tsconfigRaw: {},
    logLevel: 'silent',
    metafile: true,
    write: false,
  });
  const [{ inputs, imports }] = Object.values(metafile.outputs);
  const modules = Object.keys(inputs).filter((name) => inputs[name].bytesInOutput > 0);
  // Neither the modules of Node nor our own.
  const others = imports.map(({ path }) => path).filter((path) => !/^(node:|\.)/.test(path));
  const packages = [...new Set(others.map((path) => /^(@[^/]+\/)?[^/]+/.exec(path)![0]))]
    .toSorted()
    .map((name) => `${name}@${installedVersion(name, built)}`);
  const decides = [outputFiles[0].text, packages, ...(outside === undefined ? [] : [outside.hash])];
  const hash = createHash('sha256').update(JSON.stringify(decides));
  return { version: hash.digest('hex').slice(0, 12), modules, packages };
}

function installedVersion(name: string, folder: string): string {
  const places = createRequire(join(folder, 'index.js')).resolve.paths(name)!;
  const file = places.map((place) => join(place, name, 'package.json')).find((path) => existsSync(path))!;
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
