// A run under way, as its files describe it: no run writes anything for whoever looks on.
import { existsSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { InputError } from '../../engine/input-error.ts';
import { hasManifest, readManifest } from '../dataset/manifest.ts';
import { nightLines } from '../nightly/night-journal.ts';
import { hasSpsaJournal, SpsaJournal } from '../prove/spsa/spsa-journal.ts';
import { estimate } from '../statistics/estimate.ts';
import type { SprtSettings } from '../statistics/sprt.ts';
import { type AtWork, atWorkIn } from '../store/lock.ts';
import { hasRun, readResult, readRun } from '../store/run-folder.ts';
import { fitUnderWay } from './fit-under-way.ts';
import { followedMatch, followedSelfplay } from './followed-games.ts';
import { entriesOf, GAMES, hasMatchGames, isAtWork, isRun, JOURNAL, runsBelow } from './found-runs.ts';
import { goalOf } from './process-goal.ts';

const number = z.number();
const interval = z.strictObject({
  value: number.nullable(),
  low: number.nullable(),
  high: number.nullable(),
});

/** What evalsmith status --json prints of a run. */
export const liveRunSchema = z.strictObject({
  folder: z.string(),
  name: z.string(),
  kind: z.string(),
  /** A run that was killed has a lock that nobody holds. */
  status: z.enum(['running', 'done', 'failed', 'stopped', 'killed', 'waiting']),
  /** Who is at work, since when it was last heard. */
  worker: z
    .strictObject({ pid: z.int(), host: z.string().nullable(), isHere: z.boolean(), heardSecondsAgo: number })
    .nullable(),
  game: z.string().nullable(),
  size: z.int().nullable(),
  /** What has been done, of how much, in which unit. */
  done: z.int(),
  goal: z.int().nullable(),
  unit: z.string(),
  /** A second, since somebody looks, and how many seconds are left at that rate. */
  rate: number.nullable(),
  secondsLeft: number.nullable(),
  /** Of the first player in self-play, of the first participant in a match. */
  results: z.strictObject({ won: z.int(), drawn: z.int(), lost: z.int() }).nullable(),
  pairs: z.array(z.int()).nullable(),
  elo: interval.nullable(),
  /** The course of a sequential test. */
  llr: z
    .strictObject({
      lower: number,
      upper: number,
      course: z.array(z.strictObject({ games: z.int(), llr: number })),
    })
    .nullable(),
  /** The losses of a fit. */
  steps: z.array(z.strictObject({ iteration: z.int(), trainLoss: number, heldOutLoss: number.nullable() })),
  /** Of a night, a sweep, a gate or spsa. */
  stages: z.array(z.strictObject({ name: z.string(), status: z.string() })),
  problem: z.string().nullable(),
});

export type LiveRun = z.infer<typeof liveRunSchema>;

/** The runs in some folders and below, those at work first; what is inside a run is told of with it, and by itself while it is at work. */
export function liveRuns(folders: readonly string[]): LiveRun[] {
  const found = [...new Set(folders.flatMap((folder) => runsBelow(folder)))];
  const rank = ({ status }: LiveRun) => (status === 'running' ? 0 : status === 'killed' ? 1 : 2);
  return found.map(liveRun).toSorted((one, other) => rank(one) - rank(other));
}

/** Runs that are over, with the times of the files that they were told from: each is read again only where one has changed. */
const over = new Map<string, { stamp: string; run: LiveRun }>();

/** A run by its files; what is damaged is named in it, as whoever looks on ends nothing. */
export function liveRun(folder: string): LiveRun {
  const stamp = stampOf(folder);
  const before = over.get(folder);
  if (stamp !== undefined && before?.stamp === stamp) return before.run;
  const run = readLiveRun(folder);
  if (stamp === undefined) over.delete(folder);
  else over.set(folder, { stamp, run });
  return run;
}

/** Undefined for a run that may change with none of these files. */
function stampOf(folder: string): string | undefined {
  if (isAtWork(folder) || !hasRun(folder)) return undefined;
  const names = ['run.json', 'result.json', 'manifest.json', join(GAMES, 'manifest.json')];
  return names
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? '-')
    .join(' ');
}

