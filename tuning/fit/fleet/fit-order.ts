import { z } from 'zod';
import { gameNamed } from '../../../engine/games/index.ts';
import { InputError } from '../../../engine/input-error.ts';
import { parseBounded } from '../../../engine/json-text.ts';
import { gameIdentity } from '../../../engine/node/outside-games.ts';
import { sha256 } from '../../../engine/node/sha256.ts';
import { readWeights } from '../../../engine/weights.ts';
import { describeDataset } from '../../dataset/dataset-writer.ts';
import { readManifest } from '../../dataset/manifest.ts';
import { hash, wrongAt } from '../../settings/setting.ts';
import { codeVersion } from '../../store/identity.ts';
import { json } from '../../store/json-value.ts';
import type { FitSettings } from '../data/data-settings.ts';
import type { Fit, FitKind } from '../data/fit-kind.ts';
import { parcelOf } from './dataset-depot.ts';

const name = z.string().regex(/^[\w.:+-]{1,120}$/);

const orderSchema = z.strictObject({
  /** Of the code that makes fits of this kind and game. */
  version: name,
  game: name,
  /** Of the code of a game from outside. */
  gameSha256: hash.optional(),
  size: z.int().min(0),
  model: name,
  settings: z.record(z.string(), json),
  /** The datasets, as they are known on their way. */
  datasets: z.array(hash).min(1).max(100_000),
});

/** A fit as the queue has it: all that decides it. */
export type FitOrder = z.infer<typeof orderSchema>;

const answerSchema = z.union([
  z.strictObject({ worker: name, weights: z.string(), result: z.unknown() }),
  /** Why there is no such fit, wherever it is made. */
  z.strictObject({ worker: name, failure: z.string() }),
]);

/** What a worker sends back. */
export type FitAnswer = z.infer<typeof answerSchema>;

export function fitOrder(kind: FitKind, folders: readonly string[], settings: FitSettings): FitOrder {
  const { game, size } = readManifest(folders[0]);
  return {
    version: codeVersion(`fit ${kind.name}`, game),
    game,
    ...gameIdentity(game),
    size,
    model: kind.name,
    settings: { ...settings },
    datasets: folders.map(parcelOf),
  };
}

/** The same for the same fit, whoever orders it. */
export function orderId(order: FitOrder): string {
  return `fit-${sha256(JSON.stringify(order)).slice(0, 24)}`;
}

/** Throws an InputError where it is none. */
export function readOrder(value: unknown): FitOrder {
  return checked(orderSchema, value, 'an order of a fit');
}

export function readAnswer(text: string): FitAnswer {
  let value: unknown;
  try {
    value = parseBounded(text);
  } catch {
    throw new InputError('what came of a fit is not JSON');
  }
  return checked(answerSchema, value, 'what came of a fit');
}

/** A fit that came back; throws an InputError where it is not what was ordered, as far as its files tell. */
export function fitOf(
  kind: FitKind,
  { version, game, size, settings }: FitOrder,
  folders: readonly string[],
  { weights: text, result: made }: Extract<FitAnswer, { weights: string }>,
): Fit {
  const weights = readWeights(text, gameNamed(game)!, size, sha256);
  const parsed = kind.result.safeParse(made);
  if (!parsed.success) throw new InputError(`the result is wrong at ${wrongAt(parsed.error)}`);
  const { data: result } = parsed;
  const { steps } = result as unknown as Pick<Fit, 'steps'>;
  const datasets = folders.map((folder) => describeDataset(readManifest(folder)));
  const expected = { origin: `fit ${kind.name}`, settings, codeVersion: version, datasets };
  for (const [key, value] of Object.entries(expected))
    if (canonical(weights.provenance[key]) !== canonical(value))
      throw new InputError(`the ${key} of its weights are not those of the order`);
  if (result.weights.sha256 !== weights.sha256) throw new InputError('its result is of other weights');
  return { weights, result, steps };
}

/** JSON whose keys are in order: a weights file keeps another than settings do. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

function checked<Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw new InputError(`${what} is wrong at ${wrongAt(read.error).slice(0, 200)}`);
}
