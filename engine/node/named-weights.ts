import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Game } from '../game.ts';
import type { Baseline } from '../game-module.ts';
import { InputError } from '../input-error.ts';
import { linearWeights, weightsText } from '../seal.ts';
import { usualWeights } from '../usual-weights.ts';
import type { Weights } from '../weights.ts';
import { outsideBaselines, outsideGame } from './outside-games.ts';
import { sha256 } from './sha256.ts';
import { checkedWeights, namedWeightsFile, weightsFolder, weightsTextOf } from './weights-folder.ts';

const BASELINE = 'baseline:';

// What is played before there are any other weights.
const ZERO: Baseline = { scale: 100, weights: {} };

/** The folder of the weights that are played by default: in this package, or for a game from outside weights/ here. */
export function playedFolder(game: Game): string {
  return outsideGame(game) === undefined ? weightsFolder() : 'weights';
}

/** The baselines of a game, as a person names them. */
export function baselineNames(game: Game): string[] {
  if (outsideGame(game) !== undefined)
    return Object.keys(baselinesOf(game)).map((name) => `${BASELINE}${name}`);
  return readdirSync(join(weightsFolder(), 'baselines', game.name))
    .filter((name) => name.endsWith('.json'))
    .map((name) => `${BASELINE}${name.replace(/\.json$/, '')}`);
}

/** The baseline that plays before anything is tuned: hand, or zero where a game from outside has none. */
export function firstBaseline(game: Game): string {
  const hand = `${BASELINE}hand`;
  return baselineNames(game).includes(hand) ? hand : `${BASELINE}zero`;
}

/** What is played by default on a board: a file, or a baseline of a game from outside. */
export function usualWeightsName(game: Game, size: number): string {
  const folder = playedFolder(game);
  const files = usualWeights(game.name, size).map((name) => join(folder, name));
  return files.find((file) => existsSync(file)) ?? firstBaseline(game);
}

/** The text of the weights that a person named: a path, or baseline:NAME. */
export function namedWeightsText(game: Game, name: string, option?: string): string {
  const isOutside = name.startsWith(BASELINE) && outsideGame(game) !== undefined;
  return isOutside
    ? weightsText(outsideBaseline(game, name, option))
    : weightsTextOf(namedWeightsFile(game, name, option), option);
}

/** Reads and checks weights; without a name, those played by default. */
export function loadWeights(game: Game, size: number, name?: string, option?: string): Weights {
  const chosen = name ?? usualWeightsName(game, size);
  const isOutside = chosen.startsWith(BASELINE) && outsideGame(game) !== undefined;
  const called = isOutside ? chosen : namedWeightsFile(game, chosen, option);
  return checkedWeights(namedWeightsText(game, chosen, option), game, size, called);
}

function baselinesOf(game: Game): Readonly<Record<string, Baseline>> {
  return { ...outsideBaselines(game), zero: ZERO };
}

function outsideBaseline(game: Game, name: string, option = '--weights'): Weights {
  const baselines = baselinesOf(game);
  const known = name.slice(BASELINE.length);
  if (!Object.hasOwn(baselines, known))
    throw new InputError(
      `${option} is ${JSON.stringify(name)}; the baselines of ${game.name} are ${baselineNames(game).join(', ')}`,
    );
  return linearWeights(game, baselines[known], sha256);
}
