// Options that several commands have.
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { parseSize } from '../../engine/text/arguments.ts';
import type { Game } from '../../engine/game.ts';
import { setting, toggle, whole } from './setting.ts';

export const gameArgument = setting(z.string(), 'GAME', 'betsy, raichu or conga');

export const sizeOption = setting(
  z.int().nullable().default(null),
  'N',
  'the size of the board',
  'the usual size of the game',
);

export const outOption = (help: string) => setting(z.string(), 'DIR', help);

export const workersOption = setting(
  whole(1, 256).nullable().default(null),
  'W',
  'games played at a time',
  'one a core',
);

export const queueOption = setting(
  z.string().nullable().default(null),
  'URL',
  'play on the workers of a queue, redis://HOST:PORT or rediss://; env takes the URL from EVALSMITH_QUEUE, ' +
    'which keeps a password out of sight',
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
