import { basename, dirname } from 'node:path';
import { baselineNames, namedWeightsText, usualWeightsName } from '../../engine/node/named-weights.ts';
import { usualParameters } from '../../engine/node/named-parameters.ts';
import type { Game } from '../../engine/game.ts';
import { readWeightsFile, tunedFiles } from '../store/read-weights.ts';
import type { Offer } from './offer.ts';

/** The weights that a page may play with, game by game: tuned ones, then baselines. A file that the player refuses is refused here. */
export function offeredWeights(games: readonly Game[]): Record<string, Offer> {
  return Object.fromEntries(games.map((game) => [game.name, offerOf(game)]));
}

function offerOf(game: Game): Offer {
  const names = [...tunedFiles(game), ...baselineNames(game)];
  for (const name of names) readWeightsFile(name, game);
  return {
    usual: Object.fromEntries(game.sizes.map((size) => [size, nameOf(usualWeightsName(game, size))])),
    texts: Object.fromEntries(
      names.map((name) => [nameOf(name), namedWeightsText(game, game.usualSize, name)]),
    ),
    parameters: usualParameters(game),
  };
}

/** As a person would name the weights on the command line. */
function nameOf(name: string): string {
  const isBaseline = basename(dirname(dirname(name))) === 'baselines';
  return isBaseline ? `baseline:${basename(name, '.json')}` : basename(name);
}
