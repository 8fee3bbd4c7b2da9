import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { codeVersion } from '../../store/identity.ts';
import { freePort, TestRedis } from '../../testing/fleet-processes.ts';
import { needs } from '../../testing/installed-program.ts';
import { evalsmith } from '../../testing/run-command.ts';
import { filesBelow, TestProcess, until } from '../../testing/test-process.ts';
import { keys, queueNames } from './redis-keys.ts';

const redisServer = needs('redis-server');
const RUN = ['selfplay', 'betsy', '--size', '3', '--games', '24', '--nodes', '60', '--seed', '8'];
const { prefix, queue } = queueNames(codeVersion('fleet'));
const WAITING = `${prefix}:${queue}:wait`;

interface Trouble {
  name: string;
  says: string;
  /** Whom it meets, where that is not both. */
  heardBy?: 'worker';
  begin: (client: Redis, redis: TestRedis) => Promise<unknown>;
  end: (client: Redis, redis: TestRedis) => Promise<unknown>;
}

const dump = (redis: TestRedis) => join(redis.folder, 'dump.rdb');
const results = async (client: Redis) => keys.results((await client.smembers(keys.runs))[0]);

/** Saves in the background and waits for what comes of it. */
async function save(client: Redis, outcome: 'ok' | 'err'): Promise<void> {
  await client.bgsave();
  await until(
    async () => (await client.info('persistence')).includes(`rdb_last_bgsave_status:${outcome}`),
    () => `no save that is ${outcome}`,
  );
}

const TROUBLES: Trouble[] = [
  {
    name: 'without memory',
    says: 'has no memory left',
    begin: (client) => client.config('SET', 'maxmemory', '1'),
    end: (client) => client.config('SET', 'maxmemory', '0'),
  },
  {
    name: 'that has become a replica',
    says: 'is a read-only replica',
    begin: async (client) => client.replicaof('127.0.0.1', await freePort()),
    end: (client) => client.replicaof('NO', 'ONE'),
  },
  {
    name: 'that cannot save',
    says: 'cannot write to its disk',
    async begin(client, redis) {
      // A folder with something in it, which a file cannot replace.
      mkdirSync(dump(redis));
      writeFileSync(join(dump(redis), 'file'), '');
      await client.config('SET', 'save', '3600 1');
      await save(client, 'err');
    },
    async end(client, redis) {
      rmSync(dump(redis), { recursive: true });
      await save(client, 'ok');
    },
  },
  {
    name: 'with another password',
    says: 'refuses the name or password',
    async begin(client) {
      await client.config('SET', 'requirepass', 'another');
      await client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    },
    end: (client) => client.config('SET', 'requirepass', 'one'),
  },
  {
    name: 'with a string where results go',
    says: 'has a string at the key evalsmith:results:',
    begin: async (client) => client.set(await results(client), 'no list'),
    end: async (client) => client.del(await results(client)),
  },
  {
    name: 'with a string where jobs wait',
    says: `has a string at the key ${WAITING}, expected a list`,
    heardBy: 'worker',
    async begin(client) {
      await client.multi().rename(WAITING, 'aside').set(WAITING, 'no list').exec();
    },
    async end(client) {
      await client.multi().del(WAITING).rename('aside', WAITING).exec();
    },
  },
];

describe.skipIf(redisServer.isMissing)(`a queue${redisServer.note}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'evalsmith-trouble-'));
  const processes: TestProcess[] = [];
  let redis: TestRedis;
  let client: Redis;
  let reference: Record<string, string>;

  beforeAll(async () => {
    const port = await freePort();
    const options = ['--requirepass', 'one', '--enable-debug-command', 'yes'];
    redis = new TestRedis(port, ['--port', String(port), ...options]);
    await redis.start();
    client = new Redis(port, '127.0.0.1', { password: 'one' });
    expect((await evalsmith([...RUN, '--out', join(folder, 'reference')])).code).toBe(0);
    reference = filesBelow(join(folder, 'reference'));
  });
  afterEach(async () => {
    for (const process of processes.splice(0)) await process.kill();
  });
  afterAll(async () => {
    client.disconnect();
    await redis.remove();
    rmSync(folder, { recursive: true });
  });

  function start(...args: string[]): TestProcess {
    const process = new TestProcess(args, { EVALSMITH_QUEUE: `redis://:one@127.0.0.1:${redis.port}` });
    processes.push(process);
    return process;
  }

  /** A worker that is held, and a coordinator whose first jobs wait for it. */
  async function heldFleet(out: string) {
    const worker = start('worker', '--concurrency', '1');
    await worker.says('is at the queue');
    worker.child.kill('SIGSTOP');
    const coordinator = start(...RUN, '--queue', 'env', '--out', join(folder, out));
    await until(
      async () => (await client.llen(WAITING)) === 4,
      () => coordinator.notes,
    );
    return { worker, coordinator };
  }

  test.each(TROUBLES)(
    '$name is waited for, in a line',
    async ({ name, says, heardBy, begin, end }) => {
      const { worker, coordinator } = await heldFleet(name);
      await begin(client, redis);
      worker.child.kill('SIGCONT');
      const heard = heardBy === undefined ? [worker, coordinator] : [worker];
      for (const process of heard) await process.says(`the queue at 127.0.0.1:${redis.port} ${says}`);
      // Long enough for a second and a third try.
      await wait(3000);
      await end(client, redis);
      expect(await coordinator.ended, coordinator.notes).toBe(0);
      expect(filesBelow(join(folder, name))).toEqual(reference);
      for (const process of heard) {
        await process.says('is back');
        expect(process.notes.split(says), process.notes).toHaveLength(2);
      }
      for (const { notes } of [worker, coordinator]) expect(notes).not.toContain('    at ');
      expect(await worker.kill('SIGTERM'), worker.notes).toBe(0);
    },
    120_000,
  );

  test('that loads its data is waited for, at the start too', async () => {
    const { worker, coordinator } = await heldFleet('loading');
    await client.call('debug', 'populate', '4000', 'filler', '1000');
    await client.config('SET', 'loading-process-events-interval-bytes', '1024');
    await client.config('SET', 'key-load-delay', '1000');
    worker.child.kill('SIGCONT');
    const reloaded = client.call('debug', 'reload');
    await coordinator.says('is loading its data; it is waited for');
    const late = start('queue', 'status');
    await reloaded;
    await client.config('SET', 'key-load-delay', '0');
    expect(await late.ended, late.notes).toBe(0);
    expect(await coordinator.ended, coordinator.notes).toBe(0);
    expect(filesBelow(join(folder, 'loading'))).toEqual(reference);
    await coordinator.says('is back');
  });

  test('without memory is no reason not to stop', async () => {
    const { worker, coordinator } = await heldFleet('stopped');
    await client.config('SET', 'maxmemory', '1');
    try {
      worker.child.kill('SIGCONT');
      for (const process of [worker, coordinator]) await process.says('has no memory left');
      const ended = [coordinator.kill('SIGINT'), worker.kill('SIGINT')];
      expect(await Promise.all(ended), coordinator.notes + worker.notes).toEqual([1, 0]);
      expect(coordinator.notes).toContain('the same command resumes from here');
    } finally {
      await client.config('SET', 'maxmemory', '0');
    }
  });
});
