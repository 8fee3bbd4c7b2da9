import { readFileSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { compileFunction } from 'node:vm';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import type { BuildOptions } from 'esbuild';
import type { Game } from '../game.ts';
import type { GameModule } from '../game-module.ts';
import { addGame, findGamesBy, gameNamed, games, moduleOf } from '../games/index.ts';
import * as engine from '../index.ts';
import { InputError } from '../input-error.ts';
import { loadEsbuild } from './optional-package.ts';
import { sha256 } from './sha256.ts';

/** A game that does not come with evalsmith, as it was loaded. */
export interface OutsideGame {
  name: string;
  /** What a module imports to get it, from this folder. */
  specifier: string;
  folder: string;
  /** Its modules in one text of CommonJS, which requires `evalsmith/engine` alone. */
  code: string;
  /** The same to be bundled: a module, so that nothing comes with it that it does not import; CommonJS where it is written so. */
  module: string;
  /** Of the code: what files and queues know the game by, beside its name. */
  hash: string;
}

// Threads that are begun later have the games that were loaded here.
const SHARED = 'evalsmith: outside games';
const loaded: OutsideGame[] = [];

/** How the game of this name was loaded; undefined for a built-in one. */
export function outsideGame({ name }: Pick<Game, 'name'>): OutsideGame | undefined {
  return loaded.find((game) => game.name === name);
}

/** The baselines that a game from outside has made by hand. */
export function outsideBaselines({ name }: Pick<Game, 'name'>): NonNullable<GameModule['baselines']> {
  return moduleOf(games.find((game) => game.name === name)!).baselines ?? {};
}

/** What a file tells of a game beside its name: nothing of a built-in one, else the hash of its code. */
export function gameIdentity(name: string): { gameSha256?: string } {
  const hash = outsideGame({ name })?.hash;
  return hash === undefined ? {} : { gameSha256: hash };
}

/** What packages of games are called, before the name of the game. */
export const PACKAGE_PREFIX = 'evalsmith-game-';
const NAME = /^[a-z][a-z0-9-]*$/;

/** Whether a text is to be read as a path, or as the name of a package, and not as the name of a game. */
export function namesModule(text: string): boolean {
  return /^\.{1,2}$|[/\\]/.test(text) || text.startsWith(PACKAGE_PREFIX);
}

/** Loads the game of a module that the user named by its path or its package; a game loaded before is given again. */
export function loadGame(text: string, folder = process.cwd()): Game {
  const isPath = !text.startsWith('@') && !text.startsWith(PACKAGE_PREFIX);
  const specifier = isPath ? resolve(folder, text) : text;
  const bundle = (how: Form) => bundled(specifier, folder, text, how);
  const code = bundle({ format: 'cjs' }).text;
  // Without names: the bundler makes some of those of files.
  const hash = sha256(bundle({ format: 'cjs', minifyIdentifiers: true }).text);
  const exported = evaluated(code, text);
  const { name } = exported.default;
  const before = loaded.find((other) => other.name === name);
  if (before?.hash === hash) return games.find((game) => game.name === name)!;
  if (before !== undefined)
    throw new InputError(
      `the game ${text} is called ${JSON.stringify(name)}, and so is another that was loaded`,
    );
  addGame(exported);
  const asModule = bundle({ format: 'esm' });
  const module = asModule.isRequiring ? code : asModule.text;
  loaded.push({ name, specifier, folder, code, module, hash });
  setEnvironmentData(SHARED, loaded);
  return exported.default;
}

/** The modules that evalsmith.json of a folder lists under `games`, by the name of their game. */
function listedGames(folder: string): Record<string, string> {
  const file = join(folder, 'evalsmith.json');
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return {};
  }
  try {
    const { games: listed = {} } = JSON.parse(text) as { games?: Record<string, string> };
    if (Object.values(listed).every((where) => typeof where === 'string')) return listed;
  } catch {
    // Said below.
  }
  throw new InputError(`${file} cannot be read; expected {"games": {"NAME": "./FOLDER"}}`);
}

/** Loads the games that evalsmith.json of the working folder lists; says why of one that cannot be. */
export function loadListedGames(refuse: (reason: string) => void): void {
  for (const name of Object.keys(listedGames(process.cwd()))) {
    try {
      gameNamed(name);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      refuse(error.message);
    }
  }
}

// A game that a file names is looked for where the user listed it or among what is installed, never where the file says.
function named(name: string): Game | undefined {
  if (!NAME.test(name)) return undefined;
  const folder = process.cwd();
  const listed = listedGames(folder);
  const where = Object.hasOwn(listed, name) ? listed[name] : installed(`${PACKAGE_PREFIX}${name}`, folder);
  if (where === undefined) return undefined;
  const game = loadGame(where, folder);
  if (game.name === name) return game;
  throw new InputError(`${where} is the game ${JSON.stringify(game.name)}; expected ${JSON.stringify(name)}`);
}

function installed(name: string, folder: string): string | undefined {
  const places = createRequire(join(folder, 'index.js')).resolve.paths(name) ?? [];
  return places.some((place) => exists(join(place, name, 'package.json'))) ? name : undefined;
}

