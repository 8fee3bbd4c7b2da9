import { loadBackend } from '../fit/backend/backend.ts';
import { codeVersion } from '../store/identity.ts';
import type { Step } from './plan.ts';

/** What differs between the code that made these and this one, in a line; undefined where nothing does. */
export async function codeNote(plan: readonly Step[]): Promise<string | undefined> {
  const recipes = plan.flatMap((step) => (step.kind === 'fit' ? [step.recipe] : []));
  const descriptions = plan.flatMap((step) => (step.kind === 'fit' ? [] : [step.made.description]));
  const [version, backend] = [codeVersion(), (await loadBackend()).name];
  const versions = others(
    [...descriptions, ...recipes].map((made) => made.codeVersion),
    version,
  );
  const backends = others(
    recipes.map((made) => made.backend),
    backend,
  );
  const differences = [
    ...(versions === '' ? [] : [`code ${versions}, and this is ${version}`]),
    ...(backends === '' ? [] : [`backend ${backends}, and this is ${backend}`]),
  ];
  if (differences.length === 0) return undefined;
  return `made by ${differences.join('; ')}: the bytes may differ`;
}

function others(known: readonly string[], own: string): string {
  return [...new Set(known)].filter((one) => one !== own).join(' and ');
}
