import { existsSync } from 'node:fs';
import type { Terminal } from '../../engine/node/terminal.ts';
import type { Game } from '../../engine/game.ts';
import { contentsHash, describeDataset } from '../dataset/dataset-writer.ts';
import { gameOf } from '../dataset/dataset-game.ts';
import { readManifest } from '../dataset/manifest.ts';
import { Failure } from '../process/failure.ts';
import { INTERRUPTED, stopOnInterrupt } from '../process/interrupt.ts';
import { startProgress } from '../process/progress.ts';
import { needNewFolder } from '../store/new-folder.ts';
import { needFitWeights } from '../store/fit-weights.ts';
import { codeVersion } from '../store/identity.ts';
import { isFinished } from '../store/own-folder.ts';
import { hasRun, readResult, readRun } from '../store/run-folder.ts';
import type { FitResult } from '../store/runs.ts';
import { type Backend, chosenBackend, loadBackend } from './backend/backend.ts';
import { Checkpoint, removeCheckpoint } from './data/checkpoint.ts';
import type { FitSettings } from './data/data-settings.ts';
import type { FitData } from './data/fit-data.ts';
import { type Fit, type FitKind, type FitWatch, needSuited } from './data/fit-kind.ts';
import { writeFitFolder } from './fit-folder.ts';
import { fitLines } from './fit-summary.ts';
import { type FitDesk, type FitFleetChoice, openFitDesk, type WantedFit } from './fleet/fit-desk.ts';

/** How a fit is made: nothing of this changes its numbers. */
export interface FitWay {
  /** One a core where none is given. */
  threads?: number | null;
  shouldStop?: () => boolean;
  /** Makes it on the workers of a queue instead, where it is for wasm; with it the next fits to the same datasets are ordered. */
  fleet?: FitFleetChoice & { next: readonly Pick<WantedFit, 'kind' | 'settings'>[] };
}

/** A fit as a person sees it: its steps, then what it found. Returns the exit code. */
export async function runFit(
  kind: FitKind,
  datasets: readonly string[],
  settings: FitSettings,
  folder: string,
  terminal: Terminal,
  { threads, shouldStop, fleet }: FitWay = {},
): Promise<number> {
  if (!hasRun(folder)) needNewFolder(folder);
  const game = gameOf(readManifest(datasets[0]));
  needSuited(kind, settings, game);
  const tell = (result: FitResult) => {
    for (const line of fitLines(result, kind)) terminal.out(line);
    terminal.out(`written to ${folder}`);
  };
  if (isFinished(folder, headerOf(kind, game, datasets, settings)) && isMade(folder)) {
    terminal.note(`${folder} has this fit already`);
    tell(kind.result.parse(readResult(folder, 'fit')));
    return 0;
  }
  const stop = kind.isResumable ? stopOnInterrupt(() => terminal.note('stopping')) : undefined;
  try {
    if (fleet !== undefined && travels(settings)) {
      const told = () => stop?.requested === true || shouldStop?.() === true;
      const fit = await fitOnFleet(fleet, { kind, folders: datasets, settings }, folder, terminal, told);
      if (fit !== undefined) tell(fit.result);
      return fit === undefined ? INTERRUPTED : 0;
    }
    // Before the reading, so that what is missing is said at once.
    const loaded = await loadBackend(settings.backend);
    const backend = { ...loaded, threads: threads ?? loaded.threads };
    const data = await readWithProgress(kind, game, datasets, settings, terminal);
    terminal.note(`computing with ${backend.name}`);
    const fit = await makeFit(kind, backend, data, settings, folder, {
      restarted: (reason) => terminal.note(`${reason}; the fit starts again`),
      resumed: (steps) => terminal.note(`resuming after ${kind.step} ${steps}`),
      heard(steps) {
        const { iteration, trainLoss, heldOutLoss } = steps.at(-1)!;
        const heldOut = heldOutLoss === null ? '' : `, held out ${heldOutLoss.toFixed(6)}`;
        const losses = `loss ${trainLoss.toFixed(6)}${heldOut}`;
        terminal.note(`${kind.step} ${iteration}: ${losses}${kind.stepText?.(steps, data, settings) ?? ''}`);
      },
      shouldStop: () => stop?.requested === true || shouldStop?.() === true,
    });
    if (fit === undefined) {
      terminal.note(`stopped; the same command resumes after the last whole ${kind.step}`);
      return INTERRUPTED;
    }
    tell(fit.result);
    return 0;
  } finally {
    stop?.forget();
  }
}

