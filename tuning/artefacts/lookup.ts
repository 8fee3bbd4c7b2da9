// What has a hash: a dataset, an oracle or weights, here or beside a run.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { weightsFolder } from '../../engine/node/weights-folder.ts';
import { InputError } from '../../engine/input-error.ts';
import { contentsHash } from '../dataset/dataset-writer.ts';
import { DATASET_FORMAT, hasManifest, readManifest } from '../dataset/manifest.ts';

/** The hash that names the contents of a weights file, a dataset or an oracle; undefined for anything else. */
export function hashOf(file: string): string | undefined {
  try {
    if (!statSync(file).isDirectory()) return stringOf(jsonOf(file)?.['sha256']);
    const manifest = jsonOf(join(file, 'manifest.json'));
    return manifest?.['format'] === DATASET_FORMAT
      ? contentsHash(readManifest(file))
      : stringOf(manifest?.['sha256']);
  } catch (error) {
    // A damaged neighbour is no reason not to show this run.
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

// Where what a run was made from usually lies, from the folder above that of the run.
const USUAL_FOLDERS = ['datasets', 'reports', 'oracles'];

/** Datasets, oracles and weights of runs beside a run, and in the usual folders beside its own. */
export function neighbours(folder: string): string[] {
  const parent = dirname(resolve(folder));
  const places = new Set([parent, ...USUAL_FOLDERS.map((name) => join(dirname(parent), name))]);
  return [...places].flatMap(runsIn);
}

/** Datasets, oracles and weights of runs in a folder of such. */
export function runsIn(place: string): string[] {
  if (!existsSync(place)) return [];
  return readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => {
      const run = join(place, name);
      const weights = join(run, 'weights.json');
      return [...(hasManifest(run) ? [run] : []), ...(existsSync(weights) ? [weights] : [])];
    });
}

interface FiledWeights {
  file: string;
  /** What a person calls it. */
  name: string;
  what: string;
}

/** The weights that come with this package, by their hash. */
export function filedWeights(): Map<string, FiledWeights> {
  const root = weightsFolder();
  const known = new Map<string, FiledWeights>();
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.json'),
  )) {
    const weights = jsonOf(join(root, file));
    const sha256 = stringOf(weights?.['sha256']);
    if (sha256 === undefined) continue;
    const baseline = /^baselines[\\/].*?([^\\/]+)\.json$/.exec(file)?.[1];
    const { origin } = (weights?.['provenance'] ?? {}) as { origin?: unknown };
    known.set(sha256, {
      file: join(root, file),
      name: baseline === undefined ? `engine/weights/${file}` : `baseline:${baseline}`,
      what: `weights of this package${typeof origin === 'string' ? `, ${origin}` : ''}`,
    });
  }
  return known;
}

export function jsonOf(file: string): Record<string, unknown> | undefined {
  try {
    const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

const stringOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
