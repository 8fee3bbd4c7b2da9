import { codeVersion, sourcesHash } from '../provenance.ts';

// What a worker runs besides the code that codeVersion covers.
const WORKER_SOURCES = ['tuning/dataset', 'tuning/fleet', 'tuning/match', 'tuning/pool'];

/** What coordinator and workers must have in common: the code that decides games, and the code that carries them. */
export function fleetVersion(): string {
  return `${codeVersion()}.${sourcesHash(WORKER_SOURCES)}`;
}