/** Makes a fit on the workers of a queue, and its folder here; undefined where it was told to stop. */
async function fitOnFleet(
  { next, ...choice }: NonNullable<FitWay['fleet']>,
  wanted: WantedFit,
  folder: string,
  terminal: Terminal,
  shouldStop: () => boolean,
): Promise<Fit | undefined> {
  const desk = await openFitDesk(choice, shouldStop);
  try {
    const { folders } = wanted;
    const others = next.filter(({ settings }) => travels(settings));
    await desk.post([wanted, ...others.map((other) => ({ ...other, folders }))]);
    terminal.note(`the workers at ${choice.fleet.address.name} make it`);
    const fit = await collectFit(desk, wanted, folder);
    if (fit === undefined) terminal.note('stopped; the same command resumes from here');
    return fit;
  } finally {
    desk.close();
  }
}

/** Waits for a fit that was ordered and makes its folder; undefined where it was told to stop. */
export async function collectFit(desk: FitDesk, wanted: WantedFit, folder: string): Promise<Fit | undefined> {
  const { kind, folders, settings } = wanted;
  const fit = await desk.collect(wanted);
  if (fit === undefined) return undefined;
  const manifests = folders.map((path) => ({ path, manifest: readManifest(path) }));
  const datasets = manifests.map(({ path, manifest }) => ({ path, description: describeDataset(manifest) }));
  writeFitFolder(folder, fit, { game: gameOf(manifests[0].manifest), datasets }, settings, kind);
  await desk.forget(wanted);
  return fit;
}

/** Whether a fit comes out the same on any machine, so that another may make it. */
export function travels({ backend }: FitSettings): boolean {
  return chosenBackend(backend) === 'wasm';
}

/** What run.json tells of a fit that is made now. */
function headerOf(kind: FitKind, game: Game, datasets: readonly string[], settings: FitSettings) {
  return {
    kind: 'fit' as const,
    settings: { ...settings },
    inputs: datasets.map((path) => ({ path, sha256: contentsHash(readManifest(path)) })),
    codeVersion: codeVersion(`fit ${kind.name}`, game.name),
  };
}

/** Makes a fit and its folder, from its checkpoint where there is one; undefined where it was told to stop. */
export async function makeFit(
  kind: FitKind,
  backend: Backend,
  data: FitData,
  settings: FitSettings,
  folder: string,
  watch: FitWatch,
): Promise<Fit | undefined> {
  const checkpoint = new Checkpoint(folder, kind.name, data, settings, backend.name, watch.restarted);
  try {
    const fit = await kind.fit(backend, data, settings, checkpoint, watch);
    if (fit === undefined) return undefined;
    writeFitFolder(folder, fit, data, settings, kind);
    removeCheckpoint(folder);
    return fit;
  } catch (error) {
    // What failed would fail again.
    if (error instanceof Failure) removeCheckpoint(folder);
    throw error;
  }
}

/**
 * Whether the folder of a fit is there; a checkpoint that a killed fit left beside it is then of no use and goes. Throws an
 * InputError where the folder has not the weights of its result.
 */
export function isMade(folder: string): boolean {
  if (!existsSync(folder)) return false;
  readRun(folder);
  needFitWeights(folder, readResult(folder, 'fit').weights.sha256);
  removeCheckpoint(folder);
  return true;
}

async function readWithProgress(
  kind: FitKind,
  game: Game,
  datasets: readonly string[],
  settings: FitSettings,
  terminal: Terminal,
): Promise<FitData> {
  const positions = datasets.reduce((sum, folder) => sum + readManifest(folder).positions, 0);
  const progress = startProgress(positions, 'positions read', terminal);
  try {
    return await kind.read(game, datasets, settings, (count) => progress.update(count, ''));
  } finally {
    progress.end();
  }
}
