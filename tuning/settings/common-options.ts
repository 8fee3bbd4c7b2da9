// Options that several commands have.
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { parseSize } from '../../engine/text/arguments.ts';
import type { Game } from '../../engine/game.ts';
import { builtIn } from '../../engine/games/index.ts';
import { optional, setting, toggle, whole } from './setting.ts';

export const gameArgument = setting(
  z.string(),
  'GAME',
  `${builtIn.map(({ name }) => name).join(', ')}, or the path or package of another game`,
);

export const sizeOption = optional(whole(1, 100), 'N', 'the size of the board', 'the usual size of the game');

export const outOption = (help: string) => setting(z.string().min(1), 'DIR', help);

export const workersOption = optional(whole(1, 256), 'W', 'games played at a time', 'one a core');

const queueOption = optional(
  z.string(),
  'URL',
  'play on the workers of a queue, redis://HOST:PORT or rediss://; env takes the URL from EVALSMITH_QUEUE, ' +
    'which keeps a password out of sight',
);

export const storeOption = optional(
  z.string().min(1),
  'DIR',
  'with --queue, make fits on its workers; their datasets travel through this folder, which all machines see',
);

/** What a command that plays on one board into a run folder begins with. */
export const boardOptions = (out: string) => ({ game: gameArgument, out: outOption(out), size: sizeOption });

/** The queue that plays games, and how far it is trusted. */
export const fleetOptions = {
  queue: queueOption,
  audit: setting(
    z.number().min(0).max(1).default(0.05),
    'SHARE',
    'the share of the games from a queue that are played again, to find workers that do not play what the code plays',
  ),
};

/** Who plays the games of a command. */
export const playersOptions = { workers: workersOption, ...fleetOptions };

export const parametersSetting = optional(
  z.string().min(1),
  'FILE',
  'search parameters: a JSON file, NAME=VALUE,… or default',
  'those of engine/parameters',
);

export const bookOption = optional(
  z.string().min(1),
  'FILE',
  'openings of a book that `evalsmith openings` made; default for that of this package',
  'random openings',
);

export const jsonOption = toggle('print the result as one JSON object');

/** The size that a person chose, or the usual one. */
export function boardSize(game: Game, size: number | null): number {
  return size === null ? game.usualSize : parseSize(game, String(size));
}

/** The workers that a person chose, or one a core. */
export function workerCount(workers: number | null): number {
  return workers ?? availableParallelism();
}
