import { InputError } from '../../engine/input-error.ts';
import { isDiskShortage, systemFailure } from '../process/failure.ts';

/** What is read of an earlier night; undefined where it is damaged, which must not end this one: hears why. */
export function unlessDamaged<Result>(
  read: () => Result,
  heard: (problem: string) => void,
): Result | undefined {
  try {
    return read();
  } catch (error) {
    const problem = error instanceof InputError ? error.message : systemFailure(error);
    if (problem === undefined || !(error instanceof InputError || isDiskShortage(error))) throw error;
    heard(problem);
    return undefined;
  }
}
