// What goes through the queue. Both ends check it as they would a file from a stranger.
import { z } from 'zod';
import { games } from '../../../engine/games/index.ts';
import { InputError } from '../../../engine/input-error.ts';
import { parseBounded } from '../../../engine/json-text.ts';
import { hash } from '../../settings/setting.ts';
import type { GameJob } from '../game-job.ts';
import { HEURISTIC_IDENTITY } from '../heuristic-identity.ts';
import { matchJobSettings } from '../match-settings.ts';
import { selfplayJobSettings } from '../selfplay-settings.ts';

const whole = z.int().min(0);
const positive = z.int().min(1);
/** What may stand in a line for people. */
const name = z.string().regex(/^[\w.:+-]{1,120}$/);

/** Weights by their hash, and search parameters that are not the default. */
const heuristic = z.string().regex(HEURISTIC_IDENTITY);

// No program and no clock: a queue shall not make a machine run anything, and no two machines have the same seconds.
const playedByQueue = {
  first: heuristic.or(z.literal('random')),
  second: heuristic.or(z.literal('random')),
  seconds: z.null(),
};

const queueSettings: z.ZodType<GameJob['settings']> = z.union([
  selfplayJobSettings,
  matchJobSettings.extend(playedByQueue),
]);

/** What a run plays; weights are named by their hash. */
const runSchema = z
  .strictObject({
    version: name,
    game: name,
    /** Of the code of a game from outside. */
    gameSha256: hash.optional(),
    size: whole,
    settings: queueSettings,
  })
  .refine(({ game, size }) => games.find((known) => known.name === game)?.sizes.includes(size) ?? true, {
    error: 'the game is not played on that size',
  });

const indexSchema = z.int().min(0).max(1e9);

/** Games to play, each with its opening. */
const jobSchema = z.strictObject({
  run: name,
  games: z
    .array(z.strictObject({ index: indexSchema, opening: z.array(positive).max(100) }))
    .min(1)
    .max(1000),
});

/** Played games as rows of CSV. */
const resultSchema = z.strictObject({
  version: name,
  worker: name,
  games: z
    .array(
      z.strictObject({
        index: indexSchema,
        text: z.string(),
        searchMilliseconds: z.number().min(0),
        milliseconds: z.number().min(0),
      }),
    )
    .min(1)
    .max(1000),
});

const workerSchema = z.strictObject({
  version: name,
  concurrency: positive,
  games: whole,
  seconds: whole,
  /** Whether it makes fits too. */
  fits: z.boolean(),
});

/** How far a coordinator has come. */
const pulseSchema = z.strictObject({
  version: name,
  coordinator: name,
  games: whole,
  refused: whole,
});

/** The one thing that every version of a pulse says. */
const versionSchema = z.object({ version: name });

export const isName = (text: string): boolean => name.safeParse(text).success;

export type FleetRun = z.infer<typeof runSchema>;
export type FleetJob = z.infer<typeof jobSchema>;
export type FleetResult = z.infer<typeof resultSchema>;
export type WorkerState = z.infer<typeof workerSchema>;
export type Pulse = z.infer<typeof pulseSchema>;

export const readRun = (text: string) => read(runSchema, text, 'a run');
export const readJob = (value: unknown) => check(jobSchema, value, 'a job');
export const readResult = (text: string) => read(resultSchema, text, 'a result');
export const readWorker = (text: string) => read(workerSchema, text, 'a worker');
export const readVersion = (text: string) => read(versionSchema, text, 'a pulse');
export const readPulse = (text: string) => read(pulseSchema, text, 'a pulse');

/** What others wrote as part of a line: no control characters, and not too much of it. */
export function printable(text: unknown): string {
  return String(text)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 300);
}

function read<Form>(schema: z.ZodType<Form>, text: string, what: string): Form {
  let value: unknown;
  try {
    value = parseBounded(text);
  } catch {
    throw new InputError(`${what} is not JSON`);
  }
  return check(schema, value, what);
}

function check<Form>(schema: z.ZodType<Form>, value: unknown, what: string): Form {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const [{ path, message }] = error.issues;
  throw new InputError(
    `${what} is wrong at ${path.join('.').slice(0, 80) || 'the top'}: ${message.slice(0, 200)}`,
  );
}
