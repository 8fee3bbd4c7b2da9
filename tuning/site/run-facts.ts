// What the index of a site sorts and filters runs by. Nothing of this is part of a hash.
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { hasManifest, readManifest } from '../dataset/manifest.ts';
import { titled } from '../page/figures.ts';
import { childEnvironment } from '../process/child-environment.ts';
import { hasRun, readResult, readRun } from '../store/run-folder.ts';

/** What a run is found by, besides its game and kind. */
export interface RunFacts {
  size: number | null;
  /** What it decided: H1, H0, undecided, accepted, rejected; null for a run that decides nothing. */
  verdict: string | null;
  /** The day on which it was published: that of git, or of its own file. */
  date: string;
  /** The night or the generation of a campaign that it is of. */
  group: string;
}

/** The facts of runs by their folders. */
export function factsOf(
  runs: readonly { name: string; folder: string; game: string | undefined }[],
): RunFacts[] {
  const dates = gitDates(runs.map(({ folder }) => fileOf(folder)));
  return runs.map(({ name, folder, game }, i) => {
    const { size, verdict } = decided(folder);
    const date = dates[i] ?? statSync(fileOf(folder)).mtime.toISOString();
    return { size, verdict, date, group: groupOf(name, game, date) };
  });
}

function fileOf(folder: string): string {
  return join(folder, hasRun(folder) ? 'run.json' : 'manifest.json');
}

function decided(folder: string): Pick<RunFacts, 'size' | 'verdict'> {
  if (!hasRun(folder)) return { size: hasManifest(folder) ? readManifest(folder).size : null, verdict: null };
  const { kind } = readRun(folder);
  switch (kind) {
    case 'match': {
      const { size, sprt } = readResult(folder, 'match');
      const decision = sprt?.decision ?? null;
      return { size, verdict: decision === 'continue' ? 'undecided' : decision };
    }
    case 'gate':
    case 'spsa': {
      const { size, verdict } = readResult(folder, kind);
      return { size, verdict };
    }
    case 'nightly':
      return { size: null, verdict: readResult(folder, 'nightly').isComplete ? 'complete' : 'cut short' };
    case 'sweep':
      return { size: null, verdict: null };
    default:
      return { size: readResult(folder, kind).size, verdict: null };
  }
}

function groupOf(name: string, game: string | undefined, date: string): string {
  const night = /(?:^|-)night-0*(\d+)/.exec(name);
  if (night !== null) return `Night ${night[1]}`;
  const generation = game === undefined ? null : new RegExp(`^${game}-(\\d+)-`).exec(name);
  if (generation !== null) return `${titled(game!)}, generation ${generation[1]}`;
  return game === undefined ? date.slice(0, 10) : `${titled(game)}, others`;
}

/** When git has last taken in each of some files; undefined where it does not know one as it is now. */
function gitDates(files: readonly string[]): (string | undefined)[] {
  const byRoot = new Map<string, Map<string, string>>();
  return files.map((file) => {
    const root = rootOf(dirname(resolve(file)));
    if (root === undefined) return undefined;
    const dates = byRoot.get(root) ?? datesIn(root, files);
    byRoot.set(root, dates);
    return dates.get(resolve(file));
  });
}

function rootOf(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** The newest commit of each of these files in a repository, all by one call. */
function datesIn(root: string, files: readonly string[]): Map<string, string> {
  const inside = files.map((file) => relative(root, resolve(file))).filter((file) => !file.startsWith('..'));
  const dates = new Map<string, string>();
  try {
    const log = execFileSync('git', ['-C', root, 'log', '--format=%x00%cI', '--name-only', '--', ...inside], {
      encoding: 'utf8',
      env: childEnvironment(),
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    for (const commit of log.split('\0').slice(1)) {
      const [date, ...names] = commit.split('\n').filter(Boolean);
      for (const name of names) {
        const file = join(root, name);
        if (!dates.has(file)) dates.set(file, new Date(date).toISOString());
      }
    }
  } catch {
    // Without git the files' own dates are taken.
  }
  return dates;
}
