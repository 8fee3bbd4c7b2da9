import { duration } from '../process/progress.ts';
import { tableLines } from '../process/text-table.ts';
import type { LiveRun } from './live-run.ts';

/** Runs for a terminal, a line each, with what is inside those that have parts. */
export function statusLines(runs: readonly LiveRun[]): string[] {
  if (runs.length === 0) return ['no runs'];
  const table = tableLines([
    ['run', 'kind', 'state', 'done', 'results', 'left', 'at work'],
    ...runs.map((run) => [
      run.folder,
      run.game === null ? run.kind : `${run.kind}, ${run.game} ${run.size}`,
      run.status,
      `${run.done}${run.goal === null ? '' : `/${run.goal}`} ${run.unit}`,
      resultsText(run),
      run.secondsLeft === null ? '' : duration(1000 * run.secondsLeft),
      workerText(run),
    ]),
  ]);
  const inside = runs.flatMap(({ folder, stages, problem }) => [
    ...(problem === null ? [] : [`${folder}: ${problem}`]),
    ...stages.map(({ name, status }) => `${folder} ${name}: ${status}`),
  ]);
  return [...table, ...inside];
}

function resultsText({ results, llr, steps }: LiveRun): string {
  if (results !== null) {
    const ratio = llr === null ? '' : `, LLR ${llr.course.at(-1)?.llr.toFixed(2) ?? '0'}`;
    return `+${results.won} =${results.drawn} -${results.lost}${ratio}`;
  }
  const last = steps.at(-1);
  return last === undefined ? '' : `loss ${(last.heldOutLoss ?? last.trainLoss).toFixed(4)}`;
}

function workerText({ worker, status }: LiveRun): string {
  if (worker === null) return '';
  const where = worker.isHere
    ? `process ${worker.pid}`
    : `${worker.host ?? 'elsewhere'}, ${worker.heardSecondsAgo} s ago`;
  return status === 'killed' ? `${where}, gone` : where;
}
