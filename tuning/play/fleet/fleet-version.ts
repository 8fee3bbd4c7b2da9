import { codeVersion, sourcesHash } from '../../store/identity.ts';

// What a worker runs besides the code that codeVersion covers.
const WORKER_SOURCES = ['tuning/dataset', 'tuning/play', 'tuning/process/pool'];

/** What coordinator and workers must have in common: the code that decides games, and the code that carries them. */
export function fleetVersion(): string {
  return `${codeVersion()}.${sourcesHash(WORKER_SOURCES)}`;
}
