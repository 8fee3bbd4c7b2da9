import { InputError } from '../../engine/input-error.ts';
import type { FitKind } from './data/fit-kind.ts';
import { drawsKind } from './draws/draws-kind.ts';
import { linearKind } from './linear/linear-kind.ts';
import { networkKind } from './network/network-kind.ts';
import { patternsKind } from './patterns/patterns-kind.ts';

/** Every kind of model that can be fitted, the usual one first. */
export const fitKinds: readonly [FitKind, ...FitKind[]] = [linearKind, networkKind, patternsKind, drawsKind];

/** The kind of a name; throws an InputError that names the file where there is none. */
export function fitKind(wanted: string, file = 'the fit'): FitKind {
  const kind = fitKinds.find(({ name }) => name === wanted);
  if (kind !== undefined) return kind;
  const known = fitKinds.map(({ name }) => name).join(', ');
  throw new InputError(`${file}: model is ${JSON.stringify(wanted)}; expected one of ${known}`);
}
