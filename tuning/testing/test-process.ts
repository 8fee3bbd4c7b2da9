// A real process of the built program, which can be killed, and the files that it leaves.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { packageFolder } from '../store/identity.ts';

const main = join(packageFolder(), 'dist', 'tuning', 'cli', 'main.js');

/** An evalsmith process. */
export class TestProcess {
  output = '';
  notes = '';
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;

  constructor(
    args: readonly string[],
    environment: Record<string, string> = {},
    program = main,
    cwd = process.cwd(),
    /** A program that runs it in its own place, with its arguments. */
    launcher: readonly string[] = [],
  ) {
    // What a machine has set for its own ends would slow the start or change what is tested.
    const { NODE_EXTRA_CA_CERTS: _, EVALSMITH_QUEUE: __, ...inherited } = process.env;
    const [command, ...rest] = [...launcher, process.execPath, program, ...args];
    this.child = spawn(command, rest, { cwd, env: { ...inherited, ...environment } });
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

/** What every file below a folder holds, in base64, but those that are left out. */
export function filesBelow(
  folder: string,
  isLeftOut: (path: string) => boolean = () => false,
): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  const files = names.filter((name) => !isLeftOut(name) && statSync(join(folder, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), 'base64')]));
}
