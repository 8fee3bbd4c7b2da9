import { counted, decimal, whole } from '../page/figures.ts';
import type { Diagnosis } from './diagnosis.ts';

const gigabytes = (bytes: number) => `${decimal(bytes / 1e9, 1)} GB`;

/** A diagnosis for people: what is there, then what is missing and how to get it. */
export function diagnosisLines(found: Diagnosis): string[] {
  const { node, processor, memory, disk, backends, packages, programs, queue } = found;
  const parts = [...packages, ...programs];
  const missing = parts.filter((part) => part.found === null);
  const rows: [string, string][] = [
    ['evalsmith', found.evalsmith],
    ['Node', `${node.version} (needs ${node.needs})`],
    ['processor', `${counted(processor.cores, 'core')}, ${processor.model}`],
    ['memory', `${gigabytes(memory.free)} free of ${gigabytes(memory.total)}`],
    ['disk', `${gigabytes(disk.free)} free here`],
    ...backends.map((state): [string, string] => [
      `--backend ${state.backend}`,
      'problem' in state
        ? state.problem
        : `${state.name}: ${whole(state.rowsPerSecond)} rows a second in a step of logistic regression, 40 features`,
    ]),
    ...parts.flatMap(({ name, found: text }): [string, string][] => (text === null ? [] : [[name, text]])),
    ['queue', queueText(queue)],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return [
    ...rows.map(([name, text]) => `${name.padEnd(width)}  ${text}`),
    ...missing.map(({ name, serves, remedy }) => `missing: ${name}, for ${serves}; ${remedy}`),
  ];
}

function queueText(queue: Diagnosis['queue']): string {
  if (queue === null) return 'none; EVALSMITH_QUEUE is not set';
  if ('problem' in queue) return queue.problem;
  return `Redis ${queue.redis} at ${queue.name}, ${counted(queue.workers, 'worker')}`;
}
