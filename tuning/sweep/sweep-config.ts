import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { InputError } from '../../engine/input-error.ts';
import type { FitSettings } from '../fit/data/data-settings.ts';
import { type FitKind, fitSettings } from '../fit/data/fit-kind.ts';
import { type BackendChoice, chosenBackend } from '../fit/backend/backend.ts';
import { fitKind, fitKinds } from '../fit/kinds.ts';
import { type SweepMatchSettings, sweepMatchSettings } from './sweep-match.ts';
import { readConfig } from '../settings/config-file.ts';
import type { Settings } from '../settings/setting.ts';

/** Any of the settings, each as `form` has it. */
function some(shape: Settings, form: (schema: z.ZodType) => z.ZodType = (schema) => schema): z.ZodType {
  const given = (schema: z.ZodType) =>
    schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : schema;
  const entries = Object.entries(shape).map(([name, schema]) => {
    const meta = schema.meta() ?? {};
    return [name, form(given(schema)).optional().meta({ description: meta.description })];
  });
  return z.strictObject(Object.fromEntries(entries) as Record<string, z.ZodType>);
}

const MOST_FITS = 10_000;

/** The form of a config whose fits are of a kind. */
function configOf({ name, settings: { shape } }: FitKind): z.ZodType<SweepFile> {
  const model = z.literal(name);
  return z.strictObject({
    $schema: z.string().optional(),
    model: name === fitKinds[0].name ? model.default(name) : model,
    datasets: z.array(z.string()).min(1).describe('folders of datasets, from the folder of this file'),
    settings: some(shape).default({}).describe('settings of all fits'),
    grid: some(shape, (schema) => z.array(schema).min(1))
      .optional()
      .describe('lists of values: a fit for each combination, the last setting changing fastest'),
    fits: z.array(some(shape)).optional().describe('more fits, each by the settings in which it differs'),
    match: some(sweepMatchSettings)
      .optional()
      .describe(
        'what each fit plays in the end, so that the table has Elo with its interval beside the loss',
      ),
  }) as unknown as z.ZodType<SweepFile>;
}

type Given = Record<string, z.core.util.JSONType>;

interface SweepFile {
  model: string;
  datasets: string[];
  settings: Given;
  grid?: Record<string, Given[string][]>;
  fits?: Given[];
  match?: Given;
}

/** The form of every config. */
export const configSchema = z.union(fitKinds.map(configOf));

export interface SweepConfig {
  kind: FitKind;
  datasets: string[];
  fits: FitSettings[];
  /** The settings in which the fits differ. */
  varied: (keyof FitSettings)[];
  match: SweepMatchSettings | undefined;
  config: SweepFile;
}

/** Reads a sweep's config, whose fits have this backend where they name none; throws an InputError that says what is wrong with it. */
export function readSweepConfig(file: string, backend: BackendChoice): SweepConfig {
  const { model } = readConfig(file, z.looseObject({ model: z.string().default(fitKinds[0].name) }));
  const kind = fitKind(model, file);
  const config = readConfig(file, configOf(kind));
  const combined = Object.values(config.grid ?? {}).reduce((product, values) => product * values.length, 1);
  if (combined > MOST_FITS)
    throw new InputError(`${file} has a grid of ${combined} fits; expected ${MOST_FITS} at most`);
  const { backend: own = 'auto' } = config.settings;
  config.settings = { ...config.settings, backend: own === 'auto' ? chosenBackend(backend) : own };
  const given = [...(config.grid === undefined ? [] : combinations(config.grid)), ...(config.fits ?? [])];
  if (given.length === 0) throw new InputError(`${file} has no fits; expected a grid or a list of fits`);
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
    match: config.match && z.object(sweepMatchSettings).parse(config.match),
    config,
  };
}

function combinations(grid: NonNullable<SweepFile['grid']>): Given[] {
  return Object.entries(grid).reduce<Given[]>(
    (before, [name, values]) =>
      before.flatMap((given) => values.map((value) => ({ ...given, [name]: value }))),
    [{}],
  );
}
