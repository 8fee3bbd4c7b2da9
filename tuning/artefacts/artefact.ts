import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { InputError } from '../../engine/input-error.ts';
import { sha256 } from '../../engine/node/sha256.ts';
import { needSeal, type Weights } from '../../engine/weights.ts';
import { contentsHash, describeDataset } from '../dataset/dataset-writer.ts';
import {
  type DatasetDescription,
  descriptionSchema,
  isOfDataset,
  type Manifest,
  readManifest,
  shardNumber,
} from '../dataset/manifest.ts';
import { type OracleManifest, readOracleManifest } from '../tables/oracle-file.ts';
import { buildForm } from '../oracle/oracle-forms.ts';
import { scopeText } from '../tables/solvable-name.ts';
import { boardName, counted, shortHash } from '../page/figures.ts';
import { parseBounded } from '../../engine/json-text.ts';
import { commandText } from '../settings/command-form.ts';
import { hasRun, readRun } from '../store/run-folder.ts';
import type { Run } from '../store/runs.ts';
import { datasetCommand } from './recorded-command.ts';

/** Something that was made: weights, a dataset, an oracle or a run, with its provenance. */
export interface Artefact {
  kind: 'weights' | 'dataset' | 'oracle' | 'run' | 'unknown';
  /** What a person calls it. */
  name: string;
  what: string;
  /** Its file or folder; none where only what was made from it names it. */
  place?: string;
  /** Of its contents; a run has none. */
  sha256?: string;
  seed?: number;
  codeVersion?: string;
  inputs: Input[];
  /** Makes it again under a name from inputs that are called so. */
  command?: (name: string, inputs: readonly string[]) => string | undefined;
  /** Of a dataset. */
  description?: DatasetDescription;
}

/** Something that another was made from. */
export interface Input {
  sha256: string;
  /** As the command of a run names it. */
  path?: string;
  /** What that which was made from it says of it. */
  described?: Artefact;
}

/** The weights, dataset or oracle in a file or folder; undefined where there is no such. */
export function artefactAt(place: string): Artefact | undefined {
  const hash = hashOf(place);
  if (hash === undefined) return undefined;
  if (!statSync(place).isDirectory()) return weightsArtefact(place, hash);
  const manifest = jsonOf(join(place, 'manifest.json'))!;
  if (isOfDataset(manifest)) return datasetArtefact(place, readManifest(place));
  const { game, size, scope, codeVersion } = manifest as unknown as OracleManifest;
  return {
    kind: 'oracle',
    name: shownPath(place),
    what: `oracle of ${boardName(game, size)}${scopeText(scope)}`,
    place,
    sha256: hash,
    codeVersion,
    inputs: [],
    command: (out) => commandText(buildForm, { game, size, ...scope, out }),
  };
}

