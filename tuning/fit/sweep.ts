import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import type { Terminal } from '../../engine/cli/terminal.ts';
import { InputError } from '../../engine/input-error.ts';
import { writeFileAtomically } from '../atomic-file.ts';
import { contentsHash } from '../dataset/derived.ts';
import { gameOf, readManifest } from '../dataset/manifest.ts';
import { sha256Of } from '../dataset/shards.ts';
import { Failure } from '../failure.ts';
import { INTERRUPTED, stopOnInterrupt } from '../interrupt.ts';
import { takeLock } from '../lock.ts';
import { codeVersion } from '../provenance.ts';
import { RESULT_FORMAT, RUN_FORMAT, runSchema, type SweepResult, sweepResultSchema } from '../runs.ts';
import { tableLines } from '../table.ts';
import { loadBackend } from './backend.ts';
import { type FitData, readFitData } from './fit-data.ts';
import { fitLinear, wantedFeatures } from './linear.ts';
import { readFitResult, writeFitFolder, writeJson } from './run-folder.ts';
import type { LinearSettings } from './settings.ts';
import { readSweepConfig, type SweepConfig } from './sweep-config.ts';

type SweptFit = SweepResult['fits'][number];

/** Runs the fits of a config in order, each into a folder of its own, and those that are there already not again. */
export async function runSweep(configFile: string, folder: string, terminal: Terminal): Promise<number> {
  const sweep = readSweepConfig(configFile);
  const inputs = sweep.datasets.map((path) => ({ path, sha256: contentsHash(readManifest(path)) }));
  const { names } = gameOf(readManifest(sweep.datasets[0])).features;
  for (const { without } of sweep.fits) wantedFeatures(names, without);
  needSweepFolder(folder);
  mkdirSync(folder, { recursive: true });
  const release = takeLock(join(folder, 'lock'));
  const stop = stopOnInterrupt(() => terminal.note('stopping after this fit'));
  try {
    const fits: SweptFit[] = [];
    const reader = new FitReader(sweep.datasets);
    for (const [i, settings] of sweep.fits.entries()) {
      // A fit hears nothing while it computes, so a Ctrl-C is heard of here.
      await setImmediate();
      if (stop.requested) {
        terminal.note(`stopped after ${i} of ${sweep.fits.length} fits; the same command goes on from here`);
        return INTERRUPTED;
      }
      const name = fitName(settings, inputs);
      const own = join(folder, name);
      const title = `fit ${i + 1} of ${sweep.fits.length} (${variedText(sweep, settings)})`;
      if (existsSync(own)) terminal.note(`${title} is there already`);
      else terminal.note(title);
      fits.push(await sweptFit(own, name, settings, reader));
      if (fits.at(-1)!.reason !== undefined) terminal.note(`  failed: ${fits.at(-1)!.reason}`);
    }
    writeSweep(folder, configFile, sweep, inputs, fits);
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
    /^(fit-[0-9a-f]{12}(\.tmp)?|(run|result)\.json|table\.csv|lock)$/.test(name);
  const other = readdirSync(folder).find((name) => !isSweeps(name) && !name.endsWith('.tmp'));
  if (other !== undefined)
    throw new InputError(`--out ${folder} holds ${other}; expected a new folder or one of a sweep`);
  for (const name of readdirSync(folder))
    if (name.endsWith('.tmp')) rmSync(join(folder, name), { recursive: true });
}

/** A name that the settings, the data and the code decide, so that a fit is made again when one of them changes. */
function fitName(settings: LinearSettings, inputs: readonly { sha256: string }[]): string {
  const identity = JSON.stringify([settings, inputs.map(({ sha256 }) => sha256), codeVersion()]);
  return `fit-${sha256Of(identity).slice(0, 12)}`;
}

/** Reads datasets for one fit after another, and only once where several want the same rows. */
class FitReader {
  private readonly datasets: readonly string[];
  private name = '';
  private data: FitData | undefined;

  constructor(datasets: readonly string[]) {
    this.datasets = datasets;
  }

  read(settings: LinearSettings): FitData {
    // All that has no part in which rows are read is made the same.
    const name = JSON.stringify({ ...settings, lambda: 0, scoreScale: 0, ridge: 0, without: 0 });
    if (this.data === undefined || name !== this.name) {
      // Let go of first, so that the old and the new are not in memory together.
      this.data = undefined;
      this.data = readFitData(this.datasets, settings, settings);
      this.name = name;
    }
    return this.data;
  }
}

async function sweptFit(
  folder: string,
  name: string,
  settings: LinearSettings,
  reader: FitReader,
): Promise<SweptFit> {
  const about = { folder: name, settings };
  if (!existsSync(folder)) {
    try {
      const data = reader.read(settings);
      writeFitFolder(folder, fitLinear(await loadBackend(), data, settings), data, settings);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return { ...about, status: 'failed', reason: error.message };
    }
  }
  const result = readFitResult(folder);
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

function variedText({ varied }: SweepConfig, settings: LinearSettings): string {
  return varied.map((name) => `${name} ${cell(settings[name])}`).join(', ') || 'as it is';
}

function cell(value: LinearSettings[keyof LinearSettings]): string {
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
      ...varied.map((name) => cell((settings as LinearSettings)[name])),
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
  inputs: { path: string; sha256: string }[],
  fits: SweptFit[],
): void {
  const isDone = fits.every(({ status }) => status === 'done');
  writeFileAtomically(join(folder, 'table.csv'), stringify(sweepTable(sweep, fits)));
  writeJson(join(folder, 'result.json'), sweepResultSchema, { format: RESULT_FORMAT, kind: 'sweep', fits });
  writeJson(join(folder, 'run.json'), runSchema, {
    format: RUN_FORMAT,
    kind: 'sweep',
    command: `evalsmith sweep ${relative('.', configFile)} --out ${relative('.', folder)}`,
    settings: sweep.config,
    seed: sweep.fits[0].seed,
    codeVersion: codeVersion(),
    inputs,
    status: isDone ? 'done' : 'failed',
  });
}
