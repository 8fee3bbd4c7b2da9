import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { usualWeightsFile, weightsFolder } from '../../engine/cli/weights-files.ts';
import { games } from '../../engine/games/index.ts';
import type { Offer } from './offer.ts';

/** The weights in this package that a page may play with, game by game: the tuned ones and the baselines. */
export function offeredWeights(): Record<string, Offer> {
  const folder = weightsFolder();
  return Object.fromEntries(
    games.map((game) => {
      const tuned = readdirSync(folder)
        .filter((name) => new RegExp(`^${game.name}(-\\d+)?\\.json$`).test(name))
        .map((name) => join(folder, name));
      const baselines = readdirSync(join(folder, 'baselines', game.name))
        .filter((name) => name.endsWith('.json'))
        .map((name) => join(folder, 'baselines', game.name, name));
      const texts = [...tuned, ...baselines].map((file) => [nameOf(file), readFileSync(file, 'utf8')]);
      const usual = game.sizes.map((size) => [size, nameOf(usualWeightsFile(game, size))]);
      return [game.name, { usual: Object.fromEntries(usual), texts: Object.fromEntries(texts) }];
    }),
  ) as Record<string, Offer>;
}

/** As a person would name the file on the command line. */
function nameOf(file: string): string {
  const isBaseline = basename(dirname(dirname(file))) === 'baselines';
  return isBaseline ? `baseline:${basename(file, '.json')}` : basename(file);
}
