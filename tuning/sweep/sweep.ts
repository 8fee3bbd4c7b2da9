import { loadWeights } from '../../engine/node/named-weights.ts';
import { sha256 } from '../../engine/node/sha256.ts';
import { join, relative } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import type { Terminal } from '../../engine/node/terminal.ts';
import type { Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import { writeFileAtomically } from '../store/atomic-file.ts';
import { contentsHash } from '../dataset/dataset-writer.ts';
import { readManifests } from '../dataset/columns.ts';
import { gameOf } from '../dataset/dataset-game.ts';
import { Failure } from '../process/failure.ts';
import { INTERRUPTED, stopOnInterrupt } from '../process/interrupt.ts';
import { commandText } from '../settings/command-form.ts';
import { inOwnFolder } from '../store/own-folder.ts';
import { codeVersion } from '../store/identity.ts';
import { readResult, writeRunFolder } from '../store/run-folder.ts';
import { RESULT_FORMAT, type SweepResult } from '../store/runs.ts';
import { tableLines } from '../process/text-table.ts';
import { type BackendChoice, chosenBackend, loadBackend } from '../fit/backend/backend.ts';
import { type FitSettings, rowsName } from '../fit/data/data-settings.ts';
import type { FitData } from '../fit/data/fit-data.ts';
import { needSuited } from '../fit/data/fit-kind.ts';
import { collectFit, isMade, makeFit, travels } from '../fit/fit-run.ts';
import { type FitDesk, type FitFleetChoice, openFitDesk, type WantedFit } from '../fit/fleet/fit-desk.ts';
import { DeepMoves, playSweptMatch } from './sweep-match.ts';
import type { MatchPlace } from '../prove/match.ts';
import { readSweepConfig, type SweepConfig } from './sweep-config.ts';
import { sweepForm } from './sweep-form.ts';

const SWEEP_NAMES = /^(fit-[0-9a-f]{12}(\.checkpoint)?|match-[0-9a-f]{12}|table\.csv)$/;

type SweptFit = SweepResult['fits'][number];

/** Runs the fits of a config in order, each into a folder of its own, then their matches, and what is there already not again. */
export async function runSweep(
  configFile: string,
  folder: string,
  backend: BackendChoice,
  workers: number,
  terminal: Terminal,
  fitFleet?: FitFleetChoice,
): Promise<number> {
  const sweep = readSweepConfig(configFile, backend);
  const { kind, datasets } = sweep;
  const manifests = readManifests(datasets);
  const inputs = datasets.map((path, i) => ({ path, sha256: contentsHash(manifests[i]) }));
  if (fitFleet !== undefined && !sweep.fits.every(travels))
    throw new InputError(
      '--queue makes fits with wasm alone, which is the same on any machine; expected no native backend',
    );
  const game = gameOf(manifests[0]);
  const version = codeVersion(`fit ${kind.name}`, game.name);
  for (const settings of sweep.fits) needSuited(kind, settings, game);
  // Another config resumes the fits that it shares.
  const claim = { kind: 'sweep' as const, names: SWEEP_NAMES, settings: {}, inputs, free: [] };
  return await inOwnFolder(folder, claim, async () => {
    // A fit that hears nothing while it computes is ended by the signal itself; what is whole is kept.
    const stop =
      kind.isResumable || fitFleet !== undefined
        ? stopOnInterrupt(() => terminal.note('stopping'))
        : undefined;
    const shouldStop = () => stop?.requested === true;
    let desk: FitDesk | undefined;
    try {
      const fits: SweptFit[] = [];
      const read = readerOf(game, sweep);
      const restarted = (reason: string) => terminal.note(`${reason}; the fit starts again`);
      const watch = {
        resumed: () => {},
        restarted,
        heard: () => {},
        shouldStop,
      };
      let computing: string | undefined;
      const make = async (own: string, settings: FitSettings) => {
        if (isMade(own)) return true;
        if (desk !== undefined) return (await collectFit(desk, wantedFit(settings), own)) !== undefined;
        const loaded = await loadBackend(settings.backend);
        if (loaded.name !== computing) terminal.note(`computing with ${loaded.name}`);
        computing = loaded.name;
        return (await makeFit(kind, loaded, await read(settings), settings, own, watch)) !== undefined;
      };
      const wantedFit = (settings: FitSettings): WantedFit => ({ kind, folders: datasets, settings });
      if (fitFleet !== undefined) {
        desk = await openFitDesk(fitFleet, shouldStop);
        const missing = sweep.fits.filter(
          (settings) => !isMade(join(folder, fitName(settings, inputs, version))),
        );
        await desk.post(missing.map(wantedFit));
        terminal.note(`the workers at ${fitFleet.fleet.address.name} make ${missing.length} fits`);
      }
      for (const [i, settings] of sweep.fits.entries()) {
        const name = fitName(settings, inputs, version);
        const own = join(folder, name);
        const title = `fit ${i + 1} of ${sweep.fits.length} (${variedText(sweep, settings)})`;
        if (stop?.requested !== true) terminal.note(isMade(own) ? `${title} is there already` : title);
        const fit = stop?.requested === true ? undefined : await sweptFit(own, name, settings, make);
        if (fit === undefined) {
          terminal.note(
            `stopped after ${i} of ${sweep.fits.length} fits; the same command resumes from here`,
          );
          return INTERRUPTED;
        }
        fits.push(fit);
        if (fit.reason !== undefined) terminal.note(`  failed: ${fit.reason}`);
      }
      // A match hears Ctrl-C itself.
      stop?.forget();
      if (!(await playFits(game, sweep, fits, { folder, workers, fleet: fitFleet?.fleet }, terminal))) {
        terminal.note('stopped; the same command resumes from here');
        return INTERRUPTED;
      }
      writeSweep(folder, configFile, chosenBackend(backend), sweep, version, inputs, fits);
      for (const line of tableLines(sweepTable(sweep, fits))) terminal.out(line);
      return fits.some(({ status }) => status === 'failed') ? 1 : 0;
    } finally {
      desk?.close();
      stop?.forget();
    }
  });
}

/** A name that the settings, the data and the code decide, so that a fit is made again when one of them changes. */
function fitName(settings: FitSettings, inputs: readonly { sha256: string }[], version: string): string {
  const identity = JSON.stringify([settings, inputs.map(({ sha256 }) => sha256), version]);
  return `fit-${sha256(identity).slice(0, 12)}`;
}

/** Reads datasets for one fit after another, and only once where several want the same rows. */
function readerOf(game: Game, { kind, datasets }: SweepConfig): (settings: FitSettings) => Promise<FitData> {
  let last: { rows: string; data: FitData } | undefined;
  return async (settings) => {
    const rows = rowsName(settings, kind.alsoReadBy);
    if (last?.rows !== rows) {
      // Let go of first, so that the old and the new are not in memory together.
      last = undefined;
      last = { rows, data: await kind.read(game, datasets, settings) };
    }
    return last.data;
  };
}

/** Undefined where it was told to stop before the fit was made. */
async function sweptFit(
  folder: string,
  name: string,
  settings: FitSettings,
  make: (folder: string, settings: FitSettings) => Promise<boolean>,
): Promise<SweptFit | undefined> {
  const about = { folder: name, settings };
  try {
    if (!(await make(folder, settings))) return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { ...about, status: 'failed', reason: error.message };
  }
  const { losses, rows, weights } = readResult(folder, 'fit');
  const { train, heldOut } = losses.find((entry) => entry.name === 'exported')!;
  return { ...about, status: 'done', trainRows: rows.train, train, heldOut, weights: weights.sha256 };
}

/** Plays the matches of the fits, where the config has some, and notes what came of them; false where it was told to stop. */
async function playFits(
  game: Game,
  { match, datasets, fits: [settings] }: SweepConfig,
  fits: SweptFit[],
  place: MatchPlace,
  terminal: Terminal,
): Promise<boolean> {
  if (match === undefined) return true;
  const { size: own } = readManifests(datasets)[0];
  const sizes = match.sizes.length === 0 ? [own] : match.sizes;
  const deep = match.positions === 0 ? undefined : new DeepMoves(game, datasets[0], settings, match);
  for (const [i, fit] of fits.entries()) {
    if (fit.status === 'failed') continue;
    const file = join(place.folder, fit.folder, 'weights.json');
    if (deep !== undefined) fit.agreement = deep.agreement(loadWeights(game, own, file));
    const matches = [];
    for (const size of match.games === 0 ? [] : sizes) {
      terminal.note(`match of fit ${i + 1} against ${match.against}, ${game.name} ${size}`);
      const played = await playSweptMatch(game, size, file, match, place, terminal);
      if (played === undefined) return false;
      matches.push(played);
    }
    fit.matches = matches;
  }
  return true;
}

function variedText({ varied }: SweepConfig, settings: FitSettings): string {
  return varied.map((name) => `${name} ${cell(settings[name], name)}`).join(', ') || 'as it is';
}

function cell(value: FitSettings[keyof FitSettings] | readonly string[], name: string): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(' & ');
  if (value === null) return name === 'scoreScale' ? 'fitted' : 'usual';
  return String(value);
}

