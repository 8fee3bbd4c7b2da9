import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageFolder } from '../../../store/identity.ts';
import { freePort, gamesSoFar } from '../../../testing/fleet-processes.ts';
import { needAll, needs } from '../../../testing/installed-program.ts';
import { evalsmith } from '../../../testing/run-command.ts';
import { filesBelow, until } from '../../../testing/test-process.ts';

const run = promisify(execFile);
const here = join(packageFolder(), 'tuning', 'play', 'fleet', 'slurm');
const script = join(here, 'selfplay.sbatch');
const missing = [needs('slurmctld'), needs('munged')].find(({ isMissing }) => isMissing);
const isRoot = process.getuid?.() === 0;
if (!isRoot) needAll('only root can start a Slurm');
const why = missing?.note ?? (isRoot ? '' : ' (skipped: only root can start one)');

const SETTINGS = [
  '--size',
  '3',
  '--games',
  '120',
  '--nodes',
  '2000',
  '--seed',
  '8',
  '--games-per-shard',
  '20',
];

describe.skipIf(why !== '')(`a Slurm array${why}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'evalsmith-slurm-'));
  const out = join(folder, 'out');
  const { NODE_EXTRA_CA_CERTS: _, EVALSMITH_QUEUE: __, ...environment } = process.env;

  async function slurm(program: string, ...args: string[]): Promise<string> {
    const { stdout } = await run(program, args, { env: environment });
    return stdout.trim();
  }
  const said = () =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.log'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n');
  const stateOf = (task: string) =>
    slurm('squeue', '--noheader', '--states=all', '--job', task, '--format=%T');

  beforeAll(async () => {
    const ports = [await freePort(), await freePort()].map(String);
    const place = join(folder, 'slurm');
    const { stdout } = await run(join(here, 'one-host.sh'), ['start', place, ...ports]);
    const command = join(folder, 'evalsmith');
    const main = join(packageFolder(), 'dist/tuning/cli/main.js');
    writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`);
    chmodSync(command, 0o755);
    Object.assign(environment, { SLURM_CONF: stdout.trim(), EVALSMITH: command });
  }, 60_000);
  afterAll(async () => {
    await slurm('scancel', '--user=root');
    await run(join(here, 'one-host.sh'), ['stop', join(folder, 'slurm')]);
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  test('one of whose tasks is killed and requeued ends, merged, in the bytes of one machine', async () => {
    Object.assign(environment, { GAME: 'betsy', SETTINGS: SETTINGS.join(' '), OUT: out });
    const job = await slurm('sbatch', '--parsable', '--array=0-2', `--output=${folder}/%a.log`, script);
    const task = `${job}_1`;
    const share = join(out, 'shard-1-of-3');
    // The first games of a task are in its journal, and others are under way.
    await until(() => gamesSoFar(share) > 2, said);
    const pid = parseInt(readFileSync(join(share, 'lock'), 'utf8'), 10);
    process.kill(pid, 'SIGKILL');
    await until(async () => (await stateOf(task)) === 'FAILED', said);
    await slurm('scontrol', 'requeue', task);
    // A requeued task waits for two minutes otherwise.
    await slurm('scontrol', 'update', `JobId=${task}`, 'StartTime=now');
    for (const each of [0, 1, 2])
      await until(
        async () => (await stateOf(`${job}_${each}`)) === 'COMPLETED',
        () => said(),
      );
    const shares = [0, 1, 2].map((i) => join(out, `shard-${i}-of-3`));
    const merged = await evalsmith(['dataset', 'merge', ...shares, '--out', join(folder, 'merged')]);
    expect(merged.code, merged.notes.join('\n')).toBe(0);
    const alone = await evalsmith(['selfplay', 'betsy', ...SETTINGS, '--out', join(folder, 'alone')]);
    expect(alone.code).toBe(0);
    expect(filesBelow(join(folder, 'merged'))).toEqual(filesBelow(join(folder, 'alone')));
  }, 180_000);

  test('that is told no game or no folder fails with a line', async () => {
    const options = {
      env: { ...environment, GAME: '', OUT: join(folder, 'none'), SLURM_ARRAY_TASK_COUNT: '1' },
    };
    await expect(run('bash', [script], options)).rejects.toThrow('GAME: names the game');
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });
});
