// A real Redis and real processes, for tests and benchmarks.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { until } from './test-process.ts';

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** A Redis of the test's own, on a free port of this machine, that keeps what it has in a temporary folder. */
export class TestRedis {
  readonly port: number;
  readonly url: string;
  readonly folder = mkdtempSync(join(tmpdir(), 'evalsmith-redis-'));
  private readonly options: readonly string[];
  private readonly launcher: readonly string[];
  private child: ChildProcess | undefined;

  /** `options` come on top; with those of TLS the port is given as `--tls-port`. */
  constructor(
    port: number,
    options: readonly string[] = ['--port', String(port)],
    /** A program that runs it in its own place, with its arguments. */
    launcher: readonly string[] = [],
  ) {
    this.port = port;
    this.url = `redis://127.0.0.1:${port}`;
    this.options = options;
    this.launcher = launcher;
  }

  async start(): Promise<void> {
    const folder = ['--dir', this.folder, '--bind', '127.0.0.1', '--appendonly', 'yes', '--save', ''];
    const [command, ...args] = [...this.launcher, 'redis-server', ...folder, ...this.options];
    this.child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    let log = '';
    this.child.stdout!.setEncoding('utf8').on('data', (text: string) => (log += text));
    await until(
      () => log.includes('Ready to accept connections'),
      () => log,
    );
  }

  async kill(): Promise<void> {
    this.child?.kill('SIGKILL');
    if (this.child !== undefined && this.child.exitCode === null) await once(this.child, 'exit');
    this.child = undefined;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true });
  }

  client(): Redis {
    return new Redis(this.port, '127.0.0.1');
  }
}

/** Games in the journals and shards of a folder that is being written. */
export function gamesSoFar(folder: string): number {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.journal'))
      .reduce((sum, name) => sum + readFileSync(join(folder, name), 'utf8').split('\n').length - 1, 0);
  } catch {
    return 0;
  }
}
