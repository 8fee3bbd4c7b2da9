import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { z } from 'zod';
import { namedWeightsFile } from '../../engine/node/weights-folder.ts';
import { games } from '../../engine/games/index.ts';
import { InputError } from '../../engine/input-error.ts';
import { DECISIVE } from '../../engine/score.ts';
import { parseDuration } from '../cli/arguments.ts';
import { fitKind, fitKinds, kindName } from '../fit/kinds.ts';

// The form of a nightly config; the defaults stand here and nowhere else.

const whole = (least: number, most: number) => z.int().min(least).max(most);
const even = (least: number, most: number) => whole(least, most).multipleOf(2);

/** A time such as 90s, 30m or 8h, in milliseconds; null for as long as it takes. */
const time = z
  .string()
  .transform((text, context) => {
    try {
      return parseDuration('it', text);
    } catch {
      context.addIssue(`${JSON.stringify(text)} is no time; expected such as 90s, 30m or 8h`);
      return z.NEVER;
    }
  })
  .nullable()
  .default(null);

const selfplaySchema = z.strictObject({
  /** How many games; null for as many as there is time for. */
  games: whole(1, 1e9).nullable().default(1000),
  /** Ends self-play, which then has the games that were played; those are the first of the same sequence. */
  for: time,
  nodes: whole(1, 1e9).default(5000),
  depth: whole(1, 100).nullable().default(null),
  /** null for what is usual for the game. */
  openings: whole(0, 100).nullable().default(null),
  openingBound: whole(1, DECISIVE).nullable().default(null),
  randomRate: z.number().min(0).max(1).default(0),
  cap: whole(1, 1e6).nullable().default(null),
  repetition: z.boolean().default(true),
  adjudicate: z
    .strictObject({ score: whole(1, DECISIVE), plies: whole(1, 1000) })
    .nullable()
    .default(null),
  gamesPerShard: whole(1, 1e6).default(1000),
});

const fitSchema = z
  .strictObject({
    model: kindName,
    for: time,
    /** As in the config of a sweep. */
    settings: z.record(z.string(), z.json()).default({}),
  })
  .transform(({ settings, ...fit }, context) => {
    const read = fitKind(fit.model).settings.safeParse(settings);
    if (read.success) return { ...fit, settings: read.data };
    const { path, message } = read.error.issues[0];
    context.addIssue({ code: 'custom', path: ['settings', ...path], message });
    return z.NEVER;
  });

const gateSchema = z
  .strictObject({
    for: time,
    nodes: whole(1, 1e9).default(5000),
    elo0: z.number().min(-1000).max(1000).default(0),
    elo1: z.number().min(-1000).max(1000).default(10),
    alpha: z.number().min(0.0001).max(0.49).default(0.05),
    beta: z.number().min(0.0001).max(0.49).default(0.05),
    model: z.enum(['logistic', 'normalized']).default('normalized'),
    /** The most games of the sequential test. */
    games: even(2, 1e7).default(20_000),
    seconds: z.number().min(0.01).max(3600).default(0.1),
    clockGames: even(0, 1e6).default(40),
    otherGames: even(0, 1e6).default(100),
  })
  .refine(({ elo0, elo1 }) => elo0 < elo1, { path: ['elo0'], message: 'expected less than elo1' });

const ladderSchema = z.strictObject({
  for: time,
  nodes: whole(1, 1e9).default(1000),
  /** Of each match. */
  games: even(2, 1e6).default(100),
  /** The newest so many champions play. */
  champions: whole(1, 100).default(4),
  baselines: z.array(z.string()).default(['hand']),
  random: z.boolean().default(true),
});

