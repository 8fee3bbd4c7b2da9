import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { InputError } from '../../engine/input-error.ts';
import type { Weights } from '../../engine/weights.ts';
import { jsonOf } from '../artefacts/artefact.ts';
import { KnownArtefacts, PLACES } from '../artefacts/known-artefacts.ts';
import { isOfPlayer, MANIFEST_FILE, readManifest, type ShipManifest } from '../ship/ship-manifest.ts';
import {
  filedName,
  playedFiles,
  readWeightsFile,
  readWeightsText,
  withEvidence,
} from '../store/read-weights.ts';

/** Weights that shall be made again. */
export interface Target {
  /** What a person calls them. */
  name: string;
  weights: Weights;
  /** The file as it stands; undefined where they are known from a shipped player alone. */
  text?: string;
  /** The folder of the file. */
  near: string;
}

/** What a person named: files, the weights of a game, folders of fits and of shipped players. */
export function targetsOf(names: readonly string[]): Target[] {
  const targets = names.flatMap(targetsNamed);
  const nameOf = new Map<string, string>();
  for (const { name, weights } of targets) {
    const file = filedName(weights);
    const other = nameOf.get(file);
    if (other !== undefined)
      throw new InputError(`${other} and ${name} would both be ${file}; expected one file for each size`);
    nameOf.set(file, name);
  }
  return targets;
}

function targetsNamed(name: string): Target[] {
  const played = playedFiles(name);
  if (played !== undefined) return played.map((file) => fileTarget(file, basename(file, '.json')));
  if (!existsSync(name) || !statSync(name).isDirectory()) return [fileTarget(name, name)];
  if (isOfPlayer(jsonOf(join(name, MANIFEST_FILE)) ?? {}))
    return readManifest(name).weights.map((entry) => shippedTarget(name, entry));
  const file = join(name, 'weights.json');
  if (existsSync(file)) return [fileTarget(file, file)];
  throw new InputError(
    `WEIGHTS is ${JSON.stringify(name)}, a folder with neither weights.json nor a shipped player's manifest.json`,
  );
}

function fileTarget(file: string, name: string): Target {
  const text = readWeightsText(file, 'WEIGHTS');
  return { name, weights: readWeightsFile(file).weights, text, near: dirname(file) };
}

function shippedTarget(folder: string, { sha256, size, evidence }: ShipManifest['weights'][number]): Target {
  const { place, kind } = new KnownArtefacts().find({ sha256 }, folder);
  if (place === undefined || kind !== 'weights')
    throw new InputError(
      `${folder} was shipped with the weights ${sha256} for size ${size}, which are not there; expected them ${PLACES}`,
    );
  const weights = withEvidence(readWeightsFile(place).weights, evidence);
  return { name: `${folder} (size ${size})`, weights, near: dirname(place) };
}
