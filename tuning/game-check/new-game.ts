import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { builtIn } from '../../engine/games/index.ts';
import { InputError } from '../../engine/input-error.ts';
import { PACKAGE_PREFIX } from '../../engine/node/outside-games.ts';
import { quoted } from '../../engine/text/arguments.ts';
import { writeFileAtomically } from '../store/atomic-file.ts';
import { makeFolder } from '../store/new-folder.ts';

// What the game of the template is called there, in its files.
const TEMPLATE_NAME = 'in-a-row';

/** Writes the folder of a new game below another, and a line for it into evalsmith.json: both or neither. */
export function makeGame(name: string, below: string): void {
  if (!/^[a-z][a-z0-9-]*$/.test(name))
    throw new InputError(
      `NAME is ${quoted(name)}; expected small letters, digits and hyphens, a letter first`,
    );
  if (name.startsWith(PACKAGE_PREFIX))
    throw new InputError(
      `NAME is ${quoted(name)}; expected the name alone, as the package will be called ${PACKAGE_PREFIX}NAME`,
    );
  if (builtIn.some((game) => game.name === name))
    throw new InputError(`NAME is ${name}, a game that comes with evalsmith; expected a name of its own`);
  const folder = join(below, name);
  const list = join(below, 'evalsmith.json');
  const listed = readList(list);
  if (Object.hasOwn(listed.games, name))
    throw new InputError(
      `${list} lists a game called ${name} already: ${listed.games[name]}; expected another name`,
    );
  if (existsSync(folder)) throw new InputError(`${folder} exists already; expected a new folder`);
  makeFolder(folder, (temporary) => {
    const template = templateFolder();
    for (const file of readdirSync(template))
      writeFileAtomically(
        join(temporary, file),
        readFileSync(join(template, file), 'utf8').replaceAll(TEMPLATE_NAME, name),
      );
  });
  try {
    const games = { ...listed.games, [name]: `./${name}` };
    writeFileAtomically(list, `${JSON.stringify({ ...listed, games }, undefined, 2)}\n`);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** What evalsmith.json says, with its list of games. */
function readList(file: string): { games: Record<string, string> } {
  if (!existsSync(file)) return { games: {} };
  try {
    const { games = {}, ...rest } = JSON.parse(readFileSync(file, 'utf8')) as { games?: unknown };
    if (typeof games === 'object' && games !== null && Object.values(games).every(isText))
      return { ...rest, games: games as Record<string, string> };
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
  }
  throw new InputError(`${file} cannot be read; expected {"games": {"NAME": "./FOLDER"}}`);
}

const isText = (value: unknown) => typeof value === 'string';

/** The folder that a new game is a copy of; it is not built. */
function templateFolder(): string {
  const inside = join('tuning', 'game-check', 'template');
  let root = import.meta.dirname;
  while (!existsSync(join(root, inside))) {
    if (dirname(root) === root)
      throw new InputError(`the folder ${inside} of evalsmith is missing; expected it in the package`);
    root = dirname(root);
  }
  return join(root, inside);
}
