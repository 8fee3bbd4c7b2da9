// A real Redis and real processes, for tests and benchmarks.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { packageFolder } from '../store/identity.ts';

const main = join(packageFolder(), 'dist', 'tuning', 'cli', 'main.js');

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
  private child: ChildProcess | undefined;

  /** `options` come on top; with those of TLS the port is given as `--tls-port`. */
  constructor(port: number, options: readonly string[] = ['--port', String(port)]) {
    this.port = port;
    this.url = `redis://127.0.0.1:${port}`;
    this.options = options;
  }

  async start(): Promise<void> {
    const folder = ['--dir', this.folder, '--bind', '127.0.0.1', '--appendonly', 'yes', '--save', ''];
    this.child = spawn('redis-server', [...folder, ...this.options], { stdio: ['ignore', 'pipe', 'ignore'] });
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

/** An evalsmith process. */
export class TestProcess {
  output = '';
  notes = '';
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;

  constructor(args: readonly string[], environment: Record<string, string> = {}, program = main) {
    // What a machine has set for its own ends would slow the start or change what is tested.
    const { NODE_EXTRA_CA_CERTS: _, EVALSMITH_QUEUE: __, ...inherited } = process.env;
    this.child = spawn(process.execPath, [program, ...args], { env: { ...inherited, ...environment } });
    this.child.stdout!.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    this.child.stderr!.setEncoding('utf8').on('data', (text: string) => (this.notes += text));
    this.ended = once(this.child, 'close').then(([code]) => code as number | null);
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<number | null> {
    this.child.kill(signal);
    return this.ended;
  }

  /** Waits until it has said something. */
  async says(text: string): Promise<void> {
    await until(
      () => this.notes.includes(text) || this.output.includes(text),
      () => `no ${JSON.stringify(text)} in:\n${this.notes}${this.output}`,
    );
  }
}

/** Looks again and again until something is true. */
export async function until(isTrue: () => boolean | Promise<boolean>, problem: () => string): Promise<void> {
  const deadline = performance.now() + 50_000;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(problem());
    await wait(30);
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

/** The files of a folder by name. */
export function filesOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
      .map((file) => [file.slice(folder.length), readFileSync(file).toString('base64')]),
  );
}
