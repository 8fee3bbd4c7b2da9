import { readResult } from '../store/run-folder.ts';
import type { Results, Run, RunKind } from '../store/runs.ts';
import type { Content } from '../page/page.ts';

/** Makes the page of a run from what its files say. */
export type RunPage = (folder: string, run: Run) => Content | Promise<Content>;

/** The page of a kind of run. */
export function runPage<Kind extends RunKind>(
  kind: Kind,
  contentOf: (result: Results[Kind], run: Run, folder: string) => Content | Promise<Content>,
): RunPage {
  return (folder, run) => contentOf(readResult(folder, kind), run, folder);
}
