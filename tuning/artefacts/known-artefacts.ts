import { existsSync, readdirSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { games } from '../../engine/games/index.ts';
import { baselineNames, loadWeights } from '../../engine/node/named-weights.ts';
import { outsideGame } from '../../engine/node/outside-games.ts';
import { weightsFolder } from '../../engine/node/weights-folder.ts';
import { packageFolder } from '../store/identity.ts';
import { type Artefact, artefactAt, hashOf, type Input, unknownArtefact } from './artefact.ts';

/** Where weights are looked for, for people. */
export const PLACES = 'in engine/weights or weights, as reports/*/weights.json or beside it';

// Where what a run was made from usually lies, from the folder above that of the run.
const USUAL_FOLDERS = ['datasets', 'reports', 'oracles', 'weights'];

/** Finds artefacts by their hash; each folder is looked through once. */
export class KnownArtefacts {
  // By folder and hash.
  private readonly places = new Map<string, Map<string, string>>();
  // By place, since several runs may name the same.
  private readonly hashes = new Map<string, string | undefined>();
  private readonly artefacts = new Map<string, Artefact>();

  /** What lies where its path says, in this package or near a file or folder; else what is told of it. */
  readonly find = ({ sha256, path, described }: Input, beside: string): Artefact => {
    const near = resolve(beside.endsWith('.json') ? dirname(beside) : beside);
    const named = path === undefined ? undefined : this.placeNamed(path, near, sha256);
    if (named !== undefined) return this.artefactOf(named);
    const filed = this.in(weightsFolder(), weightsIn).get(sha256);
    if (filed !== undefined) return packageWeights(filed);
    const baseline = outsideBaselineOf(sha256);
    if (baseline !== undefined) return baseline;
    const crowned = championsFolder(near);
    const champion = crowned === undefined ? undefined : this.in(crowned, weightsIn).get(sha256);
    if (champion !== undefined) return this.artefactOf(champion);
    const folders = [near, dirname(near), ...USUAL_FOLDERS.map((name) => join(near, '..', '..', name))];
    for (const folder of [
      ...folders,
      'reports',
      'weights',
      join('evalsmith', 'weights'),
      join(packageFolder(), 'reports'),
    ]) {
      const found = this.in(resolve(folder), artefactsIn).get(sha256);
      if (found !== undefined) return this.artefactOf(found);
    }
    return described ?? unknownArtefact(sha256);
  };

  /** The file or folder that a run names, from here or from a folder above the run, if it is still the same. */
  private placeNamed(path: string, near: string, sha256: string): string | undefined {
    const bases = ['.'];
    for (let base = near; base !== dirname(base); base = dirname(base)) bases.push(base);
    const candidates = isAbsolute(path) ? [path] : bases.map((base) => resolve(base, path));
    return candidates.find((place) => this.hashAt(place) === sha256);
  }

  private artefactOf(place: string): Artefact {
    const artefact = this.artefacts.get(place) ?? artefactAt(place)!;
    this.artefacts.set(place, artefact);
    return artefact;
  }

  private hashAt(place: string): string | undefined {
    const hash = this.hashes.has(place) ? this.hashes.get(place) : hashOf(place);
    this.hashes.set(place, hash);
    return hash;
  }

  private in(folder: string, list: (folder: string) => string[]): Map<string, string> {
    let known = this.places.get(folder);
    if (known === undefined) {
      known = new Map();
      // The first of several that are the same.
      for (const place of list(folder).toReversed()) {
        const hash = this.hashAt(place);
        if (hash !== undefined) known.set(hash, place);
      }
      this.places.set(folder, known);
    }
    return known;
  }
}

/** Where the champions of nights are, if this is in a folder of nights. */
function championsFolder(near: string): string | undefined {
  for (let base = near; base !== dirname(base); base = dirname(base))
    if (existsSync(join(base, 'champions'))) return join(base, 'champions');
  return undefined;
}

/** Weights, datasets and oracles in a folder, and the weights of runs in it. */
function artefactsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = join(folder, entry.name);
    if (entry.isDirectory()) return [place, join(place, 'weights.json')].filter((path) => existsSync(path));
    return entry.name.endsWith('.json') ? [place] : [];
  });
}

function weightsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(folder, name));
}

/** Weights that the module of a game from outside has; their place is the name that they go by. */
function outsideBaselineOf(sha256: string): Artefact | undefined {
  for (const game of games) {
    if (outsideGame(game) === undefined) continue;
    const name = baselineNames(game).find(
      (known) => loadWeights(game, game.usualSize, known).sha256 === sha256,
    );
    if (name !== undefined)
      return {
        kind: 'weights',
        name,
        what: `weights, set by hand; of ${game.name}`,
        place: name,
        sha256,
        inputs: [],
      };
  }
  return undefined;
}

function packageWeights(file: string): Artefact {
  const weights = artefactAt(file)!;
  const name = file.slice(weightsFolder().length + 1);
  const baseline = /^baselines[\\/].*?([^\\/]+)\.json$/.exec(name)?.[1];
  return {
    ...weights,
    name: baseline === undefined ? `engine/weights/${name}` : `baseline:${baseline}`,
    what: `${weights.what}; of this package`,
  };
}
