import { dirname, relative, resolve } from 'node:path';
import { z } from 'zod';
import { baselineNames, firstBaseline } from '../../engine/node/named-weights.ts';
import { loadGame, namesModule } from '../../engine/node/outside-games.ts';
import { isWeightsName } from '../../engine/node/weights-folder.ts';
import { gameNamed, games } from '../../engine/games/index.ts';
import type { FitSettings } from '../fit/data/data-settings.ts';
import { settled } from '../fit/data/fit-kind.ts';
import { fitKind, fitKinds } from '../fit/kinds.ts';
import { selfplaySettings } from '../play/selfplay-settings.ts';
import { selfplayLength, USUAL_GAMES } from '../play/selfplay-form.ts';
import { gateSettings } from '../prove/gate-form.ts';
import { ladderSettings } from '../prove/ladder-form.ts';
import { eloBounds } from '../prove/sprt-settings.ts';
import { configJson, parseConfig } from '../settings/config-file.ts';
import { optional, seedSetting, time, whole } from '../settings/setting.ts';

// The settings of stages are declared where the stages are; a config adds times, and what only a night has.

const limit = (of: string) => optional(time, 'TIME', `the most time of ${of}, such as 90s, 30m or 8h`);

const selfplaySchema = z.strictObject({
  ...selfplayLength,
  games: selfplayLength.games
    .unwrap()
    .default(USUAL_GAMES)
    .describe('how many games; null for as many as there is time for'),
  ...selfplaySettings,
});

const fitSchemas = fitKinds.map(({ name, settings }) =>
  z.strictObject({
    model: z.literal(name),
    for: limit('the fit'),
    settings: z
      .strictObject(settings.shape)
      .prefault({})
      .transform((values) => settled(values as unknown as FitSettings)),
  }),
);
const fitSchema = z.discriminatedUnion('model', fitSchemas as [(typeof fitSchemas)[0]]);

const gateSchema = z
  .strictObject({ for: limit('the gate'), ...eloBounds, ...gateSettings })
  .refine(({ elo0, elo1 }) => elo0 < elo1, { path: ['elo0'], message: 'expected less than elo1' });

const ladderSchema = z.strictObject({
  for: limit('the ladder'),
  ...ladderSettings,
  champions: whole(1, 100).default(4).describe('the newest so many champions play'),
  baselines: z
    .array(z.string())
    .optional()
    .describe('baselines that play, by name; hand, or zero where a game has no such'),
  random: z.boolean().default(true).describe('whether random plays; it is then the anchor'),
});

const partSchema = z
  .strictObject({
    game: z
      .string()
      .describe('a game by its name, or by its path from the folder of this file or its package'),
    size: whole(1, 100),
    for: limit('this game and size'),
    champion: z
      .string()
      .nullable()
      .default(null)
      .describe(
        'who is champion before any night: a weights file from the folder of this file, default, linear, hand, baseline:NAME, or null for what the package plays',
      ),
    window: whole(0, 10_000).default(4).describe('earlier nights whose games are learned from too'),
    cap: whole(0, 1e9).default(1_000_000).describe('the most positions of earlier nights, the newest first'),
    selfplay: selfplaySchema.prefault({}),
    fits: z
      .array(fitSchema)
      .min(1)
      .prefault(
        fitKinds
          .filter(({ isForEveryGame }) => isForEveryGame)
          .map(({ name }) => ({ model: name, settings: {} })),
      ),
    gate: gateSchema.prefault({}),
    ladder: ladderSchema.prefault({}),
  })
  .superRefine(({ game: name, size, fits, ladder }, context) => {
    const complain = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    const game = gameNamed(name);
    if (game === undefined)
      return complain(
        ['game'],
        `expected one of ${games.map((known) => known.name).join(', ')}, or a module`,
      );
    if (!game.sizes.includes(size))
      complain(['size'], `${game.name} is played with sizes of ${game.sizes.join(', ')}`);
    fits.forEach(({ model, settings }, i) => {
      const objection = fitKind(model).objection?.(settings, game);
      if (objection === undefined) return;
      const { setting, problem } = objection;
      complain(['fits', i, ...(setting === null ? ['model'] : ['settings', setting])], problem);
    });
    const known = baselineNames(game);
    ladder.baselines?.forEach((name, i) => {
      if (!known.includes(`baseline:${name}`))
        complain(['ladder', 'baselines', i], `the baselines of ${game.name} are ${known.join(', ')}`);
    });
  })
  .refine(({ selfplay }) => selfplay.games !== null || selfplay.for !== null, {
    path: ['selfplay', 'games'],
    message: 'null needs a time in for; expected a number of games, a time, or both',
  })
  .transform((part) => {
    const baselines = part.ladder.baselines ?? [
      firstBaseline(gameNamed(part.game)!).replace('baseline:', ''),
    ];
    return { ...part, ladder: { ...part.ladder, baselines } };
  });

export const configSchema = z
  .strictObject({
    $schema: z.string().optional(),
    out: z.string().min(1).describe('the folder of all nights, from the folder of this file'),
    seed: seedSetting('decides all that is random'),
    for: limit('a night'),
    workers: optional(whole(1, 256), 'W', 'games played at a time', 'one a core'),
    keep: optional(whole(1, 1e6), 'N', 'nights whose games are kept', 'all'),
    install: z
      .boolean()
      .default(false)
      .describe('whether accepted weights also become those that this package plays'),
    site: z
      .strictObject({
        nights: whole(1, 10_000)
          .default(7)
          .describe(
            'the newest so many nights have pages of their fits, gates and ladders; older ones one page each',
          ),
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
        complain(['keep'], `${keep} nights are kept and games.${i}.window is ${window}; expected more`);
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
  return parseNightlyConfig(configJson(file), file, dirname(file));
}

/** Fills in the defaults; paths of the config are from the folder. */
export function parseNightlyConfig(json: unknown, name: string, folder: string): NightlyConfig {
  return placed(parseConfig(namedGames(json, folder), name, configSchema), folder);
}

/** The same with the names of games in place of their modules, which are loaded. */
function namedGames(json: unknown, folder: string): unknown {
  const { games: parts } = (json ?? {}) as { games?: unknown };
  if (!Array.isArray(parts)) return json;
  const named = parts.map((part: { game?: unknown } | null) =>
    typeof part?.game === 'string' && namesModule(part.game)
      ? { ...part, game: loadGame(part.game, folder).name }
      : part,
  );
  return { ...(json as object), games: named };
}

function placed(config: NightlyConfig, folder: string): NightlyConfig {
  // From here where it lies within, so that recorded commands can be pasted.
  const fromHere = (path: string) => {
    const near = relative('.', resolve(folder, path)) || '.';
    return near.startsWith('..') ? resolve(folder, path) : near;
  };
  const isFile = (champion: string | null): champion is string =>
    champion !== null && !isWeightsName(champion);
  return {
    ...config,
    out: fromHere(config.out),
    games: config.games.map((part) =>
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
