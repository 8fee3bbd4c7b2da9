import { z } from 'zod';
import type { FitKind } from './data/fit-kind.ts';
import type { FitResult } from './data/fit-result.ts';
import { linearKind } from './linear/linear-kind.ts';
import { networkKind } from './network/network-kind.ts';

/** Every kind of model that can be fitted, the usual one first. */
export const fitKinds: readonly [FitKind, ...FitKind[]] = [linearKind, networkKind];

/** The name of a kind, in configs. */
export const kindName = z.enum(fitKinds.map(({ name }) => name));

/** The kind of a name that was checked. */
export function fitKind(wanted: string): FitKind {
  return fitKinds.find(({ name }) => name === wanted)!;
}

/** The form of result.json of a fit of any kind. */
export const fitResultSchema = z.discriminatedUnion(
  'model',
  fitKinds.map(({ result }) => result) as unknown as [z.ZodObject],
) as unknown as z.ZodType<FitResult>;
