import type { Game } from '../game.ts';
import type { GameModule } from '../game-module.ts';
import { InputError } from '../input-error.ts';
import * as betsy from './betsy/index.ts';
import * as conga from './conga/index.ts';
import * as raichu from './raichu/index.ts';

const modules: GameModule[] = [betsy, raichu, conga];
const known: Game[] = modules.map((module) => module.default);

/** The games that come with evalsmith. */
export const builtIn: readonly Game[] = known.slice();

/** Every game that can be named: the built-in ones, then those that were added. */
export const games: readonly Game[] = known;

/** Where games are found that are not known yet. */
export interface GameFinder {
  /** The game that a file calls so, where the user has listed or installed it. */
  named(name: string): Game | undefined;
  /** The game of a module that the user named by its path or package; undefined where the text names none. */
  ofModule(text: string): Game | undefined;
}

let finder: GameFinder | undefined;

/** The game of this name. What it comes from is never chosen by whoever wrote the name into a file. */
export function gameNamed(name: string): Game | undefined {
  return known.find((game) => game.name === name) ?? finder?.named(name);
}

/** The game that a person named: by its name, or by the path or package of its module. */
export function gameCalled(text: string): Game | undefined {
  return gameNamed(text) ?? finder?.ofModule(text);
}

/** All that the module of a game exports. */
export function moduleOf(game: Game): GameModule {
  return modules.find((module) => module.default === game) ?? { default: game };
}

/** Makes a game from outside one that can be named. */
export function addGame(module: GameModule): void {
  const { name } = module.default;
  if (known.some((game) => game.name === name))
    throw new InputError(`a game is called ${JSON.stringify(name)} already; expected a name of its own`);
  modules.push(module);
  known.push(module.default);
}

/** Has games that are not known looked for; what is found is to be added. */
export function findGamesBy(finding: GameFinder): void {
  finder = finding;
}
