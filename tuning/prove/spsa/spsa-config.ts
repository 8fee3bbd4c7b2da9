import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { z } from 'zod';
import { loadGame, namesModule } from '../../../engine/node/outside-games.ts';
import { isWeightsName } from '../../../engine/node/weights-folder.ts';
import type { Game } from '../../../engine/game.ts';
import { gameNamed, games } from '../../../engine/games/index.ts';
import { InputError } from '../../../engine/input-error.ts';
import { matchSettings } from '../../play/match-settings.ts';
import { boardSize, bookOption, sizeOption } from '../../settings/common-options.ts';
import { readConfig } from '../../settings/config-file.ts';
import { even, optional, seedSetting, setting, type Values, whole } from '../../settings/setting.ts';
import { eloBounds, sprtRisks } from '../sprt-settings.ts';

const tuningShape = {
  least: optional(z.number(), 'X', 'the least value', 'the start less itself, or less than that'),
  most: optional(z.number(), 'X', 'the largest value', 'the start twice, or more than that'),
  cEnd: optional(
    z.number().gt(0),
    'C',
    'how far it is moved to either side at the end',
    'a twentieth of its range',
  ),
  rEnd: optional(
    z.number().gt(0).max(10),
    'R',
    'how much of that it follows a won game at the end',
    'that of all numbers',
  ),
};

/** How one number is tuned. */
export type Tuning = Values<typeof tuningShape>;

const tunings = z.record(z.string(), z.strictObject(tuningShape).prefault({})).default({});

/** What decides a run, besides the game and who plays. */
const spsaSettings = {
  ...matchSettings,
  book: bookOption,
  games: setting(even(2, 1e8).default(20_000), 'K', 'how many games'),
  gamesPerStep: setting(even(2, 1e6).default(64), 'K', 'games between the two sides of one step'),
  openingsOfSteps: optional(
    whole(1, 1e6),
    'K',
    'so many openings are played by the steps, again and again; the test has others',
    '1000, or half of the book',
  ),
  rEnd: setting(
    z.number().gt(0).max(10).default(0.002),
    'R',
    'how much of its perturbation a number follows a won game at the end',
  ),
  alpha: setting(z.number().min(0).max(1).default(0.602), 'P', 'the power by which the rate falls'),
  gamma: setting(z.number().min(0).max(1).default(0.101), 'P', 'the power by which perturbations fall'),
  stability: setting(
    z.number().min(0).max(1).default(0.1),
    'F',
    'the share of the games during which the rate is held back',
  ),
  seed: seedSetting('decides perturbations and openings'),
};

const testShape = {
  ...eloBounds,
  ...sprtRisks,
  nodes: optional(whole(1, 1e9), 'K', 'nodes searched a move', 'the limit of the steps'),
  seconds: optional(z.number().gt(0).max(86_400), 'S', 'seconds a move instead', 'the limit of the steps'),
  games: setting(even(2, 1e7).default(20_000), 'K', 'the most games'),
};

export const spsaConfigSchema = z.strictObject({
  $schema: z.string().optional(),
  game: z.string().describe('a game by its name, or by its path from the folder of this file or its package'),
  size: sizeOption,
  weights: z
    .string()
    .min(1)
    .default('default')
    .describe(
      'who plays: a weights file from the folder of this file, default, linear, hand or baseline:NAME',
    ),
  parameters: optional(
    z.string().min(1),
    'FILE',
    'the search parameters to begin with: a JSON file from the folder of this file, NAME=VALUE,… or default',
    'those that the game is played with',
  ),
  tuneParameters: tunings.describe('search parameters to tune, by name'),
  tuneWeights: tunings.describe(
    'numbers of the weights to tune instead: a feature of linear weights, output:I and outputBias of a network; * for all others',
  ),
  ...spsaSettings,
  test: z
    .strictObject(testShape)
    .prefault({})
    .refine(({ elo0, elo1 }) => elo0 < elo1, { path: ['elo0'], message: 'expected less than elo1' })
    .describe('the closing test of the estimate against the start'),
});

export type SpsaSettings = Omit<z.output<typeof spsaConfigSchema>, '$schema'>;

/** A config that was read, with its board. */
export interface SpsaConfig {
  game: Game;
  size: number;
  /** Files by their path from the working folder. */
  settings: SpsaSettings;
}

/** Reads a config; throws an InputError that says what is wrong with it. */
export function readSpsaConfig(file: string): SpsaConfig {
  const { $schema: _, ...settings } = readConfig(file, spsaConfigSchema);
  const refuse = (problem: string): never => {
    throw new InputError(`${file} is wrong at ${problem}`);
  };
  const folder = dirname(file);
  // From here where it lies within, so that recorded commands can be pasted.
  const fromHere = (path: string) => {
    const near = relative('.', resolve(folder, path));
    return near.startsWith('..') ? resolve(folder, path) : near;
  };
  const { game: name, weights, parameters, nodes, seconds, book, test } = settings;
  const game = gameNamed(name) ?? (namesModule(name) ? loadGame(name, folder) : undefined);
  if (game === undefined)
    return refuse(`game: expected one of ${games.map((known) => known.name).join(', ')}, or a module`);
  if (nodes !== null && seconds !== null) refuse('seconds: expected it without nodes');
  if (test.nodes !== null && test.seconds !== null) refuse('test.seconds: expected it without nodes');
  if (book !== null && (settings.openings !== null || settings.openingBound !== null))
    refuse('book: it has openings of its own; expected it without openings and openingBound');
  const count = [settings.tuneParameters, settings.tuneWeights].map((tuned) => Object.keys(tuned).length);
  if ((count[0] === 0) === (count[1] === 0))
    refuse('tuneParameters: expected numbers in it or in tuneWeights, and not in both');
  const isFile = (text: string) => existsSync(fromHere(text));
  return {
    game,
    size: boardSize(game, settings.size),
    settings: {
      ...settings,
      game: game.name,
      weights: isWeightsName(weights) ? weights : fromHere(weights),
      parameters: parameters !== null && isFile(parameters) ? fromHere(parameters) : parameters,
      book: book !== null && isFile(book) ? fromHere(book) : book,
    },
  };
}
