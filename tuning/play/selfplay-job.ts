import { z } from 'zod';
import { loadWeights } from '../../engine/node/weights-folder.ts';
import type { Game } from '../../engine/game.ts';
import type { Weights } from '../../engine/weights.ts';
import { hash, picked, type Values, whole } from '../settings/setting.ts';
import { filledIn, recordedSettings } from './game-settings.ts';
import { type selfplayForm, selfplaySettings } from './selfplay-form.ts';
import type { SelfplayJob, SelfplaySettings } from './selfplay-settings.ts';
import type { CommandValues } from '../settings/command-form.ts';

/** The settings of self-play as a dataset and a queue hold them. */
export const selfplayRecord: z.ZodType<SelfplaySettings> = z.strictObject({
  by: z.literal('selfplay'),
  seed: whole(0, Number.MAX_SAFE_INTEGER),
  weights: hash,
  opponent: hash.nullable(),
  ...recordedSettings(selfplaySettings),
});

/** The games that some settings lead to, between weights that are loaded. */
export function selfplayJob(
  game: Game,
  size: number,
  values: Values<typeof selfplaySettings>,
  { seed, weights, opponent }: { seed: number; weights: Weights; opponent: Weights | null },
): SelfplayJob {
  return {
    game: game.name,
    size,
    weights,
    opponent,
    settings: {
      by: 'selfplay',
      seed,
      weights: weights.sha256,
      opponent: opponent?.sha256 ?? null,
      ...filledIn(picked(selfplaySettings, values), game, weights.scale),
    },
  };
}

/** The same for a command's values, which name the weights. */
export function openSelfplayJob(
  game: Game,
  size: number,
  values: CommandValues<typeof selfplayForm>,
): SelfplayJob {
  const weights = loadWeights(game, size, values.weights ?? undefined);
  const opponent = values.opponent === null ? null : loadWeights(game, size, values.opponent, '--opponent');
  return selfplayJob(game, size, values, { seed: values.seed, weights, opponent });
}
