import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readParametersFile } from '../../../engine/node/filed-parameters.ts';
import { playedParametersFile, usualParameters } from '../../../engine/node/named-parameters.ts';
import type { Game } from '../../../engine/game.ts';
import { type ChosenParameters, parameterList, PARAMETERS_FORMAT } from '../../../engine/parameters.ts';
import { writeFileAtomically } from '../../store/atomic-file.ts';

/** Where accepted search parameters go, and what is played now in their place. */
export interface ParametersPlace {
  file: string;
  there: ChosenParameters;
}

/** The place of a game in a folder that was named, or among what is played by default; never in an installed package. */
export function parametersPlace(game: Game, folder: string | null): ParametersPlace {
  if (folder === null) return { file: playedParametersFile(game), there: usualParameters(game) };
  const file = join(folder, `${game.name}.json`);
  return {
    file,
    there: existsSync(file) ? readParametersFile(game, file, 'the file') : usualParameters(game),
  };
}

/** Makes accepted search parameters those that are played, in place of what they beat and of nothing else; tells what was done. */
export function installParameters(
  game: Game,
  { file, there }: ParametersPlace,
  beaten: ChosenParameters,
  accepted: ChosenParameters,
  provenance: Record<string, unknown>,
): string {
  const isThere = (known: ChosenParameters) => parameterList(known) === parameterList(there);
  if (!isThere(beaten) && !isThere(accepted))
    return `${file} stays: what is played now is not what the accepted search parameters beat`;
  mkdirSync(dirname(file), { recursive: true });
  const text = { format: PARAMETERS_FORMAT, game: game.name, parameters: accepted, provenance };
  writeFileAtomically(file, `${JSON.stringify(text, null, 2)}\n`);
  return `${file} has the accepted search parameters`;
}