function sweepTable({ varied, match }: SweepConfig, fits: readonly SweptFit[]): string[][] {
  const measures = ['train loss', 'held-out loss', 'held-out loss on results', 'winner predicted'];
  const sizes = fits.find(({ matches }) => matches !== undefined)?.matches!.map(({ size }) => size) ?? [];
  const hasMoves = match !== undefined && match.positions > 0;
  const played = [
    ...(hasMoves ? ['same move'] : []),
    ...sizes.flatMap((size) => [`Elo on ${size}`, 'from', 'to']),
  ];
  const text = (number: number | null | undefined, digits: number) => number?.toFixed(digits) ?? '';
  return [
    [...varied, 'rows', ...measures, ...played, 'fit'],
    ...fits.map(({ settings, trainRows, train, heldOut, matches, agreement, folder, reason }) => [
      ...varied.map((name) => cell((settings as FitSettings)[name], name)),
      trainRows === undefined ? '' : String(trainRows),
      ...[train?.loss, heldOut?.loss, heldOut?.resultLoss, heldOut?.accuracy].map((number) =>
        text(number, 5),
      ),
      ...(hasMoves ? [text(agreement, 3)] : []),
      ...sizes.flatMap((size) => {
        const elo = matches?.find((one) => one.size === size)?.elo;
        return [elo?.value, elo?.low, elo?.high].map((number) => text(number, 1));
      }),
      reason === undefined ? folder : `failed: ${reason}`,
    ]),
  ];
}

function writeSweep(
  folder: string,
  configFile: string,
  backend: BackendChoice,
  sweep: SweepConfig,
  codeVersion: string,
  inputs: { path: string; sha256: string }[],
  fits: SweptFit[],
): void {
  const isDone = fits.every(({ status }) => status === 'done');
  writeFileAtomically(join(folder, 'table.csv'), stringify(sweepTable(sweep, fits)));
  const run = {
    kind: 'sweep' as const,
    command: commandText(sweepForm, {
      config: relative('.', configFile),
      out: relative('.', folder),
      backend,
    }),
    settings: { ...sweep.config },
    seed: sweep.fits[0].seed,
    codeVersion,
    inputs: inputs.map(({ path, sha256: hash }) => ({ path: relative('.', path), sha256: hash })),
    status: isDone ? ('done' as const) : ('failed' as const),
  };
  writeRunFolder(folder, run, { format: RESULT_FORMAT, kind: 'sweep', fits });
}
