import { z } from 'zod';
import { InputError } from '../../engine/input-error.ts';
import { wrongAt } from '../settings/setting.ts';
import type { Weights } from '../../engine/weights.ts';
import { type DatasetDescription, descriptionSchema } from '../dataset/manifest.ts';
import type { FitSettings } from '../fit/data/data-settings.ts';
import { type FitKind, fitSettings } from '../fit/data/fit-kind.ts';
import { recordedBackend } from '../fit/backend/backend.ts';
import { fitKinds } from '../fit/kinds.ts';

/** A fit as its weights tell of it: enough to run it again. */
export interface Recipe {
  kind: FitKind;
  settings: FitSettings;
  datasets: DatasetDescription[];
  codeVersion: string;
  backend: string;
}

const provenanceSchema = z.looseObject({
  settings: z.record(z.string(), z.json()),
  codeVersion: z.string(),
  backend: z.string(),
  datasets: z.array(descriptionSchema).min(1),
});

/** Whether weights came of a fit; those made by hand have nothing behind them. */
export function isFitted(weights: Weights): boolean {
  return kindOf(weights) !== undefined;
}

function kindOf({ provenance }: Weights): FitKind | undefined {
  return fitKinds.find(({ name }) => provenance['origin'] === `fit ${name}`);
}

/** How weights were made; throws an InputError where they do not tell all of it. */
export function recipeOf(name: string, weights: Weights): Recipe {
  const kind = kindOf(weights);
  if (kind === undefined)
    throw new InputError(
      `${name} came of no fit: its origin is ${JSON.stringify(weights.provenance['origin'])}; expected ${fitKinds.map((known) => `fit ${known.name}`).join(' or ')}`,
    );
  const read = provenanceSchema.safeParse(weights.provenance);
  if (!read.success) {
    throw new InputError(
      `${name} does not tell all of how it was made: provenance.${wrongAt(read.error)}; expected weights of a fit that describes its datasets`,
    );
  }
  const { settings, codeVersion, backend, datasets } = read.data;
  const computing = recordedBackend(backend);
  if (computing === undefined)
    throw new InputError(
      `${name} was made with the backend ${JSON.stringify(backend)}; expected wasm or tfjs-node`,
    );
  return {
    kind,
    // Older records have the name of what computed alone.
    settings: fitSettings(kind, { backend: computing, ...settings }, name),
    datasets,
    codeVersion,
    backend,
  };
}
