import { InputError } from '../../engine/input-error.ts';
import { namedParameters } from '../../engine/node/named-parameters.ts';
import { loadWeights } from '../../engine/node/named-weights.ts';
import type { Game } from '../../engine/game.ts';
import { moduleOf } from '../../engine/games/index.ts';
import type { ChosenParameters } from '../../engine/parameters.ts';
import type { Weights } from '../../engine/weights.ts';
import type { CommandValues } from '../settings/command-form.ts';
import { picked, type Values } from '../settings/setting.ts';
import { openOracle, readOracleManifest } from '../tables/oracle-file.ts';
import { filledIn } from './game-settings.ts';
import type { selfplayForm } from './selfplay-form.ts';
import { recordedParameters } from './search-parameters.ts';
import { selfplaySettings, type SelfplaySettings } from './selfplay-settings.ts';

/** What it takes to play any game of a run. */
export interface SelfplayJob {
  game: string;
  size: number;
  settings: SelfplaySettings;
  weights: Weights;
  opponent: Weights | null;
  /** The folder of the oracle that ends games. */
  oracle?: string;
}

/** The games that some settings lead to, between weights that are loaded. */
export function selfplayJob(
  game: Game,
  size: number,
  values: Values<typeof selfplaySettings>,
  {
    seed,
    weights,
    opponent,
    parameters,
  }: { seed: number; weights: Weights; opponent: Weights | null; parameters: ChosenParameters },
): SelfplayJob {
  const { oracle, openingSpread, ...settings } = filledIn(
    picked(selfplaySettings, values),
    game,
    weights.scale,
  );
  return {
    game: game.name,
    size,
    weights,
    opponent,
    settings: {
      by: 'selfplay',
      seed,
      weights: weights.sha256,
      opponent: opponent?.sha256 ?? null,
      ...recordedParameters(parameters),
      ...settings,
      // Left out where there is none, so that such datasets are what they always were.
      ...(openingSpread > 0 && { openingSpread }),
      ...(oracle !== null && { oracle: endingOracle(oracle, game, size) }),
    },
    ...(oracle !== null && { oracle }),
  };
}

/** The hash of the oracle in a folder, which must be one that can end games of this board. */
function endingOracle(folder: string, game: Game, size: number): string {
  const oracle = openOracle(folder, game, size, moduleOf(game).solvable);
  if (oracle.knows(game.start(size)))
    throw new InputError(
      `--oracle ${folder} knows the start, so that every game would be over; expected one of endings`,
    );
  return readOracleManifest(folder).sha256;
}

/** The same for a command's values, which name the weights. */
export function openSelfplayJob(
  game: Game,
  size: number,
  values: CommandValues<typeof selfplayForm>,
): SelfplayJob {
  const weights = loadWeights(game, size, values.weights ?? undefined);
  const opponent = values.opponent === null ? null : loadWeights(game, size, values.opponent, '--opponent');
  const parameters = namedParameters(game, values.parameters);
  return selfplayJob(game, size, values, { seed: values.seed, weights, opponent, parameters });
}