const partSchema = z
  .strictObject({
    game: z.enum(games.map(({ name }) => name)),
    size: z.int(),
    for: time,
    /** Who is champion before any night: a weights file from the folder of this file, or baseline:NAME; null for what the package plays. */
    champion: z.string().nullable().default(null),
    /** Earlier nights whose games are learned from too. */
    window: whole(0, 10_000).default(4),
    /** The most positions of earlier nights, the newest first. */
    cap: whole(0, 1e9).default(1_000_000),
    selfplay: selfplaySchema.prefault({}),
    fits: z
      .array(fitSchema)
      .min(1)
      .prefault(fitKinds.map(({ name }) => ({ model: name }))),
    gate: gateSchema.prefault({}),
    ladder: ladderSchema.prefault({}),
  })
  .superRefine(({ game: name, size, fits, ladder }, context) => {
    const game = games.find((known) => known.name === name)!;
    const complain = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    if (!game.sizes.includes(size))
      complain(['size'], `${game.name} is played with sizes of ${game.sizes.join(', ')}`);
    fits.forEach(({ model, settings }, i) => {
      try {
        fitKind(model).check?.(settings, game);
      } catch (error) {
        complain(['fits', i, 'settings'], (error as Error).message);
      }
    });
    ladder.baselines.forEach((baseline, i) => {
      try {
        namedWeightsFile(game, `baseline:${baseline}`, 'it');
      } catch (error) {
        complain(['ladder', 'baselines', i], (error as Error).message);
      }
    });
  })
  .refine(({ selfplay }) => selfplay.games !== null || selfplay.for !== null, {
    path: ['selfplay', 'games'],
    message: 'null needs a time in for; expected a number of games, a time, or both',
  });

const configSchema = z
  .strictObject({
    /** The folder of all nights, from the folder of this file. */
    out: z.string().min(1),
    seed: whole(0, Number.MAX_SAFE_INTEGER).default(1),
    /** For a whole night. */
    for: time,
    workers: whole(1, 256).nullable().default(null),
    /** Nights whose games are kept; null for all. */
    keep: whole(1, 1e6).nullable().default(null),
    /** Whether accepted weights also become those that this package plays. */
    install: z.boolean().default(false),
    site: z
      .strictObject({
        /** The newest so many nights have pages of their fits, gates and ladders there; older ones have one page each. */
        nights: whole(1, 10_000).default(7),
      })
      .prefault({}),
    games: z.array(partSchema).min(1),
  })
  .superRefine(({ games: parts, keep, install }, context) => {
    const complain = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    const names = parts.map(partName);
    parts.forEach(({ window, gate }, i) => {
      if (names.indexOf(names[i]) !== i)
        complain(['games', i], `${names[i]} is there already; expected each game and size once`);
      if (keep !== null && keep <= window)
        complain(['keep'], `${keep} nights are kept and games.${i} looks back on ${window}; expected more`);
      if (install && (gate.clockGames === 0 || gate.otherGames === 0))
        complain(
          ['install'],
          `games.${i}.gate leaves a match out; expected clockGames and otherGames above 0`,
        );
    });
  });

export type NightlyConfig = z.infer<typeof configSchema>;
export type PartConfig = NightlyConfig['games'][number];

/** A fit of a config with all of its settings. */
export type FitConfig = z.infer<typeof fitSchema>;

/** A game and size as folders are named. */
export function partName({ game, size }: Pick<PartConfig, 'game' | 'size'>): string {
  return `${game}-${size}`;
}

/** Reads a config file; throws an InputError that names the key that is wrong. */
export function readNightlyConfig(file: string): NightlyConfig {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new InputError(
      code === undefined
        ? `CONFIG ${file} is not JSON: ${message}`
        : `CONFIG ${file} cannot be read (${code})`,
      { cause: error },
    );
  }
  return parseNightlyConfig(json, file, dirname(file));
}

/** Fills in the defaults; paths of the config are from the folder. */
export function parseNightlyConfig(json: unknown, name: string, folder: string): NightlyConfig {
  const read = configSchema.safeParse(json);
  if (!read.success) {
    const { path, message } = read.error.issues[0];
    throw new InputError(`${name} is wrong at ${path.join('.') || 'the top'}: ${message}`);
  }
  // From here where it lies within, so that recorded commands can be pasted.
  const fromHere = (path: string) => {
    const near = relative('.', resolve(folder, path)) || '.';
    return near.startsWith('..') ? resolve(folder, path) : near;
  };
  const isFile = (champion: string | null): champion is string =>
    champion !== null && !champion.startsWith('baseline:');
  return {
    ...read.data,
    out: fromHere(read.data.out),
    games: read.data.games.map((part) =>
      isFile(part.champion) ? { ...part, champion: fromHere(part.champion) } : part,
    ),
  };
}

/** What decides the outcome of a night; times, workers and keeping do not. */
export function nightSettings({ seed, install, games: parts }: NightlyConfig): z.core.util.JSONType {
  const json = JSON.stringify({ seed, install, games: parts }, (key, value: unknown) =>
    key === 'for' ? undefined : value,
  );
  return JSON.parse(json) as z.core.util.JSONType;
}
