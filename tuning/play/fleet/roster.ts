// Who is there: workers and coordinators leave a sign of life in Redis that goes when they do not renew it.
import { hostname } from 'node:os';
import type { Redis } from 'ioredis';
import { InputError } from '../../../engine/input-error.ts';
import {
  type FleetRun,
  isName,
  type Pulse,
  readPulse,
  readRun,
  readVersion,
  readWorker,
  type WorkerState,
} from './messages.ts';
import { keys } from './redis-keys.ts';
import { answersOf } from './trouble.ts';

export const BEAT_MILLISECONDS = 2000;
const LIFE_MILLISECONDS = 15_000;
// A worker that begins anew has another name.
const SHUT_OUT_SECONDS = 24 * 3600;

/** This machine in the name of a worker or coordinator. */
export function machineName(): string {
  return (
    hostname()
      .replace(/[^\w.-]/g, '-')
      .slice(0, 64) || 'unnamed'
  );
}

export async function signalWorker(client: Redis, name: string, state: WorkerState): Promise<void> {
  const all = client
    .multi()
    .sadd(keys.workers, name)
    .set(keys.worker(name), JSON.stringify(state), 'PX', LIFE_MILLISECONDS);
  await answersOf(all.exec());
}

/** Tells a worker that nothing more is taken from it. */
export async function shutOutWorker(client: Redis, name: string, game: number): Promise<void> {
  await client.set(keys.shutOut(name), String(game), 'EX', SHUT_OUT_SECONDS);
}

/** The game for which a worker was shut out. */
export async function gameOfShutOut(client: Redis, name: string): Promise<number | undefined> {
  const game = await client.get(keys.shutOut(name));
  return game === null ? undefined : Number(game);
}

export async function signOffWorker(client: Redis, name: string): Promise<void> {
  await client.multi().srem(keys.workers, name).del(keys.worker(name)).exec();
}

export async function signalRun(client: Redis, id: string, pulse: Pulse): Promise<void> {
  await client.set(keys.pulse(id), JSON.stringify(pulse), 'PX', LIFE_MILLISECONDS);
}

export interface LiveWorker extends WorkerState {
  name: string;
}

/** The workers that have lately given a sign; names of others are dropped. */
export async function liveWorkers(client: Redis): Promise<LiveWorker[]> {
  const names = await namesIn(client, keys.workers);
  const texts = await textsOf(client, names.map(keys.worker));
  await drop(
    client,
    keys.workers,
    names.filter((_, i) => texts[i] === null),
  );
  return names.flatMap((name, i) => {
    const state = readable(texts[i], readWorker);
    return state === undefined ? [] : [{ name, ...state }];
  });
}

export interface KnownRun extends FleetRun {
  id: string;
  /** Undefined while no coordinator is at work on it. */
  pulse: Pulse | undefined;
}

/** The runs that are under way or were left; those long forgotten are dropped. */
export async function knownRuns(client: Redis): Promise<KnownRun[]> {
  const ids = await namesIn(client, keys.runs);
  const texts = await textsOf(client, ids.map(keys.run));
  const pulses = await textsOf(client, ids.map(keys.pulse));
  await drop(
    client,
    keys.runs,
    ids.filter((_, i) => texts[i] === null),
  );
  return ids.flatMap((id, i) => {
    const run = readable(texts[i], readRun);
    return run === undefined ? [] : [{ id, ...run, pulse: readable(pulses[i], readPulse) }];
  });
}

/** The versions of the runs that a coordinator is at work on, whatever else they say. */
export async function liveVersions(client: Redis): Promise<string[]> {
  const ids = await namesIn(client, keys.runs);
  const pulses = await textsOf(client, ids.map(keys.pulse));
  const versions = pulses.map((text) => readable(text, readVersion)?.version);
  return [...new Set(versions.filter((version) => version !== undefined))];
}

/** The members of a set that may stand in a line for people; anybody may have put others there. */
async function namesIn(client: Redis, key: string): Promise<string[]> {
  return (await client.smembers(key)).filter(isName);
}

async function drop(client: Redis, key: string, gone: readonly string[]): Promise<void> {
  if (gone.length === 0) return;
  // Where nothing may be written they stay for another time.
  await client.srem(key, ...gone).catch(() => {});
}

async function textsOf(client: Redis, names: readonly string[]): Promise<(string | null)[]> {
  return names.length === 0 ? [] : client.mget(...names);
}

function readable<Form>(text: string | null, reader: (text: string) => Form): Form | undefined {
  if (text === null) return undefined;
  try {
    return reader(text);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
