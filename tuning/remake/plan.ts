import { dirname, join, relative } from 'node:path';
import { loadWeights } from '../../engine/node/named-weights.ts';
import type { Game } from '../../engine/game.ts';
import { gameNamed } from '../../engine/games/index.ts';
import { InputError } from '../../engine/input-error.ts';
import type { Weights } from '../../engine/weights.ts';
import { type Artefact, changedBy, type Input, learnedFrom } from '../artefacts/artefact.ts';
import { KnownArtefacts, PLACES } from '../artefacts/known-artefacts.ts';
import { selfplayJobSettings, type SelfplaySettings } from '../play/selfplay-settings.ts';
import { wrongAt } from '../settings/setting.ts';
import { codeVersion } from '../store/identity.ts';
import { readWeightsFile } from '../store/read-weights.ts';
import { type Derivation, derivationSchema } from './derivation.ts';
import { isFitted, type Recipe, recipeOf } from './recipe.ts';
import type { Target } from './targets.ts';

/** A file or folder, and how a command line names it. */
interface Placed {
  place: string;
  name: string;
}

/** A dataset to play, or to make of others, which stand before it in the plan. */
export interface DatasetStep {
  kind: 'dataset';
  game: Game;
  /** As it was made the first time. */
  made: Artefact & Required<Pick<Artefact, 'description' | 'command'>>;
  how: SelfplaySettings | Derivation;
  /** The weights that play, or the datasets that it is made of. */
  inputs: Placed[];
  folder: string;
}

/** A fit to run. */
export interface FitStep {
  kind: 'fit';
  /** The weights as they were made the first time, and what a person calls them. */
  weights: Weights;
  name: string;
  recipe: Recipe;
  /** Where the weights are that it changes, of a fit that does so. */
  base?: string;
  datasets: string[];
  folder: string;
}

export type Step = DatasetStep | FitStep;

/** All that it takes to make weights again, in order; `all` goes back to weights that came of no fit. */
export function planOf(targets: readonly Target[], out: string, all: boolean): Step[] {
  // By folder: what several need is made once.
  const steps = new Map<string, Step>();
  const known = new KnownArtefacts();
  for (const { name, weights, near } of targets) addFit(name, weights, near);
  return [...steps.values()];

  function addFit(name: string, weights: Weights, near: string): void {
    const folder = fitFolder(out, weights);
    if (steps.has(folder)) return;
    const recipe = recipeOf(name, weights);
    const game = gameNamed(weights.game)!;
    const datasets = learnedFrom(weights).map((input) => addDataset(name, game, input, near).place);
    const [changed] = changedBy(weights);
    const base = changed && baseOf(name, changed, near);
    steps.set(folder, { kind: 'fit', weights, name, recipe, base, datasets, folder });
  }

  function baseOf(name: string, input: Input, near: string): string {
    const { kind, place } = known.find(input, near);
    if (kind === 'weights' && place !== undefined) return place;
    throw new InputError(
      `${name} was made from the weights ${input.sha256}, which are not there; expected them ${PLACES}`,
    );
  }

  /** Returns where the dataset will be. */
  function addDataset(name: string, game: Game, { sha256, described }: Input, near: string): Placed {
    const folder = join(out, 'datasets', sha256.slice(0, 12));
    const placed = { place: folder, name: folder };
    if (steps.has(folder)) return placed;
    if (described?.description === undefined)
      throw new InputError(
        `${name} learned from the dataset ${sha256} and does not tell how what that was made from was made`,
      );
    const { size } = described.description;
    if (!game.sizes.includes(size))
      throw new InputError(
        `${name} learned from ${game.name} ${size}; expected a size of ${game.sizes.join(', ')}`,
      );
    const how = howMade(name, described.description);
    const add = how.by === 'selfplay' ? addPlayer : addDataset;
    const inputs = described.inputs.map((input) => add(name, game, input, near, size));
    const made = described as DatasetStep['made'];
    steps.set(folder, { kind: 'dataset', game, made, how, inputs, folder });
    return placed;
  }

  /** The weights that played: found, or with `all` made again before. */
  function addPlayer(name: string, game: Game, input: Input, near: string, size: number): Placed {
    const found = known.find(input, near);
    if (found.place === undefined || found.kind !== 'weights')
      throw new InputError(
        `${name} learned from games of the weights ${input.sha256}, which are not there; expected them ${PLACES}`,
      );
    const { weights } = readWeightsFile(found.place, game);
    const shown = found.name.startsWith('baseline:') ? found.name : shortPath(found.place);
    if (!all || !isFitted(weights)) {
      loadWeights(game, size, found.place);
      return { place: found.place, name: shown };
    }
    addFit(shown, weights, dirname(found.place));
    const file = join(fitFolder(out, weights), 'weights.json');
    return { place: file, name: file };
  }
}

/** The version of the code that does a step here. */
export function versionOf(step: Step): string {
  if (step.kind === 'fit') return codeVersion(`fit ${step.recipe.kind.name}`, step.weights.game);
  return codeVersion(step.how.by === 'selfplay' ? 'games' : 'derived', step.game.name);
}

/** The run folder of the fit that makes weights again. */
export function fitFolder(out: string, { sha256 }: Weights): string {
  return join(out, 'fits', sha256.slice(0, 12));
}

/** How a dataset was made; throws an InputError where that is not known or cannot be done again. */
function howMade(
  name: string,
  { sha256, settings, games: played }: DatasetStep['made']['description'],
): DatasetStep['how'] {
  if (settings['by'] === 'selfplay') {
    const { data, error } = selfplayJobSettings.safeParse(settings);
    if (data?.oracle !== undefined)
      throw new InputError(`${name} learned from games that the oracle ${data.oracle} ended; expected none`);
    if (data !== undefined && played > 0) return data;
    const wrong = error === undefined ? 'it has no games' : `its setting ${wrongAt(error)}`;
    throw new InputError(`${name} learned from the dataset ${sha256} of self-play, but ${wrong}`);
  }
  const { data } = derivationSchema.safeParse(settings);
  if (data !== undefined) return data;
  throw new InputError(
    `${name} learned from the dataset ${sha256}, made by ${JSON.stringify(settings['by'])}; only those by selfplay, dedupe, sample, merge and of the first games can be made again`,
  );
}

/** A path from here where it is below. */
function shortPath(path: string): string {
  const from = relative('.', path);
  return from === '' || from.startsWith('..') ? path : from;
}
