import { loadBackend } from '../fit/backend/backend.ts';
import { type Step, versionOf } from './plan.ts';

/** What differs between the code that made these and this one, in a line; undefined where nothing does. */
export async function codeNote(plan: readonly Step[]): Promise<string | undefined> {
  const backend = (await loadBackend()).name;
  const differences = [
    differenceOf(
      'code',
      plan.map((step) => [
        (step.kind === 'fit' ? step.recipe : step.made.description).codeVersion,
        versionOf(step),
      ]),
    ),
    differenceOf(
      'backend',
      plan.flatMap((step) => (step.kind === 'fit' ? [[step.recipe.backend, backend]] : [])),
    ),
  ].flat();
  if (differences.length === 0) return undefined;
  return `made by ${differences.join('; ')}: the bytes may differ`;
}

/** Of pairs of what was and what is, those that differ, each told once. */
function differenceOf(what: string, pairs: readonly string[][]): string[] {
  const different = pairs.filter(([was, is]) => was !== is);
  if (different.length === 0) return [];
  const [were, are] = [0, 1].map((i) => [...new Set(different.map((pair) => pair[i]))].join(' and '));
  return [`${what} ${were}, and this is ${are}`];
}
