// Packages that an install may leave out: playing, self-play and matches do without them.
import { createRequire } from 'node:module';
import { InputError } from '../input-error.ts';

/** Throws an InputError of a package that is not installed, which says what needs it; any other error as it is. */
export function explainMissing(error: unknown, need: string): never {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error;
  throw new InputError(`${need}, which is not installed; npm install without --omit=optional gets it`, {
    cause: error,
  });
}

/** Whether an install has a package. */
export function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** The bundler, loaded where it is used; throws an InputError where it is not installed. */
export function loadEsbuild(user: string): typeof import('esbuild') {
  try {
    return createRequire(import.meta.url)('esbuild') as typeof import('esbuild');
  } catch (error) {
    return explainMissing(error, `${user} need esbuild`);
  }
}
