import type { Redis } from 'ioredis';
import { sha256 } from '../../../engine/node/sha256.ts';
import { games } from '../../../engine/games/index.ts';
import { InputError } from '../../../engine/input-error.ts';
import { weightsText } from '../../../engine/seal.ts';
import { readWeights, type Weights } from '../../../engine/weights.ts';
import { type GameJob, seatIdentities } from '../game-job.ts';
import { type FleetRun, readRun } from './messages.ts';
import { keys, KEPT_SECONDS } from './redis-keys.ts';
import { answersOf } from './trouble.ts';

/** A run as the queue holds it. */
export interface StoredRun {
  /** Of the place it is written to and of what it plays, so that one that goes on finds what it left. */
  id: string;
  text: string;
  weights: readonly Weights[];
}

export function storedRun(
  { game, size, settings, seats }: GameJob,
  version: string,
  place: string,
): StoredRun {
  const text = JSON.stringify({ version, game, size, settings } satisfies FleetRun);
  const weights = seats.flatMap((seat) => (seat.kind === 'weights' ? [seat.weights] : []));
  return { id: `${sha256(place).slice(0, 8)}-${hashOf(text)}`, text, weights };
}

function hashOf(text: string): string {
  return sha256(text).slice(0, 24);
}

/** Puts a run and its weights where workers find them. */
export async function storeRun(client: Redis, { id, text, weights }: StoredRun): Promise<void> {
  const all = client.multi().sadd(keys.runs, id).set(keys.run(id), text, 'EX', KEPT_SECONDS);
  for (const file of weights) all.set(keys.weights(file.sha256), weightsText(file), 'EX', KEPT_SECONDS);
  await answersOf(all.exec());
}

/** Keeps a run for as long as it takes. */
export async function keepRun(client: Redis, { id, weights }: StoredRun): Promise<void> {
  const all = client.multi().expire(keys.run(id), KEPT_SECONDS);
  for (const file of weights) all.expire(keys.weights(file.sha256), KEPT_SECONDS);
  await answersOf(all.exec());
}

export async function forgetRun(client: Redis, id: string): Promise<void> {
  await client.multi().del(keys.run(id), keys.pulse(id), keys.results(id)).srem(keys.runs, id).exec();
}

/** Reads a run and its weights and checks both by their hashes; undefined where the run is over. */
export async function fetchRun(client: Redis, id: string, version: string): Promise<GameJob | undefined> {
  const text = await client.get(keys.run(id));
  if (text === null) return undefined;
  if (id.split('-')[1] !== hashOf(text)) throw new InputError(`the run ${id} has the wrong hash`);
  const run = readRun(text);
  if (run.version !== version)
    throw new InputError(`the run ${id} is of version ${run.version}; this worker is ${version}`);
  const seats = await Promise.all(
    seatIdentities(run.settings).map(async (identity) =>
      identity === 'random'
        ? ({ kind: 'random' } as const)
        : ({ kind: 'weights', weights: await fetchWeights(client, run, identity) } as const),
    ),
  );
  return { game: run.game, size: run.size, settings: run.settings, seats };
}

async function fetchWeights(client: Redis, { game: name, size }: FleetRun, hash: string): Promise<Weights> {
  const text = await client.get(keys.weights(hash));
  if (text === null) throw new InputError(`the weights ${hash} are not in the queue`);
  const game = games.find((known) => known.name === name)!;
  const weights = readWeights(text, game, size, sha256);
  if (weights.sha256 !== hash)
    throw new InputError(`the weights that the queue holds as ${hash} are ${weights.sha256}`);
  return weights;
}
