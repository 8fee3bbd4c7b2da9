import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../engine/node/sha256.ts';
import type { Random } from '../statistics/random.ts';
import { filesBelow, TestProcess } from '../testing/test-process.ts';
import { buildLibrary, type Call, callsIn, type Fault, faultEnvironment, isKill } from './fault.ts';
import { INPUTS, type TorturedCommand } from './tortured-commands.ts';

// Many times what any of the runs takes.
const LONGEST_MILLISECONDS = 120_000;

interface Ended {
  /** Null where it was killed. */
  code: number | null;
  notes: string;
}

/** What a command does where nothing is in its way. */
export interface CalmRun {
  command: TorturedCommand;
  calls: Call[];
  files: Record<string, string>;
  milliseconds: number;
  /** What was on the disk after a fault, and was resumed from as it should be. */
  resumed: Set<string>;
}

/** What became of a fault. */
export interface Outcome {
  /** With which the run ended; null where it was killed. */
  code: number | null;
  /** False where the run ended before that call. */
  isReached: boolean;
  /** Whether a run began from what the fault left that none had begun from before. */
  isResumed: boolean;
  /** What is wrong; none where the fault did no harm. */
  problems: string[];
}

/** Runs commands in a folder, with faults and without. */
export class Torture {
  private readonly library: string;
  private readonly inputs: string;
  private readonly prepared: string;
  private readonly root: string;
  private readonly log: string;

  /** In a room that has none of it yet. */
  constructor(room: string) {
    this.library = buildLibrary(room);
    this.inputs = join(room, 'inputs');
    this.prepared = join(room, 'prepared');
    this.root = join(room, 'root');
    this.log = join(room, 'calls');
  }

  async makeInputs(): Promise<void> {
    mkdirSync(this.inputs);
    for (const { words, fill } of INPUTS) {
      const { code, notes } = await this.start(words, {}, this.inputs);
      if (code !== 0) throw new Error(`${words} ended with ${code}: ${notes}`);
      fill?.(this.inputs);
    }
  }

  /** Runs a command with nothing in its way, and counts its calls. */
  async calm(command: TorturedCommand): Promise<CalmRun> {
    rmSync(this.prepared, { recursive: true, force: true });
    mkdirSync(join(this.prepared, 'tmp'), { recursive: true });
    command.fill?.(this.prepared, this.inputs);
    this.reset();
    const begin = performance.now();
    const { code, notes } = await this.start(command.words, this.faulty());
    if (code !== 0) throw new Error(`${command.name} ended with ${code}: ${notes}`);
    return {
      command,
      calls: this.calls(),
      files: this.files(command),
      milliseconds: performance.now() - begin,
      resumed: new Set(),
    };
  }

  /** Fails a call of a command, then runs the command again with nothing in its way. */
  async tryFault(calm: CalmRun, fault: Fault): Promise<Outcome> {
    const { command } = calm;
    this.reset();
    const ended = await this.start(command.words, this.faulty(fault));
    const { code } = ended;
    const isReached = this.calls().length >= fault.number;
    const problems = isReached ? this.problemsOf(calm, fault, ended) : [];
    const left = this.stateOf(command);
    // A night that is over is followed by the next.
    const isOver = command.hasStages === true && this.differences(calm).length === 0;
    if (isOver || calm.resumed.has(left)) return { code, isReached, isResumed: false, problems };
    problems.push(...(await this.resume(calm)));
    if (problems.length === 0) calm.resumed.add(left);
    return { code, isReached, isResumed: true, problems };
  }

  /** What is on the disk after a fault. */
  async filesAfter({ command }: CalmRun, fault: Fault): Promise<string[]> {
    this.reset();
    await this.start(command.words, this.faulty(fault));
    return Object.keys(this.files(command));
  }

  /** Kills a command again and again at random instants; returns how often, and what is wrong at the end. */
  async killAtRandom(
    calm: CalmRun,
    kills: number,
    random: Random,
  ): Promise<{ kills: number; problems: string[] }> {
    this.reset();
    for (let done = 0; done < kills; done++) {
      const { code } = await this.start(
        calm.command.words,
        {},
        this.root,
        random.below(Math.ceil(calm.milliseconds)),
      );
      if (code !== null) return { kills: done, problems: this.differences(calm) };
    }
    return { kills, problems: await this.resume(calm) };
  }

  private async resume(calm: CalmRun): Promise<string[]> {
    const { code, notes } = await this.start(calm.command.words, {});
    const isThere = calm.command.isNew === true && code === 2 && notes.includes('exists already');
    const problem = code === 0 || isThere ? [] : [`the resumed run ended with ${code}: ${notes.trim()}`];
    return [...problem, ...this.differences(calm)];
  }

