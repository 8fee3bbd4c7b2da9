import type { Redis } from 'ioredis';
import { gameIdentity } from '../../../engine/node/outside-games.ts';
import { sha256 } from '../../../engine/node/sha256.ts';
import type { Game } from '../../../engine/game.ts';
import { gameNamed } from '../../../engine/games/index.ts';
import { InputError } from '../../../engine/input-error.ts';
import { weightsText } from '../../../engine/seal.ts';
import { readWeights, type Weights } from '../../../engine/weights.ts';
import { Failure } from '../../process/failure.ts';
import { type GameJob, seatIdentities } from '../game-job.ts';
import { heuristicOf } from '../heuristic-identity.ts';
import { type FleetRun, readRun } from './messages.ts';
import { keys, KEPT_SECONDS } from './redis-keys.ts';
import { answersOf } from './trouble.ts';

/** A run as the queue holds it. */
export interface StoredRun {
  /** Of the place it is written to and of what it plays, so that one that resumes finds what it left. */
  id: string;
  text: string;
  weights: readonly Weights[];
}

export function storedRun(
  { game, size, settings, seats }: GameJob,
  version: string,
  place: string,
): StoredRun {
  const run: FleetRun = { version, game, ...gameIdentity(game), size, settings };
  const text = JSON.stringify(run);
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

/**
 * Reads a run and its weights and checks both by their hashes; undefined where the run is over. Throws a Failure where this
 * worker has not the game that is played.
 */
export async function fetchRun(client: Redis, id: string, version: string): Promise<GameJob | undefined> {
  const text = await client.get(keys.run(id));
  if (text === null) return undefined;
  if (id.split('-')[1] !== hashOf(text)) throw new InputError(`the run ${id} has the wrong hash`);
  const run = readRun(text);
  if (run.version !== version)
    throw new InputError(`the run ${id} is of version ${run.version}; this worker is ${version}`);
  const game = needGame(run);
  const seats = await Promise.all(
    seatIdentities(run.settings).map(async (identity) =>
      identity === 'random'
        ? ({ kind: 'random' } as const)
        : fetchHeuristic(client, game, run.size, identity),
    ),
  );
  return { game: run.game, size: run.size, settings: run.settings, seats };
}

/** The game of a run or a fit; throws a Failure where this machine has it not, or another of the name. */
export function needGame({
  game: name,
  gameSha256,
  size,
}: Pick<FleetRun, 'game' | 'gameSha256' | 'size'>): Game {
  const game = gameNamed(name);
  const { gameSha256: own } = gameIdentity(name);
  if (game?.sizes.includes(size) && own === gameSha256) return game;
  const [theirs, ours] = [gameSha256, own].map((hash) => (hash === undefined ? '' : ` ${hash.slice(0, 12)}`));
  throw new Failure(
    game === undefined
      ? `a run of the queue plays ${name}${theirs}, a game that this worker has not; expected --game with its module`
      : `a run of the queue plays ${name}${theirs} and this worker has ${name}${ours}; expected the same code`,
  );
}

async function fetchHeuristic(client: Redis, game: Game, size: number, identity: string) {
  const { hash, ...rest } = heuristicOf(identity);
  return { kind: 'weights', weights: await fetchWeights(client, game, size, hash), ...rest } as const;
}

async function fetchWeights(client: Redis, game: Game, size: number, hash: string): Promise<Weights> {
  const text = await client.get(keys.weights(hash));
  if (text === null) throw new InputError(`the weights ${hash} are not in the queue`);
  const weights = readWeights(text, game, size, sha256);
  if (weights.sha256 !== hash)
    throw new InputError(`the weights that the queue holds as ${hash} are ${weights.sha256}`);
  return weights;
}
