import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Game } from '../game.ts';
import { InputError } from '../input-error.ts';
import { type ChosenParameters, parseParameterList, readParameters } from '../parameters.ts';
import { boundedText, weightsFolder } from './weights-folder.ts';

// More than any such file needs.
const MOST_BYTES = 1 << 18;

/** The word for no other values than the defaults. */
export const DEFAULT_PARAMETERS = 'default';

const EXPECTED = `a JSON file, NAME=VALUE,… or ${DEFAULT_PARAMETERS}`;

/** The search parameters of this package for a game: those of its file, if it has one. */
export function filedParameters(game: Game): ChosenParameters {
  const file = parametersFileBeside(weightsFolder(), game);
  return existsSync(file) ? readParametersFile(game, file, 'the file') : {};
}

/** The file of a game's search parameters that belongs to a folder of weights; it need not be there. */
export function parametersFileBeside(weights: string, game: Game): string {
  return join(dirname(weights), 'parameters', `${game.name}.json`);
}

/** The search parameters that a person named: a file, NAME=VALUE,… or default. */
export function parametersCalled(game: Game, name: string, argument: string): ChosenParameters {
  if (name === DEFAULT_PARAMETERS) return {};
  if (!/^\w+=/.test(name) || existsSync(name)) return readParametersFile(game, name, argument);
  try {
    return parseParameterList(name);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`${argument}: ${error.message}`, { cause: error });
  }
}

export function readParametersFile(game: Game, file: string, argument: string): ChosenParameters {
  const text = boundedText(file, argument, MOST_BYTES, EXPECTED);
  try {
    return readParameters(text, game.name);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`${file}: ${error.message}`, { cause: error });
  }
}

/** The option of the engine's commands, and its help. */
export const PARAMETERS_OPTION = ['--parameters <FILE>', `search parameters: ${EXPECTED}`] as const;
