// How games begin and end, for self-play and matches alike.
import { z } from 'zod';
import type { Game } from '../../engine/game.ts';
import { games, moduleOf } from '../../engine/games/index.ts';
import { DECISIVE } from '../../engine/score.ts';
import { optional, setting, type Settings, type Values, whole } from '../settings/setting.ts';
import { USUAL_BOUND } from './openings.ts';

/** Random plies of an opening, where the game does not say how many it needs. */
const USUAL_PLIES = 4;

function usualOpenings(game: Game): number {
  return moduleOf(game).openingPlies ?? USUAL_PLIES;
}

const byGame = (valueOf: (game: Game) => number) =>
  games.map((game) => `${game.name} ${valueOf(game)}`).join(', ');

export const openingSettings = {
  openings: optional(
    whole(0, 100),
    'PLIES',
    'random plies at the beginning of each game',
    `${byGame(usualOpenings)}, and ${USUAL_PLIES} where a game does not say`,
  ),
  openingBound: optional(
    whole(1, DECISIVE),
    'SCORE',
    'leave out openings that are scored beyond this',
    'a win probability of 90 %',
  ),
};

export const drawSettings = {
  cap: optional(
    whole(1, 1_000_000),
    'PLIES',
    'a game of this length is a draw',
    byGame(({ plyCap }) => plyCap),
  ),
  repetition: setting(
    z.boolean().default(true),
    'on|off',
    'whether a position that occurs a third time is a draw',
  ),
};

export const depthSetting = optional(
  whole(1, 100),
  'D',
  'the deepest a search goes',
  'as deep as the other limits allow',
);

type PerGame = 'openings' | 'openingBound' | 'cap';

/** Values with what is usual for the game in place of null; openings are judged by scores of this scale. */
export function filledIn<Given extends Record<PerGame, number | null>>(
  given: Given,
  game: Game,
  scale: number,
): Filled<Given> {
  return {
    ...given,
    openings: given.openings ?? usualOpenings(game),
    openingBound: given.openingBound ?? Math.round(scale * USUAL_BOUND),
    cap: given.cap ?? game.plyCap,
  } as Filled<Given>;
}

type Filled<Given> = { [Name in keyof Given]: Name extends PerGame ? number : Given[Name] };

/**
 * The schemas of settings as they are recorded: those that depend on the game are filled in. A setting that came later than a
 * record has its default there.
 */
export function recordedSettings<Shape extends Settings>(
  shape: Shape,
): { [Name in keyof Shape]: z.ZodType<Filled<Values<Shape>>[Name & keyof Values<Shape>]> } {
  const perGame: readonly string[] = ['openings', 'openingBound', 'cap'] satisfies PerGame[];
  const entries = Object.entries(shape).map(([name, schema]) => {
    if (!perGame.includes(name)) return [name, schema];
    return [name, (schema as z.ZodDefault<z.ZodNullable<z.ZodType>>).unwrap().unwrap()];
  });
  return Object.fromEntries(entries) as ReturnType<typeof recordedSettings<Shape>>;
}