/** The hash of the contents of weights, a dataset or an oracle; undefined for anything else, also where it is damaged. */
export function hashOf(place: string): string | undefined {
  // Also where it is no path at all.
  if (!existsSync(place)) return undefined;
  const isFolder = statSync(place).isDirectory();
  const json = jsonOf(isFolder ? join(place, 'manifest.json') : place);
  try {
    if (json === undefined) return undefined;
    if (isOfDataset(json)) return contentsHash(readManifest(place));
    if (isFolder) return readOracleManifest(place).sha256;
    const weights = json as unknown as Weights;
    needSeal(weights, sha256);
    return weights.sha256;
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

export function runArtefact(folder: string, run: Run): Artefact {
  const weights = ownWeights(folder);
  const learned = learnedFrom(weights);
  return {
    kind: 'run',
    name: shownPath(folder),
    what: `${run.kind}${run.status === 'done' ? '' : `, ${run.status}`}`,
    place: folder,
    seed: run.seed,
    codeVersion: run.codeVersion,
    inputs: [
      ...run.inputs.map((input) => ({
        ...learned.find(({ sha256 }) => sha256 === input.sha256),
        ...input,
      })),
      ...changedBy(weights),
    ],
    command: () => run.command,
  };
}

/** The weights in the folder of a run; throws an InputError where they are damaged. */
function ownWeights(folder: string): { game?: unknown; provenance?: unknown } {
  const file = join(folder, 'weights.json');
  if (!existsSync(file)) return {};
  if (hashOf(file) === undefined)
    throw new InputError(`${file} is damaged; expected the weights that this run made`);
  return jsonOf(file)!;
}

export function datasetArtefact(folder: string, manifest: Manifest): Artefact {
  const { command, ...described } = describedDataset(manifest.game, describeDataset(manifest));
  // A share of a run (--shard I/N) has not its first games, which its command would make.
  const isShare = manifest.shards.some((shard, i) => shardNumber(shard) !== i);
  return { ...described, ...(!isShare && { command }), name: shownPath(folder), place: folder };
}

/** A dataset that need not be there. */
function describedDataset(game: string, description: DatasetDescription): Artefact {
  const { sha256, settings, codeVersion, kind, size, games, positions, sources = [] } = description;
  const of = Array.isArray(settings['of']) ? settings['of'] : [];
  const hashes = [settings['weights'], settings['opponent'], ...of];
  const described = sources.map((source) => describedDataset(game, source));
  return {
    kind: 'dataset',
    name: hashName(sha256),
    what: `dataset of ${boardName(game, size)}: ${kind === 'games' ? `${counted(games, 'game')}, ` : ''}${counted(positions, 'position')}`,
    sha256,
    seed: typeof settings['seed'] === 'number' ? settings['seed'] : undefined,
    codeVersion,
    inputs: hashes
      .filter((hash) => typeof hash === 'string')
      .map((hash) => ({ sha256: hash, described: described.find((source) => source.sha256 === hash) })),
    command: (name, inputs) => datasetCommand(name, { game, size, games, settings }, inputs),
    description,
  };
}

/** Weights lie in the folder of the fit that made them, or tell of it themselves. */
function weightsArtefact(file: string, sha256: string): Artefact {
  const folder = dirname(file);
  const about = { kind: 'weights' as const, name: shownPath(file), place: file, sha256 };
  const run = hasRun(folder) ? readRun(folder) : undefined;
  if (run?.kind === 'fit') {
    const fit = runArtefact(folder, run);
    return { ...fit, ...about, what: `weights by ${fit.what}` };
  }
  const weights = jsonOf(file)!;
  const { origin, seed, codeVersion } = provenanceOf(weights);
  return {
    ...about,
    what: `weights, ${textOf(origin) ?? 'of unknown origin'}`,
    seed: typeof seed === 'number' ? seed : undefined,
    codeVersion: textOf(codeVersion),
    inputs: [...learnedFrom(weights), ...changedBy(weights)],
  };
}

/** The datasets that weights were fitted to. */
export function learnedFrom(weights: { game?: unknown; provenance?: unknown }): Input[] {
  const { datasets } = provenanceOf(weights);
  return (Array.isArray(datasets) ? datasets : []).flatMap((dataset: { sha256?: unknown } | null) => {
    const sha256 = textOf(dataset?.sha256);
    if (sha256 === undefined) return [];
    const { data } = descriptionSchema.safeParse(dataset);
    return [{ sha256, described: data && describedDataset(String(weights.game), data) }];
  });
}

/** The weights that a fit changed to make these. */
export function changedBy(weights: { provenance?: unknown }): Input[] {
  const { origin, settings } = provenanceOf(weights);
  const { weights: base } = (settings ?? {}) as { weights?: unknown };
  const sha256 = origin === 'fit draws' ? textOf(base) : undefined;
  return sha256 === undefined ? [] : [{ sha256 }];
}

/** What is known of something by its hash alone. */
export function unknownArtefact(sha256: string): Artefact {
  return { kind: 'unknown', name: hashName(sha256), what: 'known by its hash alone', sha256, inputs: [] };
}

const hashName = (sha256: string) => `sha256:${shortHash(sha256)}`;

function provenanceOf({ provenance }: { provenance?: unknown }): Record<string, unknown> {
  return typeof provenance === 'object' && provenance !== null ? { ...provenance } : {};
}

/** The object in a file; undefined where there is none. */
export function jsonOf(file: string): Record<string, unknown> | undefined {
  // A run may name any path, also one that never ends.
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  try {
    const json = parseBounded(readFileSync(file, 'utf8'));
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** A path without the part that is only true of this machine. */
export function shownPath(given: string): string {
  const path = given.replace(/(?<=.)[/\\]+$/, '');
  if (!isAbsolute(path)) return path;
  const from = relative('.', path);
  return from.startsWith('..') ? `…/${path.split(/[\\/]/).slice(-2).join('/')}` : from;
}
