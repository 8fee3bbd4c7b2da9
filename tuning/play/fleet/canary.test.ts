import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { packageFolder } from '../../store/identity.ts';
import { freePort, TestRedis } from '../../testing/fleet-processes.ts';
import { needs } from '../../testing/installed-program.ts';
import { filesBelow, TestProcess, until } from '../../testing/test-process.ts';
import { keys } from './redis-keys.ts';

const redisServer = needs('redis-server');
const NAME = 'c4naryN4me';
const PASSWORD = 'c4naryS1ngs/at@n00nT1me';
// However it is written, encoded or cut, some of this is left of it.
const SONG = /c4naryN4me|c4naryS1ngs|n00nT1me/;

const BOARD = ['--game', 'betsy', '--size', '3', '--nodes', '30'];
const weights = join(packageFolder(), 'engine/weights/baselines/betsy/lines.json');
const COORDINATORS: [string, ...string[]][] = [
  ['selfplay', 'betsy', '--size', '3', '--nodes', '30', '--games', '8'],
  ['match', 'baseline:hand', 'random', ...BOARD, '--games', '4'],
  ['ladder', 'baseline:hand', 'random', ...BOARD, '--games', '4'],
  ['gate', weights, ...BOARD, '--games', '4', '--clock-games', '0', '--other-games', '0'],
];

describe.skipIf(redisServer.isMissing)(`the password of a queue${redisServer.note}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'evalsmith-canary-'));
  const started: TestProcess[] = [];
  let redis: TestRedis;
  let client: Redis;

  beforeAll(async () => {
    redis = new TestRedis(await freePort());
    await redis.start();
    client = redis.client();
    await allow(PASSWORD);
  });
  afterEach(async () => {
    for (const process of started.splice(0)) await process.kill();
    await client.flushall();
  });
  afterAll(async () => {
    client.disconnect();
    await redis.remove();
    rmSync(folder, { recursive: true });
  });

  const allow = (password: string) =>
    client.call('ACL', 'SETUSER', NAME, 'reset', 'on', `>${password}`, '~*', '&*', '+@all');

  function start(args: readonly string[], password = PASSWORD, port = redis.port): TestProcess {
    const url = `redis://${NAME}:${encodeURIComponent(password)}@127.0.0.1:${port}`;
    // Whoever looks for faults asks for all that packages have to say.
    const environment = { EVALSMITH_QUEUE: url, DEBUG: '*', NODE_DEBUG: 'net,tls' };
    const process = new TestProcess(args, environment);
    started.push(process);
    return process;
  }
  const coordinate = ([command, ...args]: readonly string[], ...rest: [password?: string, port?: number]) =>
    start([command, ...args, '--queue', 'env', '--out', join(folder, command)], ...rest);

  /** Whatever was said, and written below the folder of the test, and shown by ps. */
  function expectNoSong(): void {
    const files = Object.entries(filesBelow(folder)).map(
      ([name, text]) => `${name}: ${Buffer.from(text, 'base64').toString('latin1')}`,
    );
    const said = started.map(({ notes, output }) => notes + output);
    expect([...files, ...said].filter((text) => SONG.test(text))).toEqual([]);
  }
  function expectNoneInTitles(): void {
    for (const { child } of started)
      for (const file of ['cmdline', 'comm'])
        expect(readFileSync(`/proc/${child.pid}/${file}`, 'latin1')).not.toMatch(SONG);
  }

  test.each([...COORDINATORS, ['worker'], ['queue', 'status']])(
    'is not shown by %s that is refused',
    async (...command) => {
      const isOurs = ['worker', 'queue'].includes(command[0]);
      const refused = isOurs ? start(command, 'c4naryS1ngsWrong') : coordinate(command, 'c4naryS1ngsWrong');
      expect(await refused.ended, refused.notes).toBe(1);
      expect(refused.notes).toContain('cannot be used: it refuses the name or password');
      expectNoSong();
    },
  );

  test('is not shown when it is changed under every coordinator and a worker, and they end when it is back', async () => {
    const worker = start(['worker', '--concurrency', '1']);
    await worker.says('is at the queue');
    worker.child.kill('SIGSTOP');
    const coordinators = COORDINATORS.map((command) => coordinate(command));
    await until(
      async () => (await client.scard(keys.runs)) === COORDINATORS.length,
      () => coordinators.map(({ notes }) => notes).join('\n'),
    );
    await allow('another');
    await client.call('CLIENT', 'KILL', 'USER', NAME);
    worker.child.kill('SIGCONT');
    for (const process of started) await process.says('refuses the name or password; it is waited for');
    expectNoneInTitles();

    await allow(PASSWORD);
    for (const process of started) await process.says('is back');
    const codes = await Promise.all(coordinators.map(({ ended }) => ended));
    // A gate of four games proves nothing.
    expect(codes, coordinators.map(({ notes }) => notes).join('\n')).toEqual([0, 0, 0, 1]);
    const status = start(['queue', 'status']);
    expect(await status.ended).toBe(0);
    expect(await worker.kill('SIGTERM'), worker.notes).toBe(0);
    for (const { notes } of started) expect(notes).not.toContain('    at ');
    expectNoSong();
  }, 120_000);

  test('is not shown by those that crash while it is wrong', async () => {
    const processes = [start(['worker', '--concurrency', '1'])];
    await processes[0].says('is at the queue');
    processes[0].child.kill('SIGSTOP');
    // In a folder of its own, where all games are still to be played.
    processes.push(start([...COORDINATORS[0], '--queue', 'env', '--out', join(folder, 'crashed')]));
    await until(
      async () => (await client.scard(keys.runs)) === 1,
      () => processes[1].notes,
    );
    await allow('another');
    await client.call('CLIENT', 'KILL', 'USER', NAME);
    processes[0].child.kill('SIGCONT');
    await processes[0].says('refuses');
    await processes[1].says('refuses');
    for (const { child } of processes) child.kill('SIGABRT');
    for (const { ended } of processes) expect(await ended).toBe(null);
    await allow(PASSWORD);
    expectNoSong();
  });

  test('is not shown by a server that does not know how to be told it, and repeats what it was told', async () => {
    const port = await freePort();
    const renamed = ['HELLO', 'AUTH'].flatMap((name) => ['--rename-command', name, '']);
    const old = new TestRedis(port, ['--port', String(port), ...renamed]);
    await old.start();
    try {
      const worker = start(['worker'], PASSWORD, port);
      expect(await worker.ended, worker.notes).toBe(1);
      expectNoSong();
    } finally {
      await old.remove();
    }
  });

  test('is not handed to the programs of a match', async () => {
    const seen = join(folder, 'seen');
    const program = join(folder, 'program.sh');
    writeFileSync(
      program,
      `#!/bin/sh\ncat /proc/self/environ /proc/$$/environ /proc/$$/cmdline >> ${seen}\n`,
    );
    chmodSync(program, 0o755);
    const match = start([
      'match',
      `cmd:${program}`,
      'random',
      ...BOARD,
      '--games',
      '2',
      '--preflight',
      'off',
      '--out',
      join(folder, 'programs'),
    ]);
    expect(await match.ended, match.notes).toBe(0);
    expect(readFileSync(seen, 'latin1')).toContain('NODE_DEBUG');
    expect(readdirSync(folder)).toContain('programs');
    expectNoSong();
  });
});
