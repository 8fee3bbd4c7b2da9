// For tests that need a program which npm does not install.
import { programPath } from '../process/program-path.ts';

/** Where this is set, as continuous integration does, a missing program fails the tests that need it. */
const NEED_ALL = 'EVALSMITH_TEST_ALL';

interface Need {
  /** Where the program is; empty where it is missing. */
  path: string;
  isMissing: boolean;
  /** Ends the name of the tests: why they are skipped, or nothing. */
  note: string;
}

/** Looks for a program under any of its names. */
export function needs(...names: string[]): Need {
  const path = programPath(...names);
  if (path === undefined) needAll(`this machine has no ${names.join(' or ')}`);
  return {
    path: path ?? '',
    isMissing: path === undefined,
    note: path === undefined ? ` (skipped: this machine has no ${names.join(' or ')})` : '',
  };
}

/** Fails where nothing may be skipped. */
export function needAll(problem: string): void {
  if (process.env[NEED_ALL]) throw new Error(`${NEED_ALL} is set and ${problem}`);
}
