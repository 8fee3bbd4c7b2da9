import { existsSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { describeDataset } from '../dataset/dataset-writer.ts';
import {
  DATASET_FORMAT,
  type DatasetDescription,
  descriptionSchema,
  type Manifest,
  readManifest,
} from '../dataset/manifest.ts';
import { filedWeights, hashOf, jsonOf, neighbours } from '../artefacts/lookup.ts';
import type { Run } from '../store/runs.ts';
import { datasetCommand } from './dataset-command.ts';
import { boardName, counted, shortHash } from '../page/figures.ts';
import { hasRun, readRun } from '../store/run-folder.ts';

/** Something that was made, with all that is known of what it was made from. */
export interface Origin {
  /** What a person calls it. */
  name: string;
  what: string;
  sha256?: string;
  /** Makes it again. */
  command?: string;
  seed?: number;
  codeVersion?: string;
  inputs: Origin[];
}

// Deeper lineages are cut, also those that go round in a circle.
const DEEPEST = 8;

/** Where a run comes from, as far as its inputs can still be found. */
export function runOrigin(folder: string, run: Run, depth = 0): Origin {
  return {
    name: shownPath(folder),
    what: `${run.kind}${run.status === 'done' ? '' : `, ${run.status}`}`,
    command: run.command,
    seed: run.seed,
    codeVersion: run.codeVersion,
    inputs:
      depth >= DEEPEST
        ? []
        : run.inputs.map(({ path, sha256 }) =>
            inputOrigin(folder, path, sha256, depth + 1, describedIn(join(folder, 'weights.json'))),
          ),
  };
}

/** Where a dataset comes from: what it was made of is named by hash, so it is looked for beside it. */
export function datasetOrigin(folder: string, manifest: Manifest, depth = 0): Origin {
  return describedOrigin(folder, shownPath(folder), manifest.game, describeDataset(manifest), depth);
}

/** The same for a dataset of this description, which need not be there; `folder` is what to look beside. */
function describedOrigin(
  folder: string,
  name: string,
  game: string,
  description: DatasetDescription,
  depth: number,
): Origin {
  const { sha256, settings, codeVersion, kind, size, games, positions, sources = [] } = description;
  const hashes = [
    settings['weights'],
    settings['opponent'],
    ...(Array.isArray(settings['of']) ? settings['of'] : []),
  ];
  const inputs = hashes
    .filter((hash) => typeof hash === 'string')
    .map((hash) => hashOrigin(folder, hash, depth + 1, { game, datasets: sources }));
  const named = (i: number) => inputs[i]?.name ?? '';
  return {
    name,
    what: `dataset of ${boardName(game, size)}: ${kind === 'games' ? `${counted(games, 'game')}, ` : ''}${counted(positions, 'position')}`,
    sha256,
    command: datasetCommand(name, { game, size, games, settings }, named),
    seed: typeof settings['seed'] === 'number' ? settings['seed'] : undefined,
    codeVersion,
    inputs,
  };
}

function inputOrigin(
  folder: string,
  path: string,
  sha256: string,
  depth: number,
  described?: Described,
): Origin {
  const file = found(folder, path, sha256);
  if (file === undefined)
    return { ...hashOrigin(folder, sha256, depth, described, shownPath(path)), name: shownPath(path) };
  return { ...originOfFound(file, sha256, depth), name: shownPath(path) };
}

/** Datasets that need not be there, as what was made from them tells of them. */
interface Described {
  game: string;
  datasets: readonly DatasetDescription[];
}

/** What a weights file tells of the datasets it was fitted to; nothing where there is no such file or it only names them. */
function describedIn(file: string): Described | undefined {
  const weights = jsonOf(file);
  const { datasets } = (weights?.['provenance'] ?? {}) as { datasets?: unknown };
  const read = descriptionSchema.array().safeParse(datasets);
  return read.success ? { game: String(weights?.['game']), datasets: read.data } : undefined;
}

/** What has a hash, among the weights of this package and what lies beside a run, or as it is described; else the hash is all there is to say. */
function hashOrigin(
  folder: string,
  sha256: string,
  depth: number,
  described?: Described,
  name = `sha256:${shortHash(sha256)}`,
): Origin {
  const filed = filedWeights().get(sha256);
  if (filed !== undefined) return { name: filed.name, what: filed.what, sha256, inputs: [] };
  const beside = neighbours(folder).find((file) => hashOf(file) === sha256);
  if (beside !== undefined && depth < DEEPEST) return originOfFound(beside, sha256, depth);
  const description = described?.datasets.find((dataset) => dataset.sha256 === sha256);
  if (described !== undefined && description !== undefined && depth < DEEPEST)
    return describedOrigin(folder, name, described.game, description, depth);
  return { name, what: 'known by its hash alone', sha256, inputs: [] };
}

function originOfFound(file: string, sha256: string, depth: number): Origin {
  if (!statSync(file).isDirectory()) return weightsOrigin(file, sha256, depth);
  const manifest = jsonOf(join(file, 'manifest.json'));
  if (manifest?.['format'] === DATASET_FORMAT) return datasetOrigin(file, readManifest(file), depth);
  const { game, size, codeVersion } = manifest as { game: string; size: number; codeVersion: string };
  return {
    name: shownPath(file),
    what: `oracle of ${boardName(game, size)}`,
    sha256,
    command: `evalsmith oracle build ${game} --size ${size} --out ${shownPath(file)}`,
    codeVersion,
    inputs: [],
  };
}

/** Weights lie in the folder of the fit that made them, or tell of it themselves. */
function weightsOrigin(file: string, sha256: string, depth: number): Origin {
  const folder = dirname(file);
  if (hasRun(folder) && jsonOf(join(folder, 'result.json'))?.['kind'] === 'fit') {
    const fit = runOrigin(folder, readRun(folder), depth);
    return { ...fit, name: shownPath(file), what: `weights by ${fit.what}`, sha256 };
  }
  const provenance = (jsonOf(file)?.['provenance'] ?? {}) as Record<string, unknown>;
  const datasets = Array.isArray(provenance['datasets'])
    ? (provenance['datasets'] as { sha256?: unknown }[])
    : [];
  return {
    name: shownPath(file),
    what: `weights, ${typeof provenance['origin'] === 'string' ? provenance['origin'] : 'of unknown origin'}`,
    sha256,
    seed: typeof provenance['seed'] === 'number' ? provenance['seed'] : undefined,
    codeVersion: typeof provenance['codeVersion'] === 'string' ? provenance['codeVersion'] : undefined,
    inputs: datasets.flatMap(({ sha256: hash }) =>
      typeof hash === 'string' ? [hashOrigin(folder, hash, depth + 1, describedIn(file))] : [],
    ),
  };
}

/** The file or folder that a run names, from here or from a folder above the run, if it is still the same. */
function found(folder: string, path: string, sha256: string): string | undefined {
  const bases = ['.'];
  for (let base = resolve(folder); base !== dirname(base); base = dirname(base)) bases.push(base);
  const candidates = isAbsolute(path) ? [path] : bases.map((base) => resolve(base, path));
  return candidates.find((file) => existsSync(file) && hashOf(file) === sha256);
}

/** A path without the part that is only true of this machine. */
export function shownPath(path: string): string {
  if (!isAbsolute(path)) return path;
  const from = relative('.', path);
  return from.startsWith('..') ? `…/${path.split(/[\\/]/).slice(-2).join('/')}` : from;
}
