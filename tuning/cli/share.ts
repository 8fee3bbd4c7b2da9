import { join } from 'node:path';
import { parseWhole, quoted } from '../../engine/text/arguments.ts';
import { InputError } from '../../engine/input-error.ts';
import type { Share } from '../dataset/growing-dataset.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Which share of a run to make, and where. I/N is written to the folder itself. `env` takes both numbers from a Slurm array, and
 * `env/N` the first from a Slurm array or a Kubernetes indexed Job; there all tasks have the same command, so that each
 * writes to a folder of its own inside.
 */
export function shareAndFolder(
  text: string,
  folder: string,
  environment: Environment,
): { share: Share; folder: string } {
  if (text !== 'env' && !text.startsWith('env/')) return { share: parseShare('--shard', text), folder };
  const share =
    text === 'env' ? slurmShare(environment) : indexedShare(text.slice('env/'.length), environment);
  return { share, folder: join(folder, `shard-${share.rest}-of-${share.of}`) };
}

/** All of it from a Slurm array, whose numbers may begin anywhere and have steps. */
function slurmShare(environment: Environment): Share {
  if (environment['SLURM_ARRAY_TASK_ID'] === undefined && environment['JOB_COMPLETION_INDEX'] !== undefined)
    throw new InputError(
      '--shard is env, and JOB_COMPLETION_INDEX comes without a count; expected --shard env/N',
    );
  const id = variable(environment, 'SLURM_ARRAY_TASK_ID');
  const of = variable(environment, 'SLURM_ARRAY_TASK_COUNT', undefined, 1);
  const least = variable(environment, 'SLURM_ARRAY_TASK_MIN', '0');
  const step = variable(environment, 'SLURM_ARRAY_TASK_STEP', '1', 1);
  const rest = (id - least) / step;
  if (!Number.isInteger(rest) || rest < 0 || rest >= of)
    throw new InputError(
      `--shard is env, and SLURM_ARRAY_TASK_ID ${id} is not one of ${of} in a row from ${least}; expected such an --array, or --shard env/N`,
    );
  return { rest, of };
}

/** The number of the task alone, from 0 up to but not including N: a lost task can be run again on its own. */
function indexedShare(count: string, environment: Environment): Share {
  const of = parseWhole('--shard env/N', count, 1, 100_000);
  const names = ['SLURM_ARRAY_TASK_ID', 'JOB_COMPLETION_INDEX'].filter(
    (name) => environment[name] !== undefined,
  );
  if (names.length !== 1)
    throw new InputError(
      `--shard is ${quoted(`env/${count}`)}; expected one of SLURM_ARRAY_TASK_ID and JOB_COMPLETION_INDEX to be set, not ${names.length === 0 ? 'none' : 'both'}`,
    );
  return { rest: variable(environment, names[0], undefined, 0, of - 1), of };
}

function variable(environment: Environment, name: string, otherwise?: string, least = 0, most = 1e9): number {
  const text = environment[name] ?? otherwise;
  if (text === undefined)
    throw new InputError(`--shard is env and ${name} is not set; expected a whole number`);
  return parseWhole(name, text, least, most);
}

/** A share I/N of some work: I from 0 up to but not including N. */
function parseShare(name: string, text: string): Share {
  const [rest, of, ...more] = text.split('/');
  if (of === undefined || more.length > 0)
    throw new InputError(`${name} is ${quoted(text)}; expected I/N such as 0/4`);
  const parts = parseWhole(`${name} N`, of, 1, 100_000);
  return { rest: parseWhole(`${name} I`, rest, 0, parts - 1), of: parts };
}
