import { join } from 'node:path';
import type { Game } from '../../engine/game.ts';
import { loadWeights } from '../../engine/node/named-weights.ts';
import type { Weights } from '../../engine/weights.ts';
import { contentsHash } from '../dataset/dataset-writer.ts';
import { fitSettings } from '../fit/data/fit-kind.ts';
import { type FitWay, isMade, runFit } from '../fit/fit-run.ts';
import { fitKind } from '../fit/kinds.ts';
import { readResult, readRun } from '../store/run-folder.ts';
import type { FitResult } from '../store/runs.ts';
import type { FitConfig } from './config.ts';
import type { Stage } from './stage.ts';
import type { Source } from './earlier-games.ts';

export interface FittedWeights {
  folder: string;
  file: string;
  result: FitResult;
  weights: Weights;
}

/** A fit to the games of the night and of those before it. */
export function fitStage(
  game: Game,
  size: number,
  name: string,
  fit: FitConfig,
  sources: readonly Source[],
  folder: string,
  fleet: FitWay['fleet'],
): Stage<FittedWeights> {
  const kind = fitKind(fit.model);
  const file = join(folder, 'weights.json');
  const read = (): FittedWeights => ({
    folder,
    file,
    result: readResult(folder, 'fit'),
    weights: loadWeights(game, size, file, 'the fit'),
  });
  const positions = sources.reduce((sum, { manifest }) => sum + manifest.positions, 0);
  return {
    name,
    title: `a ${fit.model} fit to ${positions} positions of ${sources.length} ${sources.length === 1 ? 'night' : 'nights'}`,
    milliseconds: fit.for,
    find(recorded) {
      if (!isMade(folder)) return undefined;
      const made = read();
      // Games that it learned from may have been damaged since.
      if (recorded === made.weights.sha256) return made;
      const run = readRun(folder);
      const hashes = sources.map(({ manifest }) => contentsHash(manifest));
      const isSame =
        JSON.stringify(fitSettings(kind, run.settings, folder)) === JSON.stringify(fit.settings) &&
        run.inputs.map(({ sha256 }) => sha256).join() === hashes.join();
      return isSame ? made : undefined;
    },
    async make(budget, terminal) {
      const datasets = sources.map((source) => source.folder);
      const way = { shouldStop: () => budget.isSpent, fleet };
      const code = await runFit(kind, datasets, fit.settings, folder, terminal, way);
      return code === 0 ? read() : undefined;
    },
    identify: ({ weights }) => weights.sha256,
  };
}
