import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shareAndFolder } from './share.ts';
import { evalsmith } from '../testing/run-command.ts';

test.each<[string, Record<string, string>, number, number]>([
  ['env', { SLURM_ARRAY_TASK_ID: '3', SLURM_ARRAY_TASK_COUNT: '8' }, 3, 8],
  ['env', { SLURM_ARRAY_TASK_ID: '1', SLURM_ARRAY_TASK_COUNT: '8', SLURM_ARRAY_TASK_MIN: '1' }, 0, 8],
  [
    'env',
    {
      SLURM_ARRAY_TASK_ID: '6',
      SLURM_ARRAY_TASK_COUNT: '4',
      SLURM_ARRAY_TASK_MIN: '2',
      SLURM_ARRAY_TASK_STEP: '2',
    },
    2,
    4,
  ],
  ['env/8', { SLURM_ARRAY_TASK_ID: '3', SLURM_ARRAY_TASK_COUNT: '1', SLURM_ARRAY_TASK_MIN: '3' }, 3, 8],
  ['env/8', { JOB_COMPLETION_INDEX: '7' }, 7, 8],
])('--shard %s with %j is its own folder', (text, environment, rest, of) => {
  expect(shareAndFolder(text, 'data', environment)).toEqual({
    share: { rest, of },
    folder: join('data', `shard-${rest}-of-${of}`),
  });
});

test('--shard I/N and no --shard take nothing from the environment', () => {
  const environment = { SLURM_ARRAY_TASK_ID: '3', SLURM_ARRAY_TASK_COUNT: '8' };
  expect(shareAndFolder('0/1', 'data', environment)).toEqual({ share: { rest: 0, of: 1 }, folder: 'data' });
});

test.each<[string, Record<string, string>, string]>([
  ['env', {}, 'SLURM_ARRAY_TASK_ID is not set'],
  ['env', { JOB_COMPLETION_INDEX: '1' }, 'expected --shard env/N'],
  ['env', { SLURM_ARRAY_TASK_ID: '3' }, 'SLURM_ARRAY_TASK_COUNT is not set'],
  [
    'env',
    { SLURM_ARRAY_TASK_ID: '9', SLURM_ARRAY_TASK_COUNT: '3', SLURM_ARRAY_TASK_MIN: '1' },
    'in a row from 1',
  ],
  ['env', { SLURM_ARRAY_TASK_ID: 'x', SLURM_ARRAY_TASK_COUNT: '3' }, 'SLURM_ARRAY_TASK_ID is "x"'],
  ['env/8', {}, 'not none'],
  ['env/8', { SLURM_ARRAY_TASK_ID: '1', JOB_COMPLETION_INDEX: '1' }, 'not both'],
  ['env/8', { JOB_COMPLETION_INDEX: '8' }, 'JOB_COMPLETION_INDEX is "8"'],
  ['env/0', { JOB_COMPLETION_INDEX: '0' }, '--shard env/N is "0"'],
  ['env/', { JOB_COMPLETION_INDEX: '0' }, '--shard env/N is ""'],
  ['environment', {}, 'expected I/N'],
])('--shard %s with %j is refused', (text, environment, reason) => {
  expect(() => shareAndFolder(text, 'data', environment)).toThrow(reason);
});

test('the tasks of an array, all with one command, merge into what one machine makes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'evalsmith-share-'));
  const run = ['selfplay', 'betsy', '--size', '3', '--games', '14', '--nodes', '30', '--openings', '4'];
  const options = ['--games-per-shard', '3', '--workers', '1'];
  const selfplay = async (out: string, ...more: string[]) => {
    const { code, notes } = await evalsmith([...run, ...options, '--out', join(folder, out), ...more]);
    expect(code, notes.join('\n')).toBe(0);
  };
  try {
    await selfplay('one');
    for (const index of ['0', '1', '2']) {
      process.env['JOB_COMPLETION_INDEX'] = index;
      await selfplay('array', '--shard', 'env/3');
    }
    const parts = readdirSync(join(folder, 'array'));
    expect(parts).toEqual(['shard-0-of-3', 'shard-1-of-3', 'shard-2-of-3']);
    const merge = parts.map((part) => join(folder, 'array', part));
    expect((await evalsmith(['dataset', 'merge', ...merge, '--out', join(folder, 'merged')])).code).toBe(0);
    const filesOf = (out: string) =>
      readdirSync(join(folder, out)).map((name) => [name, readFileSync(join(folder, out, name), 'base64')]);
    expect(filesOf('merged')).toEqual(filesOf('one'));
  } finally {
    delete process.env['JOB_COMPLETION_INDEX'];
    rmSync(folder, { recursive: true });
  }
});
