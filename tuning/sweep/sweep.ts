import { sha256 } from '../../engine/node/sha256.ts';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import type { Terminal } from '../../engine/node/terminal.ts';
import type { Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import { writeFileAtomically } from '../store/atomic-file.ts';
import { contentsHash } from '../dataset/dataset-writer.ts';
import { gameOf } from '../dataset/dataset-game.ts';
import { readManifest } from '../dataset/manifest.ts';
import { Failure } from '../process/failure.ts';
import { INTERRUPTED, stopOnInterrupt } from '../process/interrupt.ts';
import { takeLock } from '../store/lock.ts';
import { codeVersion } from '../store/identity.ts';
import { readResult, writeRunFolder } from '../store/run-folder.ts';
import { RESULT_FORMAT, type SweepResult } from '../store/runs.ts';
import { tableLines } from '../process/text-table.ts';
import { loadBackend } from '../fit/backend/backend.ts';
import { Checkpoint, checkpointFile } from '../fit/network/checkpoint.ts';
import { type FitData, readFitData } from '../fit/data/fit-data.ts';
import { readNetworkData } from '../fit/network/input-lists.ts';
import { fitLinear, wantedFeatures } from '../fit/linear/fit-linear.ts';
import { fitNetwork } from '../fit/network/fit-network.ts';
import { writeFitFolder } from '../fit/fit-folder.ts';
import { type LinearSettings, type NetworkSettings, rowsName } from '../fit/fit-settings.ts';
import { type AnySettings, readSweepConfig, type SweepConfig } from './sweep-config.ts';

type SweptFit = SweepResult['fits'][number];

/** Runs the fits of a config in order, each into a folder of its own, and those that are there already not again. */
export async function runSweep(configFile: string, folder: string, terminal: Terminal): Promise<number> {
  const sweep = readSweepConfig(configFile);
  const inputs = sweep.datasets.map((path) => ({ path, sha256: contentsHash(readManifest(path)) }));
  const game = gameOf(readManifest(sweep.datasets[0]));
  const version = codeVersion(`fit ${sweep.model}`, game.name);
  for (const fit of sweep.fits) if ('without' in fit) wantedFeatures(game.features.names, fit.without);
  needSweepFolder(folder);
  mkdirSync(folder, { recursive: true });
  const release = takeLock(join(folder, 'lock'));
  const stop = stopOnInterrupt(() =>
    terminal.note(sweep.model === 'linear' ? 'stopping after this fit' : 'stopping'),
  );
  try {
    const fits: SweptFit[] = [];
    const makeFit = fitMaker(game, sweep, () => stop.requested);
    for (const [i, settings] of sweep.fits.entries()) {
      // A linear fit hears nothing while it computes, so a Ctrl-C is heard of here.
      await setImmediate();
      const name = fitName(settings, inputs, version);
      const own = join(folder, name);
      const title = `fit ${i + 1} of ${sweep.fits.length} (${variedText(sweep, settings)})`;
      if (!stop.requested) terminal.note(existsSync(own) ? `${title} is there already` : title);
      const fit = stop.requested ? undefined : await sweptFit(own, name, settings, makeFit);
      if (fit === undefined) {
        terminal.note(`stopped after ${i} of ${sweep.fits.length} fits; the same command goes on from here`);
        return INTERRUPTED;
      }
      fits.push(fit);
      if (fit.reason !== undefined) terminal.note(`  failed: ${fit.reason}`);
    }
    writeSweep(folder, configFile, sweep, version, inputs, fits);
    for (const line of tableLines(sweepTable(sweep, fits))) terminal.out(line);
    return fits.some(({ status }) => status === 'failed') ? 1 : 0;
  } finally {
    stop.forget();
    release();
  }
}

/** A sweep may go on in its own folder, and begin in a new or empty one. */
function needSweepFolder(folder: string): void {
  if (!existsSync(folder)) return;
  const isSweeps = (name: string) =>
    /^(fit-[0-9a-f]{12}(\.tmp|\.checkpoint)?|(run|result)\.json|table\.csv|lock)$/.test(name);
  const other = readdirSync(folder).find((name) => !isSweeps(name) && !name.endsWith('.tmp'));
  if (other !== undefined)
    throw new InputError(`--out ${folder} holds ${other}; expected a new folder or one of a sweep`);
  for (const name of readdirSync(folder))
    if (name.endsWith('.tmp')) rmSync(join(folder, name), { recursive: true });
}

/** A name that the settings, the data and the code decide, so that a fit is made again when one of them changes. */
function fitName(settings: AnySettings, inputs: readonly { sha256: string }[], version: string): string {
  const identity = JSON.stringify([settings, inputs.map(({ sha256 }) => sha256), version]);
  return `fit-${sha256(identity).slice(0, 12)}`;
}

/** Reads datasets for one fit after another, and only once where several want the same rows. */
class FitReader<Data extends FitData> {
  private readonly readData: (settings: AnySettings) => Data;
  private name = '';
  private data: Data | undefined;

  constructor(readData: (settings: AnySettings) => Data) {
    this.readData = readData;
  }

  read(settings: AnySettings): Data {
    const name = rowsName(settings);
    if (this.data === undefined || name !== this.name) {
      // Let go of first, so that the old and the new are not in memory together.
      this.data = undefined;
      this.data = this.readData(settings);
      this.name = name;
    }
    return this.data;
  }
}

/** Fits with some settings and writes the folder; false where it was told to stop before. */
type MakeFit = (folder: string, settings: AnySettings) => Promise<boolean>;

function fitMaker(game: Game, { model, datasets }: SweepConfig, shouldStop: () => boolean): MakeFit {
  if (model === 'linear') {
    const reader = new FitReader((settings) => readFitData(game, datasets, settings, settings));
    return async (folder, settings) => {
      const data = reader.read(settings);
      const fit = fitLinear(await loadBackend(), data, settings as LinearSettings);
      writeFitFolder(folder, fit, data, settings);
      return true;
    };
  }
  const reader = new FitReader((settings) => readNetworkData(game, datasets, settings, settings));
  return async (folder, settings) => {
    const data = reader.read(settings);
    const backend = await loadBackend();
    const own = settings as NetworkSettings;
    const checkpoint = new Checkpoint(folder, data, own, backend.name);
    const fit = await fitNetwork(backend, data, own, checkpoint, { heard: () => {}, shouldStop });
    if (fit === undefined) return false;
    writeFitFolder(folder, fit, data, settings);
    checkpoint.remove();
    return true;
  };
}

/** Undefined where it was told to stop before the fit was made. */
async function sweptFit(
  folder: string,
  name: string,
  settings: AnySettings,
  makeFit: MakeFit,
): Promise<SweptFit | undefined> {
  const about = { folder: name, settings };
  // A kill may have come between the writing of a fit and the removal of its checkpoint.
  if (existsSync(folder)) rmSync(checkpointFile(folder), { force: true });
  else {
    try {
      if (!(await makeFit(folder, settings))) return undefined;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return { ...about, status: 'failed', reason: error.message };
    }
  }
  const result = readResult(folder, 'fit');
  const exported = result.losses.find((entry) => entry.name === 'exported')!;
  return {
    ...about,
    status: 'done',
    trainRows: result.rows.train,
    train: exported.train,
    heldOut: exported.heldOut,
    weights: result.weights.sha256,
  };
}

function variedText({ varied }: SweepConfig, settings: AnySettings): string {
  return varied.map((name) => `${name} ${cell(settings[name])}`).join(', ') || 'as it is';
}

function cell(value: AnySettings[keyof AnySettings] | readonly string[]): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(' & ');
  return value === null ? 'fitted' : String(value);
}

