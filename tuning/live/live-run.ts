// A run under way, as its files describe it: no run writes anything for whoever looks on.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { gameNamed } from '../../engine/games/index.ts';
import { InputError } from '../../engine/input-error.ts';
import { journalName } from '../dataset/growing-dataset.ts';
import { hasManifest, type Manifest, readManifest, shardFile } from '../dataset/manifest.ts';
import { gameRow, gameRows, gameRowsText, type GameRow } from '../dataset/rows.ts';
import { readShard } from '../dataset/shards.ts';
import { nightLines } from '../nightly/night-journal.ts';
import { ScoreSheet } from '../prove/score-sheet.ts';
import { hasSpsaJournal, SpsaJournal } from '../prove/spsa/spsa-journal.ts';
import { estimate } from '../statistics/estimate.ts';
import type { SprtSettings } from '../statistics/sprt.ts';
import { textOfLine } from '../store/checked-line.ts';
import { JsonLines } from '../store/json-lines.ts';
import { type AtWork, atWorkIn } from '../store/lock.ts';
import { hasRun, readResult, readRun } from '../store/run-folder.ts';
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

const DEEPEST = 4;
const CHECKPOINT = '.checkpoint';

/** The runs in some folders and below, those at work first; what is inside a run is told of with it. */
export function liveRuns(folders: readonly string[]): LiveRun[] {
  const found = [...new Set(folders.flatMap((folder) => runsBelow(folder, 0)))];
  const runs = found.map(liveRun);
  const rank = ({ status }: LiveRun) => (status === 'running' ? 0 : status === 'killed' ? 1 : 2);
  return runs.toSorted((one, other) => rank(one) - rank(other));
}

function runsBelow(folder: string, depth: number): string[] {
  if (isRun(folder)) return [folder];
  if (depth === DEEPEST || !existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isFile() && entry.name.endsWith(CHECKPOINT)) {
      const fit = path.slice(0, -CHECKPOINT.length);
      return existsSync(fit) ? [] : [fit];
    }
    return entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules'
      ? runsBelow(path, depth + 1)
      : [];
  });
}

/** Whether a folder is of a run, whole or not. */
function isRun(folder: string): boolean {
  return (
    hasRun(folder) ||
    hasManifest(folder) ||
    hasManifest(join(folder, 'games')) ||
    existsSync(join(folder, 'lock')) ||
    existsSync(join(folder, 'journal.jsonl')) ||
    hasSpsaJournal(folder) ||
    existsSync(`${folder}${CHECKPOINT}`)
  );
}

/** A run by its files; what is damaged is named in it, as whoever looks on ends nothing. */
export function liveRun(folder: string): LiveRun {
  const worker = atWorkIn(folder);
  const empty: LiveRun = {
    folder,
    name: basename(resolve(folder)),
    kind: 'run',
    status: statusOf(folder, worker),
    worker:
      worker === undefined
        ? null
        : {
            pid: worker.pid,
            host: worker.host,
            isHere: worker.isHere,
            heardSecondsAgo: Math.max(0, Math.round((Date.now() - worker.beat) / 1000)),
          },
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
    return { ...empty, ...factsOf(folder, worker) };
  } catch (error) {
    // A file may be half there for a moment, or gone.
    const { code, message } = error as NodeJS.ErrnoException;
    if (!(error instanceof InputError) && code === undefined) throw error;
    return { ...empty, problem: message };
  }
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
  if (hasManifest(join(folder, 'games'))) return matchFacts(folder, worker);
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
    return { kind: run.kind, unit: 'parts', stages: partsOf(folder) };
  }
  if (existsSync(join(folder, 'journal.jsonl'))) return nightFacts(folder);
  if (existsSync(`${folder}${CHECKPOINT}`)) return fitFacts(`${folder}${CHECKPOINT}`);
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
  const inside = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return inside
    .map(({ name }) => ({ name, folder: join(folder, name) }))
    .filter((part) => isRun(part.folder))
    .map((part) => ({ name: part.name, status: statusOf(part.folder, atWorkIn(part.folder)) }));
}

/** The games of a shard that is there do not change: each is read once. */
const shards = new Map<string, Map<number, string>>();

