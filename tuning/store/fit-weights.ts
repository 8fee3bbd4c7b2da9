import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../engine/input-error.ts';
import { readWeightsFile } from './read-weights.ts';

/** Refuses the folder of a fit that has not the weights which the fit made. */
export function needFitWeights(folder: string, sha256: string): void {
  const file = join(folder, 'weights.json');
  if (!existsSync(file)) throw new InputError(`${file} is missing; the fit beside it made it`);
  const { weights } = readWeightsFile(file);
  if (weights.sha256 !== sha256)
    throw new InputError(`${file} has the sha256 ${weights.sha256}; the fit beside it made ${sha256}`);
}