function sweepTable({ varied }: SweepConfig, fits: readonly SweptFit[]): string[][] {
  const header = [
    ...varied,
    'rows',
    'train loss',
    'held-out loss',
    'held-out loss on results',
    'winner told',
    'fit',
  ];
  return [
    header,
    ...fits.map(({ settings, trainRows, train, heldOut, folder, reason }) => [
      ...varied.map((name) => cell((settings as AnySettings)[name])),
      trainRows === undefined ? '' : String(trainRows),
      ...[train?.loss, heldOut?.loss, heldOut?.resultLoss, heldOut?.accuracy].map(
        (number) => number?.toFixed(5) ?? '',
      ),
      reason === undefined ? folder : `failed: ${reason}`,
    ]),
  ];
}

function writeSweep(
  folder: string,
  configFile: string,
  sweep: SweepConfig,
  codeVersion: string,
  inputs: { path: string; sha256: string }[],
  fits: SweptFit[],
): void {
  const isDone = fits.every(({ status }) => status === 'done');
  writeFileAtomically(join(folder, 'table.csv'), stringify(sweepTable(sweep, fits)));
  const run = {
    kind: 'sweep' as const,
    command: `evalsmith sweep ${relative('.', configFile)} --out ${relative('.', folder)}`,
    settings: sweep.config,
    seed: sweep.fits[0].seed,
    codeVersion,
    inputs,
    status: isDone ? ('done' as const) : ('failed' as const),
  };
  writeRunFolder(folder, run, { format: RESULT_FORMAT, kind: 'sweep', fits });
}
