import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { FITS_QUEUE, keys, queueNames } from '../../play/fleet/redis-keys.ts';
import { codeVersion, packageFolder } from '../../store/identity.ts';
import { freePort, TestRedis } from '../../testing/fleet-processes.ts';
import { needs } from '../../testing/installed-program.ts';
import { evalsmith } from '../../testing/run-command.ts';
import { OPEN_GATE, SMALL_PART, writeConfig } from '../../testing/small-nights.ts';
import { filesBelow, TestProcess, until } from '../../testing/test-process.ts';

const redisServer = needs('redis-server');

// The seconds that a fit took, and pages of them.
const isTimed = (path: string) =>
  /^site(\/|$)|fit-[^/]*\/(result\.json|metrics\.csv|index\.html)$|journal\.jsonl$/.test(path);

describe.skipIf(redisServer.isMissing)(`fits of a fleet${redisServer.note}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'evalsmith-fit-fleet-'));
  const depot = join(folder, 'depot');
  const processes: TestProcess[] = [];
  let redis: TestRedis;
  let client: Redis;

  beforeAll(async () => {
    redis = new TestRedis(await freePort());
    await redis.start();
    client = redis.client();
    cpSync(join(packageFolder(), 'datasets', 'betsy-sample'), join(folder, 'games'), { recursive: true });
  });
  afterEach(async () => {
    for (const process of processes.splice(0)) await process.kill();
    await client.flushall();
    rmSync(depot, { recursive: true, force: true });
  });
  afterAll(async () => {
    client.disconnect();
    await redis.remove();
    rmSync(folder, { recursive: true });
  });

  /** Each machine has a cache of its own. */
  function start(args: readonly string[], machine: string, cwd = folder): TestProcess {
    const environment = { EVALSMITH_QUEUE: redis.url, XDG_CACHE_HOME: join(folder, machine) };
    const process = new TestProcess(args, environment, undefined, cwd);
    processes.push(process);
    return process;
  }
  const worker = (machine: string, ...options: string[]) =>
    start(['worker', '--concurrency', '1', ...options], machine);
  const fitter = (machine: string) => worker(machine, '--store', depot);
  const QUEUED = ['--queue', 'env', '--store', depot];
  const parcels = (machine: string) => readdirSync(join(folder, machine, 'evalsmith', 'datasets'));

  /** A sweep of four networks into `out` of a room of its own, so that recorded commands are the same. */
  function sweepRoom(name: string): string {
    const room = join(folder, name);
    mkdirSync(room);
    const settings = { heldOut: 0.2, epochs: 3 };
    const config = {
      model: 'network',
      datasets: ['../games'],
      settings,
      grid: { hidden: [8, 16], seed: [1, 2] },
    };
    writeFileSync(join(room, 'sweep.json'), JSON.stringify(config));
    return room;
  }
  const SWEEP = ['sweep', 'sweep.json', '--out', 'out'];

  test('a sweep ends as on one machine though a worker is killed in a fit and the coordinator while it waits', async () => {
    const alone = start(SWEEP, 'alone', sweepRoom('sweep-alone'));
    const room = sweepRoom('sweep-queued');
    const first = start([...SWEEP, ...QUEUED], 'coordinator', room);
    await first.says('make 4 fits');
    const doomed = fitter('first');
    const active = `${queueNames(codeVersion('fleet'), FITS_QUEUE).prefix}:fits-${codeVersion('fleet')}:active`;
    await until(
      async () => (await client.llen(active)) === 1,
      () => doomed.notes + first.notes,
    );
    await doomed.kill();
    await first.kill();
    const survivors = ['second', 'third'].map(fitter);
    const second = start([...SWEEP, ...QUEUED], 'coordinator', room);
    expect(await second.ended, second.notes).toBe(0);
    expect(await alone.ended, alone.notes).toBe(0);
    expect(second.output).toBe(alone.output);
    const [one, other] = ['sweep-alone', 'sweep-queued'].map((name) =>
      filesBelow(join(folder, name), isTimed),
    );
    expect(other).toEqual(one);
    expect(Object.keys(one).filter((path) => path.endsWith('weights.json'))).toHaveLength(4);
    // Once a machine, and nothing is left in Redis.
    for (const machine of ['second', 'third']) expect(parcels(machine)).toEqual(readdirSync(depot));
    expect(await client.keys(keys.fit('*'))).toEqual([]);
    for (const survivor of survivors) expect(await survivor.kill('SIGTERM'), survivor.notes).toBe(0);
  }, 120_000);

  test('a night ends as on one machine', async () => {
    const fits = [{ model: 'linear' }, { model: 'network', settings: { hidden: 8, epochs: 3 } }];
    const rooms = ['night-alone', 'night-queued'].map((name) => {
      mkdirSync(join(folder, name));
      writeConfig(join(folder, name), { games: [{ ...SMALL_PART, fits, gate: OPEN_GATE }] });
      return join(folder, name);
    });
    fitter('first');
    const NIGHTLY = ['nightly', 'nightly.json'];
    const alone = start(NIGHTLY, 'alone', rooms[0]);
    const queued = start([...NIGHTLY, ...QUEUED], 'coordinator', rooms[1]);
    expect(await queued.ended, queued.notes).toBe(0);
    expect(await alone.ended, alone.notes).toBe(0);
    const [one, other] = rooms.map((room) => filesBelow(join(room, 'out'), isTimed));
    expect(Object.keys(one).filter((path) => path.includes('/gate-'))).not.toEqual([]);
    expect(other).toEqual(one);
  }, 120_000);

  test('a dataset that is damaged on its way is named and sent again, and a forged fit is refused', async () => {
    const room = sweepRoom('sweep-damaged');
    const sweep = start([...SWEEP, ...QUEUED], 'coordinator', room);
    await sweep.says('make 4 fits');
    const [parcel] = readdirSync(depot);
    const ids = (await client.keys('evalsmith:fits-*:fit-*')).map((key) => key.split(':').at(-1)!);
    expect(ids).toHaveLength(4);
    const shard = join(depot, parcel, 'shard-00000.csv.gz');
    writeFileSync(shard, 'damaged');
    const forged: [string, string][] = [
      ['{', 'what came of a fit is not JSON'],
      [JSON.stringify({ worker: 'forger', weights: '{}', result: {} }), 'the weights file is refused'],
    ];
    for (const [text, reason] of forged) {
      for (const id of ids) await client.set(keys.fit(id), text);
      await sweep.says(reason);
    }
    for (const id of ids) await client.del(keys.fit(id));
    // What was damaged in the folder has been replaced by now.
    writeFileSync(shard, 'damaged again');
    const machine = fitter('damaged');
    await sweep.says('did not arrive as it was sent');
    expect(await sweep.ended, sweep.notes).toBe(0);
    const alone = await evalsmith(['sweep', join(room, 'sweep.json'), '--out', join(folder, 'alone')]);
    expect(sweep.output.trimEnd().split('\n')).toEqual(alone.out);
    expect(await machine.kill('SIGTERM'), machine.notes).toBe(0);
  }, 120_000);

  test('a sweep needs the folder, and wasm', async () => {
    const file = join(sweepRoom('sweep-refused'), 'sweep.json');
    const refused = async (...options: string[]) => {
      const { code, notes } = await evalsmith(['sweep', file, '--out', join(folder, 'refused'), ...options]);
      expect(code).toBe(2);
      return notes.join('\n');
    };
    expect(await refused('--queue', redis.url)).toMatch(/^evalsmith: --queue is given without --store/);
    expect(await refused('--store', depot)).toMatch(/^evalsmith: --store is given without --queue/);
    expect(await refused('--queue', redis.url, '--store', depot, '--backend', 'native')).toContain(
      '--queue makes fits with wasm alone',
    );
  });
});
