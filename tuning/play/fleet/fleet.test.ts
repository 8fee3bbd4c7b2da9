import { cpSync, appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { evalsmith } from '../../testing/run-command.ts';
import { needs } from '../../testing/installed-program.ts';
import type { QueueStatus } from './status.ts';
import { freePort, gamesSoFar, TestRedis } from '../../testing/fleet-processes.ts';
import { filesBelow, TestProcess, until } from '../../testing/test-process.ts';

const redisServer = needs('redis-server');
const CONGA = ['conga', '--nodes', '400', '--cap', '40', '--seed', '5', '--games-per-shard', '50'];

describe.skipIf(redisServer.isMissing)(`a fleet${redisServer.note}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'evalsmith-fleet-'));
  const processes: TestProcess[] = [];
  let redis: TestRedis;

  beforeAll(async () => {
    redis = new TestRedis(await freePort());
    await redis.start();
  });
  afterEach(async () => {
    for (const process of processes.splice(0)) await process.kill();
  });
  afterAll(async () => {
    await redis.remove();
    rmSync(folder, { recursive: true });
  });

  function start(args: readonly string[], ...rest: [program?: string]): TestProcess {
    const process = new TestProcess(args, { EVALSMITH_QUEUE: redis.url }, ...rest);
    processes.push(process);
    return process;
  }
  const worker = (threads = 1) => start(['worker', '--concurrency', String(threads)]);
  const selfplay = (out: string, ...options: string[]) =>
    start(['selfplay', ...CONGA, '--queue', 'env', '--out', join(folder, out), ...options]);
  async function onThreads(out: string, ...options: string[]): Promise<Record<string, string>> {
    const path = join(folder, out);
    const { code, notes } = await evalsmith(['selfplay', ...CONGA, '--out', path, ...options]);
    expect(code, notes.join('\n')).toBe(0);
    return filesBelow(path);
  }
  async function status(): Promise<QueueStatus> {
    const { out, notes } = await evalsmith(['queue', 'status', '--queue', redis.url, '--json']);
    expect(notes).toEqual([]);
    return JSON.parse(out[0]) as QueueStatus;
  }

  test('ends with the bytes of one machine though a worker, Redis and the coordinator are killed', async () => {
    const games = ['--games', '450'];
    const out = join(folder, 'killed');
    const doomed = worker();
    const survivor = worker();
    const first = selfplay('killed', ...games);
    await until(
      () => gamesSoFar(out) > 10,
      () => first.notes,
    );
    await doomed.kill();
    await until(
      () => gamesSoFar(out) > 30,
      () => first.notes,
    );
    await redis.kill();
    await redis.start();
    const before = gamesSoFar(out);
    await until(
      () => gamesSoFar(out) > before + 10 || gamesSoFar(out) < before,
      () => first.notes,
    );
    await first.kill();
    const second = selfplay('killed', ...games);
    expect(await second.ended, second.notes).toBe(0);
    expect(first.notes).toContain('is back');
    expect(survivor.child.exitCode).toBe(null);
    expect(filesBelow(out)).toEqual(await onThreads('unharmed', ...games));
    expect((await evalsmith(['dataset', 'verify', out])).code).toBe(0);
    expect(await status()).toMatchObject({ runs: [], strays: { waiting: 0, active: 0, failed: 0 } });
  }, 120_000);

  test('plays a match as threads do, with the same result, and tells nobody of its queue', async () => {
    worker(2);
    const match = ['match', 'baseline:hand', 'random', '--game', 'betsy', '--size', '3', '--nodes', '100'];
    const options = ['--sprt', '0,100', '--seed', '3'];
    const queued = await evalsmith([
      ...match,
      ...options,
      '--queue',
      redis.url,
      '--out',
      join(folder, 'queued'),
    ]);
    expect(queued.code, queued.notes.join('\n')).toBe(0);
    const threaded = await evalsmith([...match, ...options, '--out', join(folder, 'threaded')]);
    expect(queued.out).toEqual(threaded.out);
    const isRun = (path: string) => path === 'run.json';
    const [one, other] = ['queued', 'threaded'].map((out) => filesBelow(join(folder, out), isRun));
    expect(one).toEqual(other);
    expect(readFileSync(join(folder, 'queued', 'run.json'), 'utf8')).not.toContain(String(redis.port));
    // Betsy 3 has openings that are drawn by repetition before they end.
    expect((await evalsmith(['dataset', 'verify', join(folder, 'queued', 'games')])).out[0]).toMatch(/^good/);
  });

  test('serves two runs at once, and refuses a second coordinator on the same folder', async () => {
    const runs = ['5', '6'].map((seed) => selfplay(`at-once-${seed}`, '--games', '40', '--seed', seed));
    await until(
      () => existsSync(join(folder, 'at-once-5', 'lock')),
      () => runs[0].notes,
    );
    // Nobody plays yet, so the first is there for as long as it takes.
    const rival = selfplay('at-once-5', '--games', '40');
    expect([await rival.ended, rival.notes]).toEqual([
      2,
      expect.stringContaining('is at work in this folder'),
    ]);
    worker(2);
    expect(await Promise.all(runs.map((run) => run.ended))).toEqual([0, 0]);
    for (const seed of ['5', '6'])
      expect(filesBelow(join(folder, `at-once-${seed}`))).toEqual(
        await onThreads(`alone-${seed}`, '--games', '40', '--seed', seed),
      );
  });

  test('refuses a worker of another version, shows who is there, and takes back its jobs when stopped', async () => {
    const copy = join(folder, 'other-code');
    const root = fileURLToPath(new URL('../../..', import.meta.url));
    cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true });
    cpSync(join(root, 'package.json'), join(copy, 'package.json'));
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    appendFileSync(join(copy, 'dist/tuning/play/referee.js'), 'globalThis.thought = 1;\n');
    const coordinator = selfplay('lonely', '--games', '30');
    await until(
      async () => (await status()).runs[0]?.coordinator !== undefined,
      () => coordinator.notes,
    );
    await until(
      async () => (await status()).runs[0].coordinator !== null,
      () => coordinator.notes,
    );

    const stranger = start(['worker'], join(copy, 'dist/tuning/cli/main.js'));
    expect(await stranger.ended).toBe(1);
    expect(stranger.notes).toMatch(
      /^evalsmith: this worker is of version \S+ and the queue's runs are of \S+; [^\n]+\n$/,
    );

    const { runs } = await status();
    expect(runs).toEqual([
      expect.objectContaining({ kind: 'selfplay', game: 'conga', size: 4, waiting: 4, active: 0, done: 0 }),
    ]);
    expect(await coordinator.kill('SIGINT')).toBe(130);
    expect(coordinator.notes).toContain('the same command resumes from here');
    expect(await status()).toMatchObject({ runs: [], strays: { waiting: 0, active: 0, failed: 0 } });

    const own = worker();
    await own.says('is at the queue');
    await until(
      async () => (await status()).workers.length === 1,
      () => own.notes,
    );
    const { out } = await evalsmith(['queue', 'status', '--queue', redis.url]);
    expect(out.slice(0, 3)).toEqual([
      expect.stringMatching(/^queue at 127\.0\.0\.1:\d+: Redis \d\S+, .* noeviction, appendonly yes$/),
      'no runs',
      expect.stringMatching(/^worker +threads +games +seconds +fits +version$/),
    ]);
    const [, name] = /worker (\S+) of/.exec(own.notes)!;
    expect(out.find((line) => line.startsWith(name))).toContain(runs[0].version);
    expect(await own.kill('SIGTERM')).toBe(0);
    expect((await status()).workers.map((known) => known.name)).not.toContain(name);
  });
});
