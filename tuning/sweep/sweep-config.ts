import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { InputError } from '../../engine/input-error.ts';
import type { FitSettings } from '../fit/data/data-settings.ts';
import { type FitKind, fitSettings } from '../fit/data/fit-kind.ts';
import { fitKind, fitKinds, kindName } from '../fit/kinds.ts';

const settings = z.record(z.string(), z.json());

const configSchema = z.strictObject({
  model: kindName.default(fitKinds[0].name),
  /** Folders of datasets, from the folder of this file. */
  datasets: z.array(z.string()).min(1),
  /** Settings of all fits. */
  settings: settings.default({}),
  /** Lists of values: a fit for each combination, the last setting changing fastest. */
  grid: z.record(z.string(), z.array(z.json()).min(1)).optional(),
  /** More fits, each by the settings in which it differs. */
  fits: z.array(settings).optional(),
});

export interface SweepConfig {
  kind: FitKind;
  datasets: string[];
  fits: FitSettings[];
  /** The settings in which the fits differ. */
  varied: (keyof FitSettings)[];
  config: z.infer<typeof configSchema>;
}

/** Reads a sweep's config; throws an InputError that says what is wrong with it. */
export function readSweepConfig(file: string): SweepConfig {
  const config = parseConfig(file);
  const given = [...(config.grid === undefined ? [] : combinations(config.grid)), ...(config.fits ?? [])];
  if (given.length === 0) throw new InputError(`${file} has no fits; expected a grid or a list of fits`);
  const kind = fitKind(config.model);
  const fits = given.map((own, i) =>
    fitSettings(kind, { ...config.settings, ...own }, `${file}, fit ${i + 1}`),
  );
  const names = Object.keys(fits[0]) as (keyof FitSettings)[];
  const valuesOf = (name: keyof FitSettings) => new Set(fits.map((fit) => JSON.stringify(fit[name])));
  return {
    kind,
    datasets: config.datasets.map((dataset) => resolve(dirname(file), dataset)),
    fits,
    varied: names.filter((name) => valuesOf(name).size > 1),
    config,
  };
}

function parseConfig(file: string): z.infer<typeof configSchema> {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new InputError(
      code === undefined ? `CONFIG ${file} is not JSON` : `CONFIG ${file} cannot be read (${code})`,
      { cause: error },
    );
  }
  const read = configSchema.safeParse(json);
  if (read.success) return read.data;
  const { path, message } = read.error.issues[0];
  throw new InputError(`${file} is wrong at ${path.join('.') || 'the top'}: ${message}`);
}

type Settings = z.infer<typeof settings>;

function combinations(grid: Readonly<Record<string, readonly Settings[string][]>>): Settings[] {
  return Object.entries(grid).reduce<Settings[]>(
    (before, [name, values]) => before.flatMap((some) => values.map((value) => ({ ...some, [name]: value }))),
    [{}],
  );
}
