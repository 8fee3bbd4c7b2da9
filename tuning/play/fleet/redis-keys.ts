/** The first part of every key in Redis that is ours. */
const PREFIX = 'evalsmith';

/** What the names of queues begin with: that of games, and that of fits. */
export const GAMES_QUEUE = 'games';
export const FITS_QUEUE = 'fits';

/** The queue of the jobs of one kind and version: workers of another never see them. */
export function queueNames(version: string, kind = GAMES_QUEUE): { prefix: string; queue: string } {
  return { prefix: PREFIX, queue: `${kind}-${version}` };
}

/** The keys in Redis besides those of the queue itself. */
export const keys = {
  /** The set of the ids of runs. */
  runs: `${PREFIX}:runs`,
  /** What a run plays, as text; the id holds the hash of it. */
  run: (id: string) => `${PREFIX}:run:${id}`,
  /** How far its coordinator has come; gone soon after it. */
  pulse: (id: string) => `${PREFIX}:pulse:${id}`,
  /** The list of results that the coordinator has not taken yet. */
  results: (id: string) => `${PREFIX}:results:${id}`,
  weights: (sha256: string) => `${PREFIX}:weights:${sha256}`,
  /** What came of a fit. */
  fit: (id: string) => `${PREFIX}:fit:${id}`,
  /** The game for which a worker was shut out. */
  shutOut: (name: string) => `${PREFIX}:shut-out:${name}`,
  /** The set of the names of workers. */
  workers: `${PREFIX}:workers`,
  /** What a worker is; gone soon after it. */
  worker: (name: string) => `${PREFIX}:worker:${name}`,
};

/** What nobody has come back for in this time is forgotten. */
export const KEPT_SECONDS = 7 * 24 * 3600;

/** A pattern of all of them, in the form of Redis. */
export const OWN_KEYS = `${PREFIX}:*`;

// The first that fits counts; in a queue all else is a job.
const KINDS: readonly [RegExp, string][] = [
  [/^(runs|workers)$/, 'set'],
  [/^(run|pulse|weights|worker|fit|shut-out):/, 'string'],
  [/^results:/, 'list'],
  [/^(games|fits)-[^:]+:(wait|active|paused)$/, 'list'],
  [/^(games|fits)-[^:]+:(delayed|failed|completed|prioritized|marker)$/, 'zset'],
  [/^(games|fits)-[^:]+:stalled$/, 'set'],
  [/^(games|fits)-[^:]+:(id|pc|stalled-check)$/, 'string'],
  [/^(games|fits)-[^:]+:events$/, 'stream'],
  [/^(games|fits)-[^:]+:[^:]+$/, 'hash'],
];

/** What Redis calls the kind of value that belongs at one of our keys. */
export function kindOfKey(key: string): string | undefined {
  const name = key.slice(PREFIX.length + 1);
  return KINDS.find(([form]) => form.test(name))?.[1];
}
