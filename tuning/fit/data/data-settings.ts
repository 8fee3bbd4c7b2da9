import { z } from 'zod';
import { BACKEND_CHOICES, BACKEND_VARIABLE } from '../backend/backend.ts';
import {
  picked,
  seedSetting,
  setting,
  type Settings,
  toggle,
  type Values,
  whole,
} from '../../settings/setting.ts';

// The settings that fits of every kind share.

/** Which rows of a dataset count. A row has no score to learn from where its move was not searched. */
export const rowSettings = {
  keepDecided: toggle(
    'keep positions that the search saw won or lost, whose result does not depend on the heuristic',
  ),
  keepRandom: toggle('keep positions in which a random move was played, which may have decided the game'),
  keepOpenings: toggle('keep positions of the openings'),
  // Quiescence scores such a position by its evaluation or by what the captures and promotions lead to, whichever is better, so
  // that its evaluation alone need not tell the result.
  keepNoisy: toggle('keep positions with a capture or promotion at hand, which the search looks beyond'),
  firstPly: setting(whole(0, 10_000).default(0), 'P', 'leave out the plies before this one'),
};

export const targetSettings = {
  lambda: setting(
    z.number().min(0).max(1).default(1),
    'L',
    'the target is L * result + (1 - L) * sigmoid(search score / scale)',
  ),
  lambdaPlies: setting(
    whole(0, 10_000).default(0),
    'P',
    'with more than 0, L rises to 1 towards the end of the game: half of what it lacks is left with every P plies before the end',
  ),
  scoreScale: setting(
    z.number().gt(0).max(1e6).nullable().default(null),
    'S',
    'that scale of the search scores',
    'the scale at which they predict the results best',
  ),
};

export const splitSettings = {
  fraction: setting(
    z.number().gt(0).max(1).default(1),
    'F',
    'the share of the games not held out that are learned from',
  ),
  heldOut: setting(
    z.number().min(0.01).max(0.9).default(0.1),
    'F',
    'the share of games that are kept apart to measure by',
  ),
  seed: seedSetting('decides which games those are, and all else that is random'),
};

export const backendSetting = setting(
  z.enum(BACKEND_CHOICES).default('auto'),
  BACKEND_CHOICES.join('|'),
  `what TensorFlow.js computes with; auto is what ${BACKEND_VARIABLE} names, or wasm, which gives the same bytes on any machine`,
);

export const computingSettings = { backend: backendSetting };

export type RowSettings = Values<typeof rowSettings>;
export type TargetSettings = Values<typeof targetSettings>;
export type SplitSettings = Values<typeof splitSettings>;
type ComputingSettings = Values<typeof computingSettings>;

/** What the settings of every kind of fit have. */
export type FitSettings = RowSettings & TargetSettings & SplitSettings & ComputingSettings;

/** The same for fits that read the same; `more` are the settings that decide it besides those of every kind. */
export function rowsName(settings: FitSettings, more: Settings = {}): string {
  return JSON.stringify(picked({ ...rowSettings, ...splitSettings, ...more }, settings));
}
