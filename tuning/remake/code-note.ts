import { InputError } from '../../engine/input-error.ts';
import { loadBackend } from '../fit/backend/backend.ts';
import { type FitStep, type Step, versionOf } from './plan.ts';

/**
 * What differs between the code that made these and this one, in a line; undefined where nothing does. Throws an
 * InputError where the backend that a fit was made with does not work here.
 */
export async function codeNote(plan: readonly Step[]): Promise<string | undefined> {
  const backends: string[][] = [];
  for (const step of plan)
    if (step.kind === 'fit') backends.push([step.recipe.backend, await backendHere(step)]);
  const differences = [
    differenceOf(
      'code',
      plan.map((step) => [
        (step.kind === 'fit' ? step.recipe : step.made.description).codeVersion,
        versionOf(step),
      ]),
    ),
    differenceOf('backend', backends),
  ].flat();
  if (differences.length === 0) return undefined;
  return `made by ${differences.join('; ')}: the bytes may differ`;
}

async function backendHere({ name, recipe }: FitStep): Promise<string> {
  try {
    return (await loadBackend(recipe.settings.backend)).name;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`${name} was made with ${recipe.backend}; ${error.message}`, { cause: error });
  }
}

/** Of pairs of what was and what is, those that differ, each told once. */
function differenceOf(what: string, pairs: readonly string[][]): string[] {
  const different = pairs.filter(([was, is]) => was !== is);
  if (different.length === 0) return [];
  const [were, are] = [0, 1].map((i) => [...new Set(different.map((pair) => pair[i]))].join(' and '));
  return [`${what} ${were}, and this is ${are}`];
}
