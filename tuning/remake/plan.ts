import { dirname, join } from 'node:path';
import { loadWeights } from '../../engine/node/weights-folder.ts';
import type { Game } from '../../engine/game.ts';
import { gameNamed } from '../../engine/games/index.ts';
import { InputError } from '../../engine/input-error.ts';
import type { Weights } from '../../engine/weights.ts';
import type { DatasetDescription } from '../dataset/manifest.ts';
import { selfplaySettings } from '../play/fleet/messages.ts';
import type { SelfplaySettings } from '../play/selfplay-settings.ts';
import { codeVersion } from '../store/identity.ts';
import { readWeightsFile } from '../store/read-weights.ts';
import { type Derivation, derivationSchema } from './derivation.ts';
import { knownWeights, PLACES, type WeightsFile } from './known-weights.ts';
import { isFitted, type Recipe, recipeOf } from './recipe.ts';
import type { Target } from './targets.ts';

interface DatasetStep {
  game: Game;
  description: DatasetDescription;
  folder: string;
}

/** Games to play. */
export interface GamesStep extends DatasetStep {
  kind: 'games';
  settings: SelfplaySettings;
  weights: WeightsFile;
  opponent: WeightsFile | null;
}

/** A dataset to make of others, which stand before it in the plan. */
export interface DerivedStep extends DatasetStep {
  kind: 'derived';
  derivation: Derivation;
  sources: string[];
}

/** A fit to run. */
export interface FitStep {
  kind: 'fit';
  /** The weights as they were made the first time, and what a person calls them. */
  weights: Weights;
  name: string;
  recipe: Recipe;
  datasets: string[];
  folder: string;
}

export type Step = GamesStep | DerivedStep | FitStep;

/** All that it takes to make weights again, in order; `all` goes back to weights that came of no fit. */
export function planOf(targets: readonly Target[], out: string, all: boolean): Step[] {
  const plan = new Plan(out, all);
  for (const { name, weights, near } of targets) plan.addFit(name, weights, near);
  return [...plan.steps.values()];
}

/** The version of the code that does a step here. */
export function versionOf(step: Step): string {
  if (step.kind === 'fit') return codeVersion(`fit ${step.recipe.model}`, step.weights.game);
  return codeVersion(step.kind, step.game.name);
}

/** The run folder of the fit that makes weights again. */
export function fitFolder(out: string, { sha256 }: Weights): string {
  return join(out, 'fits', sha256.slice(0, 12));
}

class Plan {
  /** By folder: what several need is made once. */
  readonly steps = new Map<string, Step>();
  private readonly out: string;
  private readonly all: boolean;

  constructor(out: string, all: boolean) {
    this.out = out;
    this.all = all;
  }

  addFit(name: string, weights: Weights, near: string): void {
    const folder = fitFolder(this.out, weights);
    if (this.steps.has(folder)) return;
    const recipe = recipeOf(name, weights);
    const game = gameNamed(weights.game)!;
    const datasets = recipe.datasets.map((description) => this.addDataset(name, game, description, near));
    this.steps.set(folder, { kind: 'fit', weights, name, recipe, datasets, folder });
  }

  /** Returns the folder that the dataset will be in. */
  private addDataset(name: string, game: Game, description: DatasetDescription, near: string): string {
    const folder = join(this.out, 'datasets', description.sha256.slice(0, 12));
    if (this.steps.has(folder)) return folder;
    const { size, settings } = description;
    if (!game.sizes.includes(size))
      throw new InputError(`${name} learned from ${game.name} ${size}, which this version does not play`);
    if (settings['by'] === 'selfplay') {
      this.steps.set(folder, this.gamesStep(name, game, description, near, folder));
      return folder;
    }
    const derivation = derivationOf(name, description);
    const sources = description.sources!.map((source) => this.addDataset(name, game, source, near));
    this.steps.set(folder, { kind: 'derived', game, description, folder, derivation, sources });
    return folder;
  }

  private gamesStep(
    name: string,
    game: Game,
    description: DatasetDescription,
    near: string,
    folder: string,
  ): GamesStep {
    const read = selfplaySettings.safeParse(description.settings);
    if (!read.success || description.games === 0)
      throw new InputError(
        `${name} learned from the dataset ${description.sha256}, whose settings are not those of self-play`,
      );
    const settings = read.data;
    const player = (sha256: string) => this.player(name, game, description.size, sha256, near);
    const weights = player(settings.weights);
    const opponent = settings.opponent === null ? null : player(settings.opponent);
    return { kind: 'games', game, description, folder, settings, weights, opponent };
  }

  /** The weights that played: found, or with `all` made again before. */
  private player(name: string, game: Game, size: number, sha256: string, near: string): WeightsFile {
    const known = knownWeights(sha256, near);
    if (known === undefined)
      throw new InputError(
        `${name} learned from games of the weights ${sha256}, which are not there; expected them ${PLACES}`,
      );
    const { weights } = readWeightsFile(known.file, game);
    if (!this.all || !isFitted(weights)) {
      loadWeights(game, size, known.file);
      return known;
    }
    this.addFit(known.name, weights, dirname(known.file));
    const file = join(fitFolder(this.out, weights), 'weights.json');
    return { file, name: file };
  }
}

/** How a dataset was made from others; throws an InputError where that is not known or cannot be done again. */
function derivationOf(name: string, { sha256, settings, sources }: DatasetDescription): Derivation {
  const read = derivationSchema.safeParse(settings);
  if (!read.success)
    throw new InputError(
      `${name} learned from the dataset ${sha256}, made by ${JSON.stringify(settings['by'])}; only those by selfplay, dedupe, sample, merge and of the first games can be made again`,
    );
  const of = sources?.map((source) => source.sha256);
  if (of === undefined || JSON.stringify(of) !== JSON.stringify(settings['of']))
    throw new InputError(
      `${name} learned from the dataset ${sha256} and does not tell how what that was made from was made`,
    );
  return read.data;
}
