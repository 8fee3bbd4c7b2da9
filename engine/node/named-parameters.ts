import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Game } from '../game.ts';
import { InputError } from '../input-error.ts';
import { type ChosenParameters, parameterList, parseParameterList, readParameters } from '../parameters.ts';
import { boundedText, weightsFolder } from './weights-folder.ts';

// More than any such file needs.
const MOST_BYTES = 1 << 18;

const DEFAULT = 'default';
const EXPECTED = 'a JSON file, NAME=VALUE,… or default';

/** The file of the search parameters that a game is played with where nobody says otherwise; it need not be there. */
function usualParametersFile(game: Game): string {
  return join(dirname(weightsFolder()), 'parameters', `${game.name}.json`);
}

/** The search parameters that a game is played with where nobody says otherwise: those of its file, if it has one. */
export function usualParameters(game: Game): ChosenParameters {
  const file = usualParametersFile(game);
  return existsSync(file) ? parametersFrom(game, file, 'the file') : {};
}

/** The search parameters that a person named: a file, NAME=VALUE,… or default; where nothing is named, those of the game. */
export function namedParameters(
  game: Game,
  named: string | null | undefined,
  argument = '--parameters',
): ChosenParameters {
  if (named === null || named === undefined) return usualParameters(game);
  if (named === DEFAULT) return {};
  if (!/^\w+=/.test(named) || existsSync(named)) return parametersFrom(game, named, argument);
  try {
    return parseParameterList(named);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`${argument}: ${error.message}`, { cause: error });
  }
}

/** What names these parameters to `namedParameters`; null for the defaults, where no file says otherwise. */
export function parametersName(game: Game, chosen: ChosenParameters): string | null {
  const list = parameterList(chosen);
  if (list !== '') return list;
  return parameterList(usualParameters(game)) === '' ? null : DEFAULT;
}

function parametersFrom(game: Game, file: string, argument: string): ChosenParameters {
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
