import { z } from 'zod';
import { InputError } from '../../engine/input-error.ts';
import type { Weights } from '../../engine/weights.ts';
import { type DatasetDescription, descriptionSchema } from '../dataset/manifest.ts';
import { fitSettings, type Model, type ModelSettings } from '../fit/fit-settings.ts';

/** A fit as its weights tell of it: enough to run it again. */
export interface Recipe {
  model: Model;
  settings: ModelSettings[Model];
  datasets: DatasetDescription[];
  codeVersion: string;
  backend: string;
}

const ORIGINS = { 'fit linear': 'linear', 'fit network': 'network' } as const;

const provenanceSchema = z.looseObject({
  origin: z.literal(Object.keys(ORIGINS) as (keyof typeof ORIGINS)[]),
  settings: z.record(z.string(), z.json()),
  codeVersion: z.string(),
  backend: z.string(),
  datasets: z.array(descriptionSchema).min(1),
});

/** Whether weights came of a fit; those made by hand have nothing behind them. */
export function isFitted({ provenance }: Weights): boolean {
  return Object.hasOwn(ORIGINS, String(provenance['origin']));
}

/** How weights were made; throws an InputError where they do not tell all of it. */
export function recipeOf(name: string, weights: Weights): Recipe {
  if (!isFitted(weights))
    throw new InputError(
      `${name} came of no fit: its origin is ${JSON.stringify(weights.provenance['origin'])}; expected ${Object.keys(ORIGINS).join(' or ')}`,
    );
  const read = provenanceSchema.safeParse(weights.provenance);
  if (!read.success) {
    const { path, message } = read.error.issues[0];
    throw new InputError(
      `${name} does not tell all of how it was made: provenance.${path.join('.')}: ${message}; expected weights of a fit that describes its datasets`,
    );
  }
  const { origin, settings, codeVersion, backend, datasets } = read.data;
  const model = ORIGINS[origin];
  return { model, settings: fitSettings(model, settings, name), datasets, codeVersion, backend };
}
