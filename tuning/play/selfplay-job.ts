import { z } from 'zod';
import { loadWeights } from '../../engine/node/weights-folder.ts';
import type { Game } from '../../engine/game.ts';
import type { Weights } from '../../engine/weights.ts';
import type { CommandValues } from '../settings/command-form.ts';
import { hash, picked, seedSetting, type Values } from '../settings/setting.ts';
import { filledIn, recordedSettings } from './game-settings.ts';
import { type selfplayForm, selfplaySettings } from './selfplay-form.ts';

/** The settings of self-play as a dataset and a queue hold them: two runs with the same settings and code play the same. */
export const selfplayJobSettings = z.strictObject({
  by: z.literal('selfplay'),
  seed: seedSetting('').unwrap(),
  /** Of the heuristic that plays, and of its opponent where that is another. */
  weights: hash,
  opponent: hash.nullable(),
  ...recordedSettings(selfplaySettings),
});

export type SelfplaySettings = z.output<typeof selfplayJobSettings>;

/** What it takes to play any game of a run. */
export interface SelfplayJob {
  game: string;
  size: number;
  settings: SelfplaySettings;
  weights: Weights;
  opponent: Weights | null;
}

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
