import { existsSync } from 'node:fs';
import type { Game } from '../game.ts';
import { type ChosenParameters, parameterList } from '../parameters.ts';
import {
  DEFAULT_PARAMETERS,
  parametersCalled,
  parametersFileBeside,
  readParametersFile,
} from './filed-parameters.ts';
import { playedFolders, tellOfOwn } from './named-weights.ts';

/** Where search parameters of a game go that have become the ones that are played: beside its weights. */
export function playedParametersFile(game: Game): string {
  return parametersFileBeside(playedFolders(game)[0], game);
}

/** The search parameters that a game is played with where nobody says otherwise: those of its file, if it has one. */
export function usualParameters(game: Game): ChosenParameters {
  const files = playedFolders(game).map((folder) => parametersFileBeside(folder, game));
  const file = files.find((path) => existsSync(path));
  if (file === undefined) return {};
  tellOfOwn(file, 'search parameters');
  return readParametersFile(game, file, 'the file');
}

/** The search parameters that a person named: a file, NAME=VALUE,… or default; where nothing is named, those of the game. */
export function namedParameters(
  game: Game,
  named: string | null | undefined,
  argument = '--parameters',
): ChosenParameters {
  return named === null || named === undefined
    ? usualParameters(game)
    : parametersCalled(game, named, argument);
}

/** What names these parameters to `namedParameters`; null for the defaults, where no file says otherwise. */
export function parametersName(game: Game, chosen: ChosenParameters): string | null {
  const list = parameterList(chosen);
  if (list !== '') return list;
  return parameterList(usualParameters(game)) === '' ? null : DEFAULT_PARAMETERS;
}
