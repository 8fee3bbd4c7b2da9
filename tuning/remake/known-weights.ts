import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { filedWeights, hashOf, neighbours, runsIn } from '../artefacts/lookup.ts';
import { packageFolder } from '../store/identity.ts';

/** A weights file, and how a command line names it. */
export interface WeightsFile {
  file: string;
  name: string;
}

/** Where weights are looked for, for people. */
export const PLACES = 'in engine/weights, as reports/*/weights.json or beside it';

/** The weights of a hash: of this package, of published runs, or near a folder. */
export function knownWeights(sha256: string, near: string): WeightsFile | undefined {
  const filed = filedWeights().get(sha256);
  if (filed !== undefined) {
    const isBaseline = filed.name.startsWith('baseline:');
    return { file: filed.file, name: isBaseline ? filed.name : shortPath(filed.file) };
  }
  const file = candidates(near).find((known) => hashOf(known) === sha256);
  return file === undefined ? undefined : { file, name: shortPath(file) };
}

function candidates(near: string): string[] {
  const beside = existsSync(near) ? readdirSync(near).map((name) => join(near, name)) : [];
  const runs = [
    ...neighbours(near),
    ...['.', packageFolder()].flatMap((root) => runsIn(join(root, 'reports'))),
  ];
  return [...beside, ...runs].filter((file) => file.endsWith('.json') && existsSync(file));
}

/** A path from here where it is below. */
export function shortPath(path: string): string {
  const from = relative('.', path);
  return from === '' || from.startsWith('..') ? path : from;
}