function readLiveRun(folder: string): LiveRun {
  const empty: LiveRun = {
    folder,
    name: basename(resolve(folder)),
    kind: 'run',
    status: 'waiting',
    worker: null,
    game: null,
    size: null,
    done: 0,
    goal: null,
    unit: 'games',
    rate: null,
    secondsLeft: null,
    results: null,
    pairs: null,
    elo: null,
    llr: null,
    steps: [],
    stages: [],
    problem: null,
  };
  try {
    const worker = workerIn(folder);
    const known = {
      ...empty,
      status: statusOf(folder, worker),
      worker: worker === undefined ? null : told(worker),
    };
    try {
      return { ...known, ...factsOf(folder, worker) };
    } catch (error) {
      return { ...known, problem: problemOf(error) };
    }
  } catch (error) {
    return { ...empty, problem: problemOf(error) };
  }
}

/** What is wrong with a file, which may be half there for a moment, or gone. */
function problemOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (!(error instanceof InputError) && code === undefined) throw error;
  return message;
}

function told({ pid, host, isHere, beat }: AtWork): LiveRun['worker'] {
  return { pid, host, isHere, heardSecondsAgo: Math.max(0, Math.round((Date.now() - beat) / 1000)) };
}

/** Who is at work on a run: by its lock or that of its games, or by the checkpoint of a fit, which has none. */
export function workerIn(folder: string): AtWork | undefined {
  return atWorkIn(folder) ?? atWorkIn(join(folder, GAMES)) ?? fitUnderWay(folder)?.worker;
}

function statusOf(folder: string, worker: AtWork | undefined): LiveRun['status'] {
  if (worker !== undefined) return worker.isAlive ? 'running' : 'killed';
  try {
    if (hasRun(folder)) return readRun(folder).status;
  } catch {
    return 'failed';
  }
  return hasManifest(folder) ? 'done' : 'waiting';
}

type Facts = Partial<LiveRun>;

function factsOf(folder: string, worker: AtWork | undefined): Facts {
  if (hasManifest(folder)) return selfplayFacts(folder, worker);
  if (hasMatchGames(folder)) return matchFacts(folder, worker);
  if (hasSpsaJournal(folder)) return spsaFacts(folder);
  if (hasRun(folder)) {
    const run = readRun(folder);
    if (run.kind === 'fit') {
      const { game, size, steps = [] } = readResult(folder, 'fit');
      return { kind: 'fit', game, size, unit: 'steps', done: steps.length, steps: plainSteps(steps) };
    }
    if (run.kind === 'gate') {
      const { game, size, stages, verdict } = readResult(folder, 'gate');
      const told = stages.map(({ name, result }) => ({ name, status: `${result.games} games` }));
      return {
        kind: 'gate',
        game,
        size,
        unit: 'stages',
        done: stages.length,
        stages: [...told, { name: 'verdict', status: verdict }],
      };
    }
    const { game = null, size = null } = readResult(folder, run.kind) as { game?: string; size?: number };
    const stages = existsSync(join(folder, JOURNAL)) ? nightFacts(folder, worker).stages : partsOf(folder);
    return { kind: run.kind, game, size, unit: 'parts', done: stages?.length ?? 0, stages };
  }
  const night = existsSync(join(folder, JOURNAL)) ? folder : nightUnderWay(folder);
  if (night !== undefined) return nightFacts(night, worker);
  const fit = fitUnderWay(folder);
  if (fit !== undefined) return fit.facts;
  const stages = partsOf(folder);
  return {
    kind: 'several runs',
    unit: 'parts',
    done: stages.filter(({ status }) => status === 'done').length,
    stages,
  };
}

/** The runs inside a folder, such as the fits of a sweep or the matches of a gate. */
function partsOf(folder: string): LiveRun['stages'] {
  return entriesOf(folder)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, folder: join(folder, name) }))
    .filter((part) => isRun(part.folder))
    .map((part) => ({ name: part.name, status: statusOf(part.folder, workerIn(part.folder)) }));
}

