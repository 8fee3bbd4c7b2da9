import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Game } from '../game.ts';
import { InputError } from '../input-error.ts';
import { usualWeights } from '../usual-weights.ts';
import { readWeights, type Weights, WEIGHTS_MOST_CHARACTERS } from '../weights.ts';
import { sha256 } from './sha256.ts';

const CHUNK_BYTES = 1 << 18;

/** The folder of the weights that are played by default: engine/weights in this package. */
export function weightsFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'engine', 'weights', 'baselines'))) {
    const parent = dirname(folder);
    if (parent === folder)
      throw new InputError('the folder engine/weights of evalsmith is missing; expected it in the package');
    folder = parent;
  }
  return join(folder, 'engine', 'weights');
}

/** Whether this package is a checkout, which has its sources, and not an installed one, which nothing is written to. */
export function isCheckout(): boolean {
  return existsSync(join(weightsFolder(), '..', '..', 'tsconfig.json'));
}

// How many of the files that may be played, the best first, a name skips.
const SKIPPED: Readonly<Record<string, number>> = { default: 0, linear: 1, hand: 2 };

/** The names that stand for weights of any game. */
export const BY_NAME = Object.keys(SKIPPED);

/** Whether a text names weights in another way than by their file. */
export function isWeightsName(text: string): boolean {
  return BY_NAME.includes(text) || text.startsWith('baseline:');
}

/** What may be typed for weights. */
export const WEIGHTS_HELP = 'default, linear, hand, baseline:NAME or a file';

/**
 * The files that a name stands for, the best first: `default` is what is played on a board, `linear` what is played where there
 * is nothing for its size, `hand` the baseline made by hand; undefined for any other name.
 */
export function filesCalled(game: Game, size: number, name: string): string[] | undefined {
  return Object.hasOwn(SKIPPED, name) ? usualWeights(game.name, size).slice(SKIPPED[name]) : undefined;
}

/** The first file that is there of those played by default on a board. */
export function usualWeightsFile(game: Game, size: number): string {
  return namedWeightsFile(game, size, 'default');
}

/** The file that a person named: a path, or a name of weights in a folder. */
export function namedWeightsFile(
  game: Game,
  size: number,
  name: string,
  option = '--weights',
  weights = weightsFolder(),
): string {
  const called = filesCalled(game, size, name)?.map((file) => join(weights, file));
  if (called !== undefined) return called.find((file) => existsSync(file)) ?? called.at(-1)!;
  if (!name.startsWith('baseline:')) return name;
  const folder = join(weights, 'baselines', game.name);
  const file = join(folder, `${name.slice('baseline:'.length)}.json`);
  if (dirname(file) === folder && existsSync(file)) return file;
  const known = readdirSync(folder).map((entry) => `baseline:${entry.replace(/\.json$/, '')}`);
  throw new InputError(
    `${option} is ${JSON.stringify(name)}; the baselines of ${game.name} are ${known.join(', ')}`,
  );
}

/** Reads and checks a weights file of a built-in game; without a name, the one played by default. */
export function loadFiledWeights(game: Game, size: number, name?: string, option = '--weights'): Weights {
  const file = namedWeightsFile(game, size, name ?? 'default', option);
  return checkedWeights(weightsTextOf(file, option), game, size, file);
}

/** Weights from the text of a file; what is wrong with it is said of its name. */
export function checkedWeights(text: string, game: Game, size: number, name: string): Weights {
  try {
    return readWeights(text, game, size, sha256);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`${name}: ${error.message}`, { cause: error });
  }
}

/** The text of a weights file that an argument names. */
export function weightsTextOf(file: string, argument = '--weights'): string {
  return boundedText(file, argument, WEIGHTS_MOST_CHARACTERS, 'a weights file');
}

/** The text of a file that an argument names; no more of it is read than what is expected may have. */
export function boundedText(file: string, argument: string, most: number, expected: string): string {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const chunks: Buffer[] = [];
    for (let bytes = 0; bytes <= most; bytes += chunks.at(-1)!.length) {
      const chunk = Buffer.alloc(CHUNK_BYTES);
      chunks.push(chunk.subarray(0, readSync(descriptor, chunk)));
      if (chunks.at(-1)!.length === 0) return Buffer.concat(chunks).toString('utf8');
    }
  } catch (error) {
    throw new InputError(
      `${argument} is ${JSON.stringify(file)}, which cannot be read (${(error as NodeJS.ErrnoException).code})`,
      { cause: error },
    );
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
  throw new InputError(
    `${argument} is ${JSON.stringify(file)}, which is larger than ${most} bytes; expected ${expected}`,
  );
}