  private problemsOf(calm: CalmRun, { kind, name }: Fault, { code, notes }: Ended): string[] {
    if (isKill(kind)) return code === null ? [] : [`was not killed but ended with ${code}`];
    const problems = [];
    if (/^ {4}at |node:internal|^Node\.js v/m.test(notes)) problems.push(`a stack trace: ${notes.trim()}`);
    if (code === 0) problems.push(...this.differences(calm).map((text) => `it ended with 0, but ${text}`));
    else if (code !== 1 && !(code === 2 && name === 'open-read' && notes.includes('EIO')))
      problems.push(`it ended with ${code}: ${notes.trim()}`);
    else {
      const told = notes.split('\n').filter((line) => line.startsWith('evalsmith: '));
      if (told.length !== 1 && calm.command.hasStages !== true)
        problems.push(`${told.length} lines tell why it failed: ${notes.trim()}`);
    }
    if (kind !== 'lost') problems.push(...this.losses(calm));
    // What cannot be removed or read again stays until the next run.
    if (kind !== 'lost' && !['unlink', 'rmdir', 'open-read'].includes(name))
      problems.push(...this.leftovers());
    return problems;
  }

  private leftovers(): string[] {
    const left = readdirSync(this.root, { recursive: true, encoding: 'utf8' }).filter((path) =>
      /(^|\/)lock$|\.(tmp|old)$/.test(path),
    );
    return left.length === 0 ? [] : [`it left ${left.join(', ')}`];
  }

  /** What is there no more of what a failed run must leave as it was, where it has not made the new. */
  private losses({ command, files }: CalmRun): string[] {
    const { replaced } = command;
    if (replaced === undefined) return [];
    const inside = (all: Record<string, string>) =>
      JSON.stringify(Object.entries(all).filter(([path]) => path.startsWith(`${replaced}/`)));
    const now = inside(this.files(command));
    const isWhole = now === inside(files) || now === inside(this.files(command, this.prepared));
    return isWhole ? [] : [`${replaced} is neither what it was nor what it shall be`];
  }

  /** What is there but should not be, is not but should, or is otherwise than after an undisturbed run. */
  private differences({ command, files }: CalmRun): string[] {
    const difference = firstDifference(files, this.files(command));
    return difference === undefined ? [] : [difference];
  }

  private calls(): Call[] {
    return callsIn(readFileSync(this.log, 'utf8'));
  }

  private files({ timed }: TorturedCommand, root = this.root): Record<string, string> {
    const isTimed = (path: string) => timed?.test(path) === true;
    const folders = readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted();
    return {
      ...Object.fromEntries(folders.map((path) => [path, ''])),
      ...filesBelow(root, isTimed),
    };
  }

  /** What is on the disk, but for what is different in each run. */
  private stateOf(command: TorturedCommand): string {
    const entries = Object.entries(this.files(command)).map(([path, text]) => {
      const name = path
        .replace(/\.[0-9a-f]{12}\.\d+\.[0-9a-f]{16}\.tmp/g, '.tmp')
        .replace(/^(tmp\/[\w-]+-)\w{6}/, '$1');
      return [name, /(^|\/)lock(\.tmp)?$/.test(name) && text !== '' ? 'a lock' : text];
    });
    return sha256(JSON.stringify(entries.map((entry) => entry.join('\n')).toSorted()));
  }

  /** Makes the folder of the run as it is before. */
  private reset(): void {
    rmSync(this.root, { recursive: true, force: true });
    cpSync(this.prepared, this.root, { recursive: true });
    writeFileSync(this.log, '');
  }

  private faulty(fault?: Fault): Record<string, string> {
    return faultEnvironment(this.library, this.root, this.log, fault);
  }

  private async start(
    words: string,
    environment: Record<string, string>,
    folder = this.root,
    killAfter?: number,
  ): Promise<Ended> {
    const args = words.split(' ').map((word) => word.replace('INPUTS', this.inputs));
    const own = { ...environment, TMPDIR: join(folder, 'tmp') };
    const running = new TestProcess(args, own, undefined, folder);
    const timer = setTimeout(() => running.child.kill('SIGKILL'), killAfter ?? LONGEST_MILLISECONDS);
    const code = await running.ended;
    clearTimeout(timer);
    return { code, notes: running.notes };
  }
}

function firstDifference(
  expected: Record<string, string>,
  found: Record<string, string>,
): string | undefined {
  const more = Object.keys(found).filter((path) => !Object.hasOwn(expected, path));
  if (more.length > 0) return `there is also ${more[0]}, one of ${more.length}`;
  const less = Object.keys(expected).filter((path) => !Object.hasOwn(found, path));
  if (less.length > 0) return `there is no ${less[0]}, one of ${less.length}`;
  const other = Object.keys(expected).find((path) => expected[path] !== found[path]);
  return other === undefined ? undefined : `${other} has other bytes`;
}
