import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Game } from '../game.ts';
import type { Baseline } from '../game-module.ts';
import { InputError } from '../input-error.ts';
import { linearWeights, weightsText } from '../seal.ts';
import type { Weights } from '../weights.ts';
import { outsideBaselines, outsideGame } from './outside-games.ts';
import { sha256 } from './sha256.ts';
import {
  checkedWeights,
  filesCalled,
  isCheckout,
  namedWeightsFile,
  weightsFolder,
  weightsTextOf,
} from './weights-folder.ts';

const BASELINE = 'baseline:';

// What is played before there are any other weights.
const ZERO: Baseline = { scale: 100, weights: {} };

// Where an installed package, which nothing is written to, keeps what wins: here, in the working folder.
const OWN_PLACE = 'evalsmith';
const OWN_FOLDER = join(OWN_PLACE, 'weights');

/**
 * The folders of the weights that are played by default, those that are read first first: engine/weights of a checkout; of an
 * installed package evalsmith/weights in the working folder, then its own; for a game from outside weights/ here.
 */
export function playedFolders(game: Game): string[] {
  if (outsideGame(game) !== undefined) return ['weights'];
  return isCheckout() ? [weightsFolder()] : [OWN_FOLDER, weightsFolder()];
}

/** Where weights go that have become the ones that are played. */
export function playedFolder(game: Game): string {
  return playedFolders(game)[0];
}

let tell: (line: string) => void = () => {};
const told = new Set<string>();

/** Has it told where weights of the working folder are played in place of those of an installed package. */
export function tellOwnWeights(note: (line: string) => void): void {
  tell = note;
  told.clear();
}

/** Tells, once, of a file of the working folder that is played in place of what an installed package has. */
export function tellOfOwn(file: string, what: string): void {
  if (!file.startsWith(`${OWN_PLACE}${sep}`) || told.has(file)) return;
  told.add(file);
  tell(`${file} of this folder is played, and not the ${what} of the package`);
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
  return weightsCalled(game, size, 'default');
}

/** The file or baseline that default, linear or hand stands for on a board; any other name stands for itself. */
export function weightsCalled(game: Game, size: number, name: string): string {
  if (name === 'hand') return `${BASELINE}hand`;
  const files = filesCalled(game, size, name)?.flatMap((file) =>
    playedFolders(game).map((folder) => join(folder, file)),
  );
  return files === undefined ? name : (files.find((file) => existsSync(file)) ?? firstBaseline(game));
}

/** The text of the weights that a person named. */
export function namedWeightsText(game: Game, size: number, name: string, option?: string): string {
  return openNamed(game, size, name, option).text;
}

/** Reads and checks weights; without a name, those played by default. */
export function loadWeights(game: Game, size: number, name = 'default', option?: string): Weights {
  const { text, called } = openNamed(game, size, name, option);
  tellOfOwn(called, 'weights');
  return checkedWeights(text, game, size, called);
}

function openNamed(
  game: Game,
  size: number,
  name: string,
  option?: string,
): { text: string; called: string } {
  const chosen = weightsCalled(game, size, name);
  if (chosen.startsWith(BASELINE) && outsideGame(game) !== undefined)
    return { text: weightsText(outsideBaseline(game, chosen, option)), called: chosen };
  const called = namedWeightsFile(game, size, chosen, option);
  return { text: weightsTextOf(called, option), called };
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
