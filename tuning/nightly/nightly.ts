import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Terminal } from '../../engine/node/terminal.ts';
import { InputError } from '../../engine/input-error.ts';
import { isDiskShortage } from '../process/failure.ts';
import { INTERRUPTED, stopOnInterrupt } from '../process/interrupt.ts';
import { takeLock } from '../store/lock.ts';
import { writeReport } from '../report/report.ts';
import { writeRunFolder } from '../store/run-folder.ts';
import { type NightlyResult, RESULT_FORMAT } from '../store/runs.ts';
import { makeSite } from '../site/site.ts';
import { loadBackend } from '../fit/backend/backend.ts';
import type { FitFleetChoice } from '../fit/fleet/fit-desk.ts';
import type { FleetChoice } from '../play/fleet/coordinator.ts';
import { Budget } from './budget.ts';
import { type NightlyConfig, nightSettings } from './config.ts';
import { type Night, nightNumbers, openNight } from './night.ts';
import { runPart } from './board-night.ts';
import { prune } from './pruning.ts';
import { siteRuns } from './site-runs.ts';
import { reasonOf } from './stage.ts';

/** What the command line adds to a config. */
export interface NightlyRun {
  config: NightlyConfig;
  workers: number;
  /** Plays the games, but for those by the clock, on the workers of a queue instead. */
  fleet?: FleetChoice;
  /** Makes the fits there too. */
  fitFleet?: FitFleetChoice;
  /** As run.json has it. */
  command: string;
}

export interface NightlyOutcome {
  result: NightlyResult;
  /** The night's folder. */
  folder: string;
  /** Why the pages, the site or the clearing up failed. */
  problems: string[];
  exitCode: number;
}

/** Does one night, or resumes the one that was interrupted: every game and size in turn, then the pages and the site. */
export async function runNightly(
  { config, workers, fleet, fitFleet, command }: NightlyRun,
  terminal: Terminal,
): Promise<NightlyOutcome> {
  needNightlyFolder(config.out);
  // What is missing is said now, and not after hours of games.
  const isNative = config.games.some(({ fits }) =>
    fits.some(({ settings }) => settings.backend === 'native'),
  );
  if (isNative) await loadBackend('native');
  mkdirSync(config.out, { recursive: true });
  const release = takeLock(join(config.out, 'lock'));
  const stop = stopOnInterrupt(() => terminal.note('stopping; the same command resumes from here'));
  // What stages have to say is progress: the result of a night is its summary.
  const notes = { ...terminal, out: (line: string) => terminal.note(line) };
  try {
    const budget = new Budget('the night', config.for, () => stop.requested);
    const night = openNight(config, notes);
    const parts: NightlyResult['parts'] = [];
    const players = { workers, ...(fleet !== undefined && { fleet }) };
    const how = { budget, players, fitFleet, install: config.install, terminal: notes };
    for (const part of config.games) parts.push(await runPart(part, night, how));
    const result = resultOf(night, parts);
    const problems = await close(night, result, config, command, notes);
    const isDone = result.isComplete && problems.length === 0;
    return {
      result,
      folder: night.folder,
      problems,
      exitCode: stop.requested ? INTERRUPTED : isDone ? 0 : 1,
    };
  } finally {
    stop.forget();
    release();
  }
}

const OWN_NAMES = /^(night-\d{4,}|champions|players|ladders|site|lock)$/;

/** Nights resume in their own folder, and begin in a new or empty one. */
function needNightlyFolder(out: string): void {
  if (!existsSync(out)) return;
  if (!statSync(out).isDirectory()) throw new InputError(`out ${out} is a file; expected a folder`);
  if (nightNumbers(out).length > 0) return;
  const other = readdirSync(out).find((name) => !OWN_NAMES.test(name) && !name.endsWith('.tmp'));
  if (other !== undefined)
    throw new InputError(`out ${out} holds ${other}; expected a new folder or one of nightly runs`);
}

function resultOf(night: Night, parts: NightlyResult['parts']): NightlyResult {
  const isRun = ({ status }: { status: string }) => status === 'done' || status === 'skipped';
  return {
    format: RESULT_FORMAT,
    kind: 'nightly',
    night: night.number,
    isComplete: parts.every(({ stages }) => stages.every(isRun)),
    parts,
    page: 'index.html',
    site: relative(night.folder, join(night.out, 'site', 'index.html')),
    deleted: [],
  };
}

/** Clears up, writes the result, the night's page and the site; returns what of this failed. */
async function close(
  night: Night,
  result: NightlyResult,
  config: NightlyConfig,
  command: string,
  terminal: Terminal,
): Promise<string[]> {
  const problems: string[] = [];
  let isShortOfDisk = false;
  const attempt = async (name: string, work: () => void | Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      problems.push(`${name}: ${reasonOf(error, terminal)}`);
      isShortOfDisk ||= isDiskShortage(error);
    }
  };
  const { keep } = config;
  if (keep !== null)
    await attempt('clearing up', () => {
      const kept = (problem: string) => terminal.note(`not all is cleared up: ${problem}`);
      for (const deletion of prune(night.out, keep, kept)) {
        terminal.note(`deleted ${deletion.path}, ${deletion.bytes} bytes`);
        night.journal.add({ event: 'deleted', ...deletion });
      }
    });
  result.deleted = [...night.journal.deleted];
  const isOver = result.parts.every(({ stages }) =>
    stages.every(({ status }) => status !== 'cut short' && status !== 'waiting'),
  );
  const run = {
    kind: 'nightly' as const,
    command,
    settings: { night: night.number, config: nightSettings(config) },
    seed: config.seed,
    codeVersion: night.journal.begin!.codeVersion,
    inputs: result.parts.map(({ champion: { weights, sha256 } }) => ({ path: weights, sha256 })),
    status: !isOver ? ('stopped' as const) : result.isComplete ? ('done' as const) : ('failed' as const),
  };
  writeRunFolder(night.folder, run, result);
  await attempt('the page of the night', () => writeReport(night.folder));
  await attempt('the site', () =>
    makeSite(siteRuns(night.out, config.site.nights), join(night.out, 'site'), (note) => terminal.note(note)),
  );
  // What has found no room is done by the next call.
  if (isOver && !isShortOfDisk)
    night.journal.add({ event: 'end', isComplete: result.isComplete && problems.length === 0 });
  return problems;
}
