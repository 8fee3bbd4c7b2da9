import { FeatureInputs, featureInputsId } from './feature-inputs.ts';
import type { Game } from './game.ts';
import type { Inputs } from './inputs.ts';

/** The ids of all inputs that networks for boards of a size may look at, the usual ones first. */
export function inputsIds(game: Game, size: number | 'any' = game.usualSize): string[] {
  const ofSize = size === 'any' ? [] : [game.inputs(size).id, ...Object.keys(game.otherInputs ?? {})];
  return hasFeatureInputs(game) ? [...ofSize, featureInputsId(game.features)] : ofSize;
}

/** Whether inputs of this id mean the same on boards of any size. */
export function areForAnySize(game: Game, id: string): boolean {
  return hasFeatureInputs(game) && id === featureInputsId(game.features);
}

/** The inputs of an id, the usual ones where none is given, for boards of a size; undefined where the game has none such. */
export function inputsOf(game: Game, size: number | 'any', id?: string): Inputs | undefined {
  if (id !== undefined && areForAnySize(game, id)) return new FeatureInputs(game.features);
  if (size === 'any') return undefined;
  const make = id === undefined ? undefined : game.otherInputs?.[id];
  const inputs = make === undefined ? game.inputs(size) : make(size);
  return id === undefined || inputs.id === id ? inputs : undefined;
}

function hasFeatureInputs({ features }: Game): boolean {
  return features.count !== undefined;
}