/** Every game of a growing dataset by its number, with its rows as text. */
function gamesThere(folder: string, manifest: Manifest): Map<number, string> {
  const games = new Map<number, string>();
  for (const shard of manifest.shards) {
    let known = shards.get(shard.fileSha256);
    if (known === undefined) {
      known = new Map();
      const byGame = new Map<number, GameRow[]>();
      for (const row of gameRows(readShard(folder, shard)))
        byGame.set(row.game, [...(byGame.get(row.game) ?? []), row]);
      for (const [game, rows] of byGame) known.set(game, gameRowsText(rows));
      shards.set(shard.fileSha256, known);
    }
    for (const [game, text] of known) games.set(game, text);
  }
  const journals = readdirSync(folder).filter((name) => name.endsWith('.journal'));
  for (const name of journals) {
    const shard = Number(/\d+/.exec(name)?.[0] ?? 0);
    if (name !== shardFile(shard).replace('.csv.gz', '.journal')) continue;
    const place = { name: journalName(manifest, shard), isOrdered: false };
    const entry = z.tuple([z.int().min(0), z.string()]);
    for (const [game, text] of new JsonLines(join(folder, name), entry, place).before) games.set(game, text);
  }
  return games;
}

function selfplayFacts(folder: string, worker: AtWork | undefined): Facts {
  const manifest = readManifest(folder);
  const { game, size } = manifest;
  if (manifest.kind === 'positions')
    return { kind: 'dataset', game, size, unit: 'positions', done: manifest.positions };
  const texts = gamesThere(folder, manifest);
  const results = { won: 0, drawn: 0, lost: 0 };
  const [first] = gameNamed(game)?.players ?? [];
  for (const text of texts.values()) {
    const { player, result } = gameRow(text.slice(0, text.indexOf('\n')).split(','));
    const points = player === first ? result : 1 - result;
    results[points === 1 ? 'won' : points === 0 ? 'lost' : 'drawn']++;
  }
  return { kind: 'self-play', game, size, done: texts.size, goal: goalOf(worker)?.games ?? null, results };
}

function matchFacts(folder: string, worker: AtWork | undefined): Facts {
  const games = join(folder, 'games');
  const manifest = readManifest(games);
  const { game: name, size } = manifest;
  const game = gameNamed(name);
  if (game === undefined) throw new InputError(`${games} is of ${name}, which this version does not play`);
  const settings = hasRun(folder) ? readRun(folder).settings : undefined;
  const goal = goalOf(worker) ?? goalIn(settings);
  const test = goal?.sprt ?? null;
  const sheet = new ScoreSheet(game, Infinity, test);
  const course: { games: number; llr: number }[] = [];
  for (const [index, text] of [...gamesThere(games, manifest)].toSorted(([one], [other]) => one - other)) {
    sheet.enter(index, text);
    if (sheet.sprt !== null && course.at(-1)?.games !== sheet.games)
      course.push({ games: sheet.games, llr: sheet.sprt.llr });
  }
  const { won, drawn, lost, pairs } = sheet;
  return {
    kind: 'match',
    game: name,
    size,
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

/** A network that is being trained, by its checkpoint, which is whole whenever it is there. */
function fitFacts(file: string): Facts {
  const kept = JSON.parse(textOfLine(readFileSync(file, 'utf8').trimEnd()) ?? '{}') as {
    state?: { steps?: LiveRun['steps'] };
  };
  const steps = plainSteps(kept.state?.steps ?? []);
  // A fit has no lock: one whose checkpoint is new is at work, as far as its files tell.
  const isFresh = Date.now() - statSync(file).mtimeMs < 120_000;
  return { kind: 'fit', unit: 'epochs', done: steps.length, steps, status: isFresh ? 'running' : 'stopped' };
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

function nightFacts(folder: string): Facts {
  const stages = new Map<string, string>();
  let isOver = false;
  for (const entry of nightLines(folder).before) {
    if (entry.event === 'start') stages.set(entry.stage, 'running');
    if (entry.event === 'done') stages.set(entry.stage, 'done');
    if (entry.event === 'failed') stages.set(entry.stage, `failed: ${entry.reason}`);
    if (entry.event === 'end') isOver = true;
  }
  const told = Array.from(stages, ([name, status]) => ({ name, status }));
  return {
    kind: 'night',
    unit: 'stages',
    done: told.filter(({ status }) => status === 'done').length,
    stages: told,
    ...(isOver && { status: 'done' as const }),
  };
}
