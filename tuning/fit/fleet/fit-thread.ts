// The file that the thread of a queue worker runs which makes fits.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { gameNamed } from '../../../engine/games/index.ts';
import { InputError } from '../../../engine/input-error.ts';
import { takeOutsideGames } from '../../../engine/node/outside-games.ts';
import { weightsText } from '../../../engine/seal.ts';
import { Failure } from '../../process/failure.ts';
import { serveTasks } from '../../process/pool.ts';
import { loadBackend } from '../backend/backend.ts';
import { Checkpoint, removeCheckpoint } from '../data/checkpoint.ts';
import type { FitSettings } from '../data/data-settings.ts';
import { fitKind } from '../kinds.ts';

/** A fit that this machine has all for. */
export interface FitTask {
  game: string;
  model: string;
  settings: FitSettings;
  folders: readonly string[];
  /** What its checkpoint is named after. */
  place: string;
  threads: number;
}

export type FitOutcome =
  | { weights: string; result: unknown }
  | { failure: string }
  /** What is wrong with what it was given. */
  | { problem: string };

takeOutsideGames();
serveTasks(() => async (task): Promise<FitOutcome> => {
  const { game: name, model, settings, folders, place, threads } = task as FitTask;
  try {
    const kind = fitKind(model);
    const backend = { ...(await loadBackend(settings.backend)), threads };
    const data = await kind.read(gameNamed(name)!, folders, settings);
    mkdirSync(dirname(place), { recursive: true });
    const checkpoint = new Checkpoint(place, kind.name, data, settings, backend.name, () => {});
    const watch = { resumed: () => {}, restarted: () => {}, heard: () => {}, shouldStop: () => false };
    const { weights, result, steps } = (await kind.fit(backend, data, settings, checkpoint, watch))!;
    removeCheckpoint(place);
    return { weights: weightsText(weights), result: { ...result, steps } };
  } catch (error) {
    if (error instanceof Failure) {
      removeCheckpoint(place);
      return { failure: error.message };
    }
    if (error instanceof InputError) return { problem: error.message };
    throw error;
  }
});
