import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { evalsmith } from '../../testing/run-command.ts';
import { readManifest } from '../../dataset/manifest.ts';
import { shardTexts } from '../../dataset/shards.ts';
import { needs } from '../../testing/installed-program.ts';
import { betsy } from '../../../engine/games/betsy/game.ts';
import { openSeat } from '../participants.ts';
import { type PlayedGame, type Referee, refereeOf } from '../referee.ts';
import type { FleetJob } from './messages.ts';
import { keys, queueNames } from './redis-keys.ts';
import { fetchRun } from './run-store.ts';
import { freePort, gamesSoFar, TestRedis } from '../../testing/fleet-processes.ts';
import { filesBelow, TestProcess, until } from '../../testing/test-process.ts';
import { codeVersion } from '../../store/identity.ts';

const redisServer = needs('redis-server');
const RUN = [
  'selfplay',
  'betsy',
  '--size',
  '3',
  '--games',
  '12',
  '--nodes',
  '60',
  '--openings',
  '4',
  '--seed',
  '8',
];

// Everything here has the run of the queue: what it sends must be refused for what it is.
describe.skipIf(redisServer.isMissing)(`whoever can write to the queue${redisServer.note}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'evalsmith-forgery-'));
  const version = codeVersion('fleet');
  const { prefix, queue: name } = queueNames(version);
  let redis: TestRedis;
  let client: Redis;
  let queue: Queue;
  let reference: Record<string, string>;
  const processes: TestProcess[] = [];

  beforeAll(async () => {
    redis = new TestRedis(await freePort());
    await redis.start();
    client = redis.client();
    queue = new Queue(name, { connection: { host: '127.0.0.1', port: redis.port }, prefix });
    expect((await evalsmith([...RUN, '--out', join(folder, 'reference')])).code).toBe(0);
    reference = filesBelow(join(folder, 'reference'));
  });
  afterEach(async () => {
    for (const process of processes.splice(0)) await process.kill();
  });
  afterAll(async () => {
    await queue.close();
    client.disconnect();
    await redis.remove();
    rmSync(folder, { recursive: true });
  });

  function start(...args: string[]): TestProcess {
    const process = new TestProcess(args, { EVALSMITH_QUEUE: redis.url });
    processes.push(process);
    return process;
  }

  /** A coordinator that has posted its first jobs, and the id of its run. */
  async function coordinator(out: string): Promise<{ process: TestProcess; id: string }> {
    const process = start(...RUN, '--queue', 'env', '--out', join(folder, out));
    await until(
      async () => (await queue.getWaitingCount()) === 4,
      () => process.notes,
    );
    const [id] = await client.smembers(keys.runs);
    return { process, id };
  }

  test('cannot slip in a forged result', async () => {
    const { process, id } = await coordinator('forged');
    const games = [0, 1].map((index) => recorded(join(folder, 'reference'), index));
    const game = { index: 0, text: games[0], searchMilliseconds: 1, milliseconds: 1 };
    const result = { version, worker: 'forger', games: [game] };
    const withText = (text: string) => ({ ...result, games: [{ ...game, text }] });
    const forged: [unknown, string][] = [
      [null, 'a result is wrong at the top'],
      [{ ...result, version: '0.0.1+older' }, 'it is of version 0.0.1+older'],
      [{ ...result, worker: 'a\u001b[2Jname' }, 'a result is wrong at worker'],
      [{ ...result, games: [{ ...game, index: -1 }] }, 'a result is wrong at games.0.index'],
      [{ ...result, games: [{ ...game, index: 0.5 }] }, 'a result is wrong at games.0.index'],
      [{ ...result, games: [{ ...game, text: 7 }] }, 'a result is wrong at games.0.text'],
      [
        { ...result, games: [{ ...game, milliseconds: 'soon' }] },
        'a result is wrong at games.0.milliseconds',
      ],
      [{ ...result, games: [{ ...game, more: 1 }] }, 'a result is wrong at games.0'],
      [withText(''), 'it has no rows'],
      [withText(games[0].replace(/(x,\.+,)[^,]+/, '$1\u001b[2J')), 'the move [2J is not legal'],
      [withText('garbage\n'), 'row 1 has 1 fields; expected 10'],
      [withText(games[0].trimEnd()), 'is cut off'],
      [withText(games[1]), 'game 1 is out of order; expected 0'],
      [withText(games[0] + games[1]), 'it goes on with game 1'],
      [withText(games[0].split('\n').slice(1).join('\n')), 'the ply is 1; expected 0'],
      [withText(games[0].split('\n').slice(0, -2).join('\n') + '\n'), 'breaks off undecided'],
      [withText(games[1].replaceAll(/^1,/gm, '0,')), 'its opening is not the one of this game'],
      [
        withText(games[0].replaceAll(/,search,(-?\d+),/g, ',search,$1.0,')),
        'not written as a dataset writes',
      ],
      [withText(games[0].replaceAll(/,search,(-?\d+),(\d+),/g, ',search,$1,-3,')), 'the nodes are -3'],
      [
        withText(games[0].replaceAll(/,search,-?\d+,\d+,/g, ',program,,,')),
        'no move of this run is by program',
      ],
      [withText(games[0].replaceAll(/,[a-z]+$/gm, ',adjudicated')), 'no game of this run is adjudicated'],
      [withText(games[0].replaceAll(/,[a-z]+$/gm, ',crashed')), 'no program plays in this run'],
    ];
    await client.rpush(keys.results(id), '{', ...forged.map(([value]) => JSON.stringify(value)));
    for (const [, reason] of forged) await process.says(reason);
    expect(process.notes.split('\n').filter((line) => line.startsWith('refused '))).toHaveLength(
      forged.length + 1,
    );
    // Control characters of a forger do not reach a terminal.
    expect(process.notes).not.toContain('\u001b');

    // A worker that ends a job without any games in it.
    const thief = new Worker(name, () => Promise.resolve(), {
      connection: { host: '127.0.0.1', port: redis.port, maxRetriesPerRequest: null },
      prefix,
    });
    await process.says('a job came back without all its games; played again');
    await thief.close();
    start('worker', '--concurrency', '1');
    expect(await process.ended, process.notes).toBe(0);
    expect(filesBelow(join(folder, 'forged'))).toEqual(reference);
  });

  test('is shut out with a game of weak but legal moves, and all that it sent is played again', async () => {
    const out = join(folder, 'weak');
    // Shards of five, so that a finished one has to be opened again.
    const run = [...RUN, '--games', '60', '--games-per-shard', '5'];
    expect((await evalsmith([...run, '--out', join(folder, 'strong')])).code).toBe(0);
    const process = start(...run, '--audit', '1', '--queue', 'env', '--out', out);
    const liar = await startLiar();
    await process.says('the worker liar is shut out: its game ');
    await until(
      async () => (await client.exists(keys.shutOut('liar'))) === 1,
      () => process.notes,
    );
    await liar.close();
    const honest = start('worker', '--concurrency', '1');
    expect(await process.ended, process.notes).toBe(0);
    expect(
      process.notes.match(
        /is shut out: its game \d*9 is not what this code plays; its \d+ games are played again/g,
      ),
    ).toHaveLength(1);
    expect(filesBelow(out)).toEqual(filesBelow(join(folder, 'strong')));
    expect(await honest.kill('SIGTERM'), honest.notes).toBe(0);
  }, 60_000);

  test('cannot have the same game come out in two ways: this machine decides who is right', async () => {
    const { process, id } = await coordinator('disputed');
    const send = (worker: string, index: number, text: string) =>
      client.rpush(
        keys.results(id),
        JSON.stringify({ version, worker, games: [{ index, text, searchMilliseconds: 1, milliseconds: 1 }] }),
      );
    const [truth, other] = [0, 1].map((index) => recorded(join(folder, 'reference'), index));
    const lie = other.replace(/,search,(-?\d+),/, (_, score) => `,search,${Number(score) + 1},`);
    await send('quick', 0, truth);
    await send('quick', 1, lie);
    await send('late', 0, truth);
    await until(
      () => gamesSoFar(join(folder, 'disputed')) === 2,
      () => process.notes,
    );
    await send('late', 1, other);
    await process.says(
      'the worker quick is shut out: its game 1 is not what this code plays; its 2 games are played again',
    );
    start('worker', '--concurrency', '1');
    expect(await process.ended, process.notes).toBe(0);
    expect(process.notes).not.toContain('the worker late is shut out');
    expect(filesBelow(join(folder, 'disputed'))).toEqual(reference);
  });

  /** A worker that plays every tenth game after a glance at each move. */
  async function startLiar(): Promise<Worker> {
    const referees = new Map<string, readonly Referee[]>();
    const liar = new Worker(
      name,
      async ({ data }) => {
        const { run, games } = data as FleetJob;
        const job = (await fetchRun(client, run, version))!;
        const board = { game: betsy, size: job.size, limits: job.settings };
        const refereeWith = async (limits: typeof board.limits) =>
          refereeOf(betsy, job.size, job.settings, [await openSeat(job.seats[0], { ...board, limits })]);
        if (!referees.has(run))
          referees.set(run, [
            await refereeWith(job.settings),
            await refereeWith({ ...job.settings, nodes: 1 }),
          ]);
        const [search, glance] = referees.get(run)!;
        // A seat plays one game at a time.
        const played: PlayedGame[] = [];
        for (const { index, opening } of games)
          played.push(await (index % 10 === 9 ? glance : search)(index, opening));
        const sent = played.map(({ index, text, searchMilliseconds, milliseconds }) => {
          return { index, text, searchMilliseconds, milliseconds };
        });
        await client.rpush(keys.results(run), JSON.stringify({ version, worker: 'liar', games: sent }));
      },
      { connection: { host: '127.0.0.1', port: redis.port, maxRetriesPerRequest: null }, prefix },
    );
    await liar.waitUntilReady();
    return liar;
  }

  test('cannot make a worker do what is no job, nor take other weights for those of the run', async () => {
    const { process, id } = await coordinator('weights');
    const [game] = [{ index: 0, opening: [1] }];
    const jobs: [unknown, string][] = [
      [null, 'a job is wrong at the top'],
      ['games', 'a job is wrong at the top'],
      [{}, 'a job is wrong at run'],
      [{ run: '../../etc', games: [game] }, 'a job is wrong at run'],
      [{ run: id, games: [] }, 'a job is wrong at games'],
      [{ run: id, games: 'all' }, 'a job is wrong at games'],
      [{ run: id, games: [{ ...game, index: -1 }] }, 'a job is wrong at games.0.index'],
      [{ run: id, games: [{ ...game, index: 1e300 }] }, 'a job is wrong at games.0.index'],
      [{ run: id, games: [{ ...game, opening: ['1'] }] }, 'a job is wrong at games.0.opening.0'],
      [
        { run: id, games: [{ ...game, opening: Array<number>(101).fill(1) }] },
        'a job is wrong at games.0.opening',
      ],
      [{ run: id, games: [game], command: 'rm' }, 'a job is wrong at the top'],
    ];
    const [hash] = (await client.keys(keys.weights('*'))).map((key) => key.split(':').at(-1)!);
    const other = readFileSync(
      new URL('../../../engine/weights/baselines/betsy/lines.json', import.meta.url),
      'utf8',
    );
    await client.set(keys.weights(hash), other);
    await queue.addBulk(
      jobs.map(([data], i) => ({ name: 'games', data, opts: { jobId: `garbage\u001b[2J-${i}` } })),
    );
    let worker = start('worker', '--concurrency', '1');
    for (const [, reason] of jobs) await worker.says(reason);
    await worker.says(`the weights that the queue holds as ${hash} are`);
    expect(await process.ended, process.notes).toBe(0);
    expect(process.notes).toContain('a job failed: the weights that the queue holds as');
    expect(filesBelow(join(folder, 'weights'))).toEqual(reference);

    expect(await worker.kill('SIGTERM')).toBe(0);
    for (const wrong of ['    at ', '\u001b']) expect(worker.notes).not.toContain(wrong);

    // With the weights in place again: a run that was changed under its name, openings that cannot be, a run that is over.
    const next = await coordinator('changed');
    const text = (await client.get(keys.run(next.id)))!;
    const forgedId = `${next.id.split('-')[0]}-${'0'.repeat(24)}`;
    await client.set(keys.run(forgedId), text.replace('"nodes":60', '"nodes":6'));
    await queue.addBulk(
      [
        { run: forgedId, games: [game] },
        { run: next.id, games: [{ index: 0, opening: [987_654_321] }] },
        { run: 'over-000', games: [game] },
      ].map((data, i) => ({ name: 'games', data, opts: { jobId: `wrong-${i}` } })),
    );
    worker = start('worker', '--concurrency', '1');
    await worker.says(`the run ${forgedId} has the wrong hash`);
    await worker.says('the opening is not legal at ply 0');
    expect(await next.process.ended, next.process.notes).toBe(0);
    expect(filesBelow(join(folder, 'changed'))).toEqual(reference);
  });

  test('cannot write to the terminal of who looks at it', async () => {
    const { process, id } = await coordinator('status');
    const state = { version, concurrency: 1, games: 0, seconds: 0 };
    const text = (await client.get(keys.run(id)))!;
    const hostile = ['\u001b[2J', '\u009b2J', 'a\nb', 'a\u202eb', 'a\rb', 'a\u0007'];
    for (const named of [...hostile, 'honest']) {
      await client.sadd(keys.workers, named);
      await client.set(keys.worker(named), JSON.stringify(state));
      await client.sadd(keys.runs, named);
      await client.set(keys.run(named), text);
      await client.set(
        keys.pulse(named),
        JSON.stringify({ version, coordinator: hostile[0], games: 0, refused: 0 }),
      );
    }
    for (const options of [[], ['--json']]) {
      const { code, out, notes } = await evalsmith(['queue', 'status', '--queue', redis.url, ...options]);
      expect([code, notes]).toEqual([0, []]);
      expect(out.join('')).toContain('honest');
      expect(out.join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(out.join('')).not.toContain('2J');
    }
    for (const named of [...hostile, 'honest'])
      await client.del(keys.run(named), keys.pulse(named), keys.worker(named));
    await client.srem(keys.runs, ...hostile, 'honest');
    await client.srem(keys.workers, ...hostile, 'honest');
    await process.kill();
  });
});

/** The rows of one game of a dataset of one shard. */
function recorded(dataset: string, index: number): string {
  const [text] = shardTexts(dataset, readManifest(dataset));
  const rows = text.split('\n').slice(1);
  return `${rows.filter((row) => row.startsWith(`${index},`)).join('\n')}\n`;
}