function exists(file: string): boolean {
  try {
    readFileSync(file);
    return true;
  } catch {
    return false;
  }
}

// Refused by name when they are asked for, and not because nothing is found.
const FOREIGN = ['evalsmith', 'evalsmith/*', 'node:*', ...builtinModules];

type Form = Pick<BuildOptions, 'format' | 'minifyIdentifiers'>;

function bundled(
  specifier: string,
  folder: string,
  text: string,
  how: Form,
): { text: string; isRequiring: boolean } {
  const { buildSync } = loadEsbuild('games from outside');
  const named = JSON.stringify(specifier);
  try {
    const { outputFiles, metafile } = buildSync({
      stdin: {
        contents: `export * from ${named}; import * as all from ${named}; export default all.default;`,
        resolveDir: folder,
      },
      bundle: true,
      platform: 'neutral',
      mainFields: ['module', 'main'],
      external: FOREIGN,
      target: 'es2023',
      minifyWhitespace: true,
      legalComments: 'none',
      tsconfigRaw: {},
      logLevel: 'silent',
      metafile: true,
      ...how,
      write: false,
    });
    const { imports } = Object.values(metafile.outputs)[0];
    return { text: outputFiles[0].text, isRequiring: imports.some(({ kind }) => kind === 'require-call') };
  } catch (error) {
    const [first] = (
      error as { errors?: { text: string; location: { file: string; line: number } | null }[] }
    ).errors ?? [{ text: String(error), location: null }];
    const place =
      first.location === null || first.location.file === '<stdin>'
        ? ''
        : ` (${first.location.file}:${first.location.line})`;
    throw new InputError(`the game ${text} cannot be loaded: ${first.text}${place}`, { cause: error });
  }
}

function evaluated(code: string, text: string): GameModule {
  const module = { exports: {} as Record<string, unknown> };
  const require = (name: string): unknown => {
    if (name === 'evalsmith/engine') return engine;
    throw new InputError(`it imports ${name}; expected nothing but evalsmith/engine and its own files`);
  };
  try {
    compileFunction(code, ['module', 'exports', 'require'])(module, module.exports, require);
  } catch (error) {
    const reason = error instanceof InputError ? error.message : `it throws ${String(error)}`;
    throw new InputError(`the game ${text} cannot be loaded: ${reason}`, { cause: error });
  }
  return checkedModule(module.exports, text);
}

const FUNCTIONS = [
  'inputs',
  'start',
  'parseBoard',
  'placeBoard',
  'formatBoard',
  'formatMove',
  'formatAnswer',
  'draw',
  'symmetricBoards',
  'swapColours',
] as const;

/** The exports of a module as those of a game; throws an InputError that names the first thing that is none of a game. */
function checkedModule(exports: Record<string, unknown>, text: string): GameModule {
  const refuse = (what: string): never => {
    throw new InputError(`the game ${text} cannot be loaded: ${what}`);
  };
  const game = exports.default as Partial<Game> | undefined;
  if (typeof game !== 'object' || game === null) return refuse('its default export is no Game');
  const { name, sizes, usualSize, players, features } = game;
  if (typeof name !== 'string' || !NAME.test(name))
    refuse(`its name is ${JSON.stringify(name)}; expected small letters, digits and hyphens`);
  if (
    !Array.isArray(sizes) ||
    sizes.length === 0 ||
    !sizes.every((size) => Number.isSafeInteger(size) && size > 0)
  )
    refuse(`its sizes are ${JSON.stringify(sizes)}; expected a list of whole numbers above 0`);
  if (!sizes!.includes(usualSize!))
    refuse(`its usualSize is ${usualSize}; expected one of ${sizes!.join(', ')}`);
  if (
    !Array.isArray(players) ||
    players.length !== 2 ||
    !players.every((player) => typeof player === 'string')
  )
    refuse(`its players are ${JSON.stringify(players)}; expected two texts`);
  if (!(Number.isSafeInteger(game.plyCap) && game.plyCap! > 0))
    refuse(`its plyCap is ${String(game.plyCap)}; expected a whole number above 0`);
  if (typeof game.wonBy !== 'string') refuse(`its wonBy is ${String(game.wonBy)}; expected a word`);
  if (
    typeof features !== 'object' ||
    !Array.isArray(features?.names) ||
    typeof features?.extract !== 'function'
  )
    refuse('its features are none; expected id, names and extract');
  const missing = FUNCTIONS.find((key) => typeof game[key] !== 'function');
  if (missing !== undefined) refuse(`it has no function ${missing}; boardGame makes a whole Game`);
  return exports as unknown as GameModule;
}

/** Lets games from outside be named here: in a thread those that were loaded before it began, elsewhere what the user names. */
export function takeOutsideGames(): void {
  const shared = (getEnvironmentData(SHARED) ?? []) as OutsideGame[];
  for (const game of shared) {
    if (outsideGame(game) !== undefined) continue;
    addGame(evaluated(game.code, game.name));
    loaded.push(game);
  }
  findGamesBy({ named, ofModule: (text) => (namesModule(text) ? loadGame(text) : undefined) });
}
