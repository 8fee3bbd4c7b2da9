import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { existsSync, readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { availableParallelism, cpus, freemem, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { InputError } from '../../engine/input-error.ts';
import { BACKENDS, type BackendKind } from '../fit/backend/backend.ts';
import { parseAddress } from '../play/fleet/address.ts';
import { queueStatus } from '../play/fleet/status.ts';
import { QUEUE_VARIABLE } from '../process/child-environment.ts';
import { Failure } from '../process/failure.ts';
import { workerFile } from '../process/pool.ts';
import { programPath } from '../process/program-path.ts';
import type { BackendSpeed } from './backend-speed.ts';

/** Something that may be missing: what there is of it, or how to get it. */
interface Part {
  name: string;
  serves: string;
  /** Its version or its place; null where it is missing. */
  found: string | null;
  /** The command that gets it. */
  remedy: string;
}

/** What this machine has of what evalsmith uses. Sizes in bytes. */
export interface Diagnosis {
  evalsmith: string;
  node: { version: string; needs: string };
  processor: { cores: number; model: string };
  memory: { free: number; total: number };
  /** Of the folder that the command runs in. */
  disk: { free: number };
  backends: ({ backend: BackendKind } & BackendSpeed)[];
  packages: Part[];
  /** For tests and benchmarks alone. */
  programs: Part[];
  /** Null where EVALSMITH_QUEUE is not set. */
  queue: { name: string; redis: string; workers: number } | { problem: string } | null;
}

export async function diagnosis(seconds: number): Promise<Diagnosis> {
  const { version, engines } = createRequire(import.meta.url)('evalsmith/package.json') as {
    version: string;
    engines: { node: string };
  };
  const { bavail, bsize } = await statfs('.');
  const backends: Diagnosis['backends'] = [];
  // In turn, so that each has the machine to itself.
  for (const backend of BACKENDS) backends.push({ backend, ...(await speedOf(backend, seconds)) });
  return {
    evalsmith: version,
    node: { version: process.versions.node, needs: engines.node },
    processor: { cores: availableParallelism(), model: cpus()[0]?.model.trim() ?? 'unknown' },
    memory: { free: freemem(), total: Math.min(totalmem(), process.constrainedMemory() || Infinity) },
    disk: { free: bavail * bsize },
    backends,
    packages: [
      packagePart('@duckdb/node-api', 'datasets as Parquet'),
      packagePart('bullmq', 'games on the workers of a queue'),
      packagePart('ioredis', 'games on the workers of a queue'),
    ],
    programs: [
      programPart('tests of pages', 'chromium', 'chromium-browser', 'google-chrome'),
      programPart('tests of a queue', 'redis-server'),
      programPart('tests of TLS', 'openssl'),
      programPart('the benchmark against native code', 'gcc'),
    ],
    queue: await queueState(),
  };
}

async function speedOf(backend: BackendKind, seconds: number): Promise<BackendSpeed> {
  const program = fileURLToPath(workerFile('doctor/backend-speed.js'));
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, backend, String(seconds)]);
    return JSON.parse(stdout) as BackendSpeed;
  } catch (error) {
    const { signal, code } = error as { signal?: string; code?: number };
    return {
      problem: `the ${backend} backend does not work here: its process ended with ${signal ?? `code ${code}`}`,
    };
  }
}

function packagePart(name: string, serves: string): Part {
  // Not by resolving it: a package need not tell its version to others.
  const places = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const file = places.map((place) => join(place, name, 'package.json')).find((path) => existsSync(path));
  const found =
    file === undefined ? null : (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  return { name, serves, found, remedy: `npm install ${name}` };
}

function programPart(serves: string, ...names: [string, ...string[]]): Part {
  return {
    name: names[0],
    serves,
    found: programPath(...names) ?? null,
    remedy: `apt-get install ${names[0]}`,
  };
}

async function queueState(): Promise<Diagnosis['queue']> {
  if ((process.env[QUEUE_VARIABLE] ?? '') === '') return null;
  try {
    const { queue, redis, workers } = await queueStatus(parseAddress('--queue', 'env'));
    return { name: queue, redis: redis.version, workers: workers.length };
  } catch (error) {
    // No message of these repeats what may hold a password.
    if (error instanceof InputError || error instanceof Failure) return { problem: error.message };
    return { problem: 'the queue does not answer as it should' };
  }
}
