import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { usualWeightsFile, weightsFolder } from '../../engine/node/weights-folder.ts';
import type { Game } from '../../engine/game.ts';
import { games } from '../../engine/games/index.ts';
import { readWeightsFile, readWeightsText, tunedFiles } from '../store/read-weights.ts';
import type { Offer } from './offer.ts';

/** The weights in this package that a page may play with, game by game; a file that the player refuses is refused here. */
export function offeredWeights(): Record<string, Offer> {
  return Object.fromEntries(games.map((game) => [game.name, offerOf(game)]));
}

function offerOf(game: Game): Offer {
  const files = weightsFiles(game);
  for (const file of files) readWeightsFile(file, game);
  return {
    usual: Object.fromEntries(game.sizes.map((size) => [size, nameOf(usualWeightsFile(game, size))])),
    texts: Object.fromEntries(files.map((file) => [nameOf(file), readWeightsText(file)])),
  };
}

/** The tuned ones, then the baselines. */
function weightsFiles(game: Game): string[] {
  const baselines = join(weightsFolder(), 'baselines', game.name);
  return [
    ...tunedFiles(game),
    ...readdirSync(baselines)
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(baselines, name)),
  ];
}

/** As a person would name the file on the command line. */
function nameOf(file: string): string {
  const isBaseline = basename(dirname(dirname(file))) === 'baselines';
  return isBaseline ? `baseline:${basename(file, '.json')}` : basename(file);
}