function selfplayFacts(folder: string, worker: AtWork | undefined): Facts {
  const { kind, game, size, positions } = readManifest(folder);
  if (kind === 'positions') return { kind: 'dataset', game, size, unit: 'positions', done: positions };
  const { games } = followedSelfplay(folder);
  return {
    kind: 'self-play',
    game,
    size,
    done: games.count,
    goal: goalOf(worker, folder)?.games ?? null,
    results: { ...games.results },
  };
}

function matchFacts(folder: string, worker: AtWork | undefined): Facts {
  const settings = hasRun(folder) ? readRun(folder).settings : undefined;
  const goal = goalOf(worker, folder) ?? goalIn(settings);
  const { manifest, games } = followedMatch(join(folder, GAMES), goal?.sprt ?? null);
  const { sheet, course } = games;
  const { won, drawn, lost, pairs } = sheet;
  return {
    kind: 'match',
    game: manifest.game,
    size: manifest.size,
    done: sheet.games,
    goal: goal?.games ?? null,
    results: { won, drawn, lost },
    pairs: [...pairs],
    elo: estimate(pairs)?.elo ?? null,
    llr:
      sheet.sprt === null
        ? null
        : { lower: sheet.sprt.lower, upper: sheet.sprt.upper, course: thinned(course) },
  };
}

function goalIn(settings: Readonly<Record<string, unknown>> | undefined) {
  if (settings === undefined) return undefined;
  const { sprt, games, alpha, beta, model } = settings;
  const test = sprt === null || sprt === undefined ? null : ({ ...sprt, alpha, beta, model } as SprtSettings);
  return { games: typeof games === 'number' ? games : null, sprt: test };
}

function thinned<Point>(points: readonly Point[]): Point[] {
  const step = Math.ceil(points.length / 200);
  return points.filter((_, i) => i % step === 0 || i === points.length - 1);
}

const plainSteps = (steps: readonly LiveRun['steps'][number][]) =>
  steps.map(({ iteration, trainLoss, heldOutLoss }) => ({ iteration, trainLoss, heldOutLoss }));

/** The latest night of those in a folder, whose lock is that of the folder. */
function nightUnderWay(folder: string): string | undefined {
  const nights = entriesOf(folder).filter(({ name }) => /^night-\d{4,}$/.test(name));
  const latest = nights
    .map(({ name }) => join(folder, name))
    .toSorted()
    .at(-1);
  return latest !== undefined && existsSync(join(latest, JOURNAL)) ? latest : undefined;
}

/** Numbers that are tuned, by the steps so far; their test is a part of the run. */
function spsaFacts(folder: string): Facts {
  const { begin, steps } = new SpsaJournal(folder);
  if (begin === undefined) return { kind: 'spsa' };
  const { game, size, games } = begin.settings as { game: string; size: number; games: number };
  const pairs = steps.reduce((sum, step) => sum + step.pairs.reduce((all, count) => all + count, 0), 0);
  const verdict = hasRun(folder) ? readResult(folder, 'spsa').verdict : null;
  const decided = verdict === null ? [] : [{ name: 'verdict', status: verdict }];
  return { kind: 'spsa', game, size, done: 2 * pairs, goal: games, stages: [...partsOf(folder), ...decided] };
}

function nightFacts(folder: string, worker: AtWork | undefined): Facts {
  const stages = new Map<string, string>();
  // A stage that has begun is over by its own line alone.
  const begun = worker?.isAlive ? 'running' : 'interrupted';
  let isOver = false;
  for (const entry of nightLines(folder).before) {
    if (entry.event === 'start') stages.set(entry.stage, begun);
    if (entry.event === 'done') stages.set(entry.stage, 'done');
    if (entry.event === 'failed') stages.set(entry.stage, `failed: ${entry.reason}`);
    if (entry.event === 'end') isOver = true;
  }
  const list = Array.from(stages, ([name, status]) => ({ name, status }));
  return {
    kind: 'night',
    unit: 'stages',
    done: list.filter(({ status }) => status === 'done').length,
    stages: list,
    ...(worker === undefined && { status: isOver ? 'done' : 'stopped' }),
  };
}
