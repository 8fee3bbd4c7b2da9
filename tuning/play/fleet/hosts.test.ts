import { execFileSync } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageFolder } from '../../store/identity.ts';
import { makeCertificates, tlsOptions } from '../../testing/certificates.ts';
import { gamesSoFar, TestRedis } from '../../testing/fleet-processes.ts';
import { needAll, needs } from '../../testing/installed-program.ts';
import { NetworkHosts } from '../../testing/network-hosts.ts';
import { evalsmith } from '../../testing/run-command.ts';
import { filesBelow, TestProcess, until } from '../../testing/test-process.ts';

const missing = ['ip', 'nft', 'redis-server', 'openssl']
  .map((name) => needs(name))
  .find(({ isMissing }) => isMissing);
const why = missing?.note ?? (canMakeHosts() ? '' : ' (skipped: this user cannot make networks)');

/** Whether a namespace of the network can be made here, which takes root and a kernel that has them. */
function canMakeHosts(): boolean {
  if (missing !== undefined) return false;
  try {
    execFileSync('unshare', ['--net', 'true'], { stdio: 'pipe' });
    return true;
  } catch {
    needAll('this user cannot make networks');
    return false;
  }
}

const PORT = 6379;
const SLOW_PORT = 6380;
const DELAY_MILLISECONDS = 40;
const GAMES = [
  'conga',
  '--nodes',
  '400',
  '--cap',
  '40',
  '--seed',
  '5',
  '--games-per-shard',
  '50',
  '--games',
  '300',
];
// A worker of each host, by what its network does to it.
const [CUT, LOST, SLOW, LOSSY] = [1, 2, 3, 4];

describe.skipIf(why !== '')(`hosts of their own, with Redis over TLS${why}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'evalsmith-hosts-'));
  const processes: TestProcess[] = [];
  let hosts: NetworkHosts;
  let redis: TestRedis;
  let relay: ReturnType<typeof spawn>;

  beforeAll(async () => {
    hosts = new NetworkHosts(`ev${process.pid.toString(36).slice(-4)}`, 4);
    makeCertificates(folder, [
      '127.0.0.1',
      ...[CUT, LOST, SLOW, LOSSY].map((host) => hosts.hubAddress(host)),
    ]);
    const options = [...tlsOptions(folder, PORT), '--requirepass', 'word', '--bind', '0.0.0.0'];
    redis = new TestRedis(PORT, options, hosts.launcher('hub'));
    await redis.start();
    const program = join(packageFolder(), 'dist/tuning/testing/slow-relay.js');
    const [command, ...args] = [...hosts.launcher('hub'), process.execPath, program];
    relay = spawn(command, [...args, String(SLOW_PORT), String(PORT), String(DELAY_MILLISECONDS)]);
    let said = '';
    relay.stdout!.on('data', (bytes) => (said += String(bytes)));
    await until(
      () => said.includes('listening'),
      () => 'the relay does not listen',
    );
    hosts.lose(LOSSY, 1);
  }, 60_000);
  afterAll(async () => {
    for (const process of processes) await process.kill();
    relay?.kill();
    await redis?.remove();
    hosts?.remove();
    rmSync(folder, { recursive: true });
  }, 60_000);

  function start(args: readonly string[], host: number | 'hub', port = PORT): TestProcess {
    const address = host === 'hub' ? '127.0.0.1' : hosts.hubAddress(host);
    const environment = {
      EVALSMITH_QUEUE: `rediss://:word@${address}:${port}`,
      NODE_EXTRA_CA_CERTS: join(folder, 'ca.crt'),
    };
    const process = new TestProcess(args, environment, undefined, undefined, hosts.launcher(host));
    processes.push(process);
    return process;
  }

  test('lose no game and play none twice though one is cut off for a while, one for good, one is slow and one loses packets', async () => {
    const out = join(folder, 'out');
    const worker = (host: number, port?: number) => start(['worker', '--concurrency', '1'], host, port);
    const workers = [worker(CUT), worker(LOST), worker(SLOW, SLOW_PORT), worker(LOSSY)];
    for (const each of workers) await each.says('is at the queue');
    const run = start(['selfplay', ...GAMES, '--queue', 'env', '--out', out], 'hub');
    const gamesBeyond = (games: number) =>
      until(
        () => gamesSoFar(out) > games || run.child.exitCode !== null,
        () => run.notes,
      );
    await gamesBeyond(4);
    hosts.setCable(LOST, 'down');
    hosts.setCable(CUT, 'down');
    // So long that the queue has given up both, and what they had is played by others.
    const status = async () =>
      (
        JSON.parse((await ended(start(['queue', 'status', '--json'], 'hub'))).output) as {
          workers: unknown[];
        }
      ).workers;
    await until(
      async () => (await status()).length === 2,
      () => run.notes,
    );
    hosts.setCable(CUT, 'up');
    await until(
      async () => (await status()).length === 3 || run.child.exitCode !== null,
      () => workers[0].notes,
    );
    expect(await run.ended, run.notes).toBe(0);
    const alone = join(folder, 'alone');
    expect((await evalsmith(['selfplay', ...GAMES, '--out', alone])).code).toBe(0);
    expect(filesBelow(out)).toEqual(filesBelow(alone));
    expect(hosts.lost(LOSSY)).toBeGreaterThan(0);
    expect(run.notes).not.toContain('refused');
    for (const each of [workers[0], workers[2], workers[3]]) {
      expect(await each.kill('SIGTERM'), each.notes).toBe(0);
      expect(each.output).toMatch(/^played [1-9]\d* games/m);
    }
  }, 240_000);

  async function ended(process: TestProcess): Promise<TestProcess> {
    expect(await process.ended, process.notes).toBe(0);
    return process;
  }
});
