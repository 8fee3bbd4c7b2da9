import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evalsmith } from '../../testing/run-command.ts';
import { needs } from '../../testing/installed-program.ts';
import { freePort, TestRedis } from '../../testing/fleet-processes.ts';
import { makeCertificates, tlsOptions } from '../../testing/certificates.ts';
import { filesBelow, TestProcess } from '../../testing/test-process.ts';

const redisServer = needs('redis-server');
const openssl = needs('openssl');
const PASSWORD = 'b3tsy%2Fl0ves%40c0nga';
const DECODED = decodeURIComponent(PASSWORD);

describe.each([
  ['no URL', PASSWORD],
  ['of another kind', `https://:${PASSWORD}@host`],
  ['without a host', `redis://:${PASSWORD}@`],
  ['with a bad port', `redis://:${PASSWORD}@host:99999`],
  ['with a bad database', `redis://:${PASSWORD}@host/${PASSWORD}`],
  ['with a question mark', `redis://:${PASSWORD}?@host`],
  ['with a broken escape', `redis://:${PASSWORD}%zz@host`],
  ['empty', ''],
])('a queue that is %s', (_, url) => {
  test.each([
    [['selfplay', 'betsy', '--out', '/nowhere/never']],
    [['match', 'random', 'random', '--game', 'betsy', '--out', '/nowhere/never']],
    [['worker']],
    [['queue', 'status']],
  ])('is refused by %j in a line that does not show it', async (command) => {
    const { code, out, notes } = await evalsmith([...command, '--queue', url]);
    expect([code, out, notes.length]).toEqual([2, [], 1]);
    expect(notes[0]).toContain('--queue');
    expect(notes[0]).not.toMatch(new RegExp(`${PASSWORD}|${DECODED}`));
  });
});

test('env without EVALSMITH_QUEUE is refused', async () => {
  const { code, notes } = await evalsmith(['queue', 'status']);
  expect([code, notes]).toEqual([2, [expect.stringContaining('EVALSMITH_QUEUE is not set')]]);
});

test.each([
  [['cmd:./program', 'random'], [], 'plays no cmd:PROGRAM'],
  [['random', 'random'], ['--seconds', '1'], 'by --nodes alone'],
])('a queue does not play %j %j', async (players, options, reason) => {
  const command = [
    'match',
    ...players,
    '--game',
    'betsy',
    '--out',
    '/nowhere/never',
    '--queue',
    'redis://host',
  ];
  const { code, notes } = await evalsmith([...command, ...options]);
  expect([code, notes]).toEqual([2, [expect.stringContaining(reason)]]);
});

test('a queue where nothing listens is one line after a short while', async () => {
  const url = `redis://name@127.0.0.1:${await freePort()}`;
  const { code, notes } = await evalsmith(['queue', 'status', '--queue', url]);
  expect([code, notes]).toEqual([1, [expect.stringContaining('cannot be used: nothing listens there')]]);
});

test('a password on the command line, which every user of the machine can read there, is refused', async () => {
  const { code, notes } = await evalsmith(['worker', '--queue', `rediss://name:${PASSWORD}@host`]);
  expect([code, notes]).toEqual([
    2,
    [expect.stringMatching(/^evalsmith: --queue holds a password, .* env /)],
  ]);
});

describe.skipIf(redisServer.isMissing || openssl.isMissing)(
  `a queue with TLS and a password${redisServer.note}${openssl.note}`,
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'evalsmith-secrets-'));
    const file = (name: string) => join(folder, name);
    let redis: TestRedis;
    let url: string;

    beforeAll(async () => {
      makeCertificates(folder, ['127.0.0.1']);
      const port = await freePort();
      redis = new TestRedis(port, [...tlsOptions(folder, port), '--requirepass', DECODED]);
      await redis.start();
      url = `rediss://:${PASSWORD}@127.0.0.1:${port}`;
    });
    afterAll(async () => {
      await redis.remove();
      rmSync(folder, { recursive: true });
    });

    test('plays a match, and no file, line or command of it shows the password', async () => {
      const environment = { EVALSMITH_QUEUE: url, NODE_EXTRA_CA_CERTS: file('ca.crt') };
      const worker = new TestProcess(['worker', '--concurrency', '2'], environment);
      const players = ['match', 'baseline:hand', 'baseline:lines', '--game', 'betsy', '--size', '4'];
      const options = ['--nodes', '50', '--games', '8', '--queue', 'env', '--out', file('match')];
      const match = new TestProcess([...players, ...options], environment);
      expect(await match.ended, match.notes).toBe(0);
      const status = new TestProcess(['queue', 'status'], environment);
      expect(await status.ended, status.notes).toBe(0);
      expect(status.output).toMatch(/^queue at 127\.0\.0\.1:\d+: Redis/);
      expect(await worker.kill('SIGTERM')).toBe(0);
      const said = [worker, match, status].map(({ notes, output }) => notes + output).join('');
      const written = Object.values(filesBelow(file('match'))).map((text) =>
        Buffer.from(text, 'base64').toString('latin1'),
      );
      for (const secret of [PASSWORD, DECODED]) expect(said + written.join('')).not.toContain(secret);
    });

    test.each([
      ['an unknown certificate', () => url, {}, 'its certificate is not trusted'],
      [
        'a wrong password',
        () => url.replace('b3tsy', 'raichu'),
        { ca: true },
        'it refuses the name or password',
      ],
      ['no password', () => url.replace(/:[^/]+@/, ''), { ca: true }, 'it refuses the name or password'],
    ])('refuses %s in one line', async (_, address, { ca }: { ca?: boolean }, reason) => {
      const environment = {
        EVALSMITH_QUEUE: address(),
        ...(ca ? { NODE_EXTRA_CA_CERTS: file('ca.crt') } : {}),
      };
      const worker = new TestProcess(['worker'], environment);
      expect(await worker.ended).toBe(1);
      expect(worker.notes).toMatch(/^evalsmith: the queue at 127\.0\.0\.1:\d+ cannot be used: [^\n]+\n$/);
      expect(worker.notes).toContain(reason);
      expect(worker.notes).not.toMatch(/l0ves/);
    });
  },
);
