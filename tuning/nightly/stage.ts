import type { Terminal } from '../../engine/node/terminal.ts';
import { InputError } from '../../engine/input-error.ts';
import { Failure, systemFailure } from '../process/failure.ts';
import type { NightlyResult } from '../store/runs.ts';
import { Budget } from './budget.ts';
import type { NightJournal } from './night-journal.ts';

/** One step of a night, of which something whole is left on the disk. */
export interface Stage<Output> {
  /** Within its part. */
  name: string;
  /** As people are told of it. */
  title: string;
  milliseconds: number | null;
  /** What is there already, if it is whole; `recorded` is what the journal knows it by. */
  find(recorded: string | undefined): Output | undefined;
  /** Makes it, or goes on with it; undefined where it had to stop before. */
  make(budget: Budget, terminal: Terminal): Promise<Output | undefined>;
  /** What the journal knows it by. */
  identify(output: Output): string;
}

type StageResult = NightlyResult['parts'][number]['stages'][number];

/** Runs the stages of one part of a night in turn, each once. */
export class Stages {
  readonly results: StageResult[] = [];
  private readonly part: string;
  private readonly journal: NightJournal;
  private readonly budget: Budget;
  private readonly terminal: Terminal;
  // Why nothing more of this part can be done now.
  private obstacle: string | undefined;

  constructor(part: string, journal: NightJournal, budget: Budget, terminal: Terminal) {
    this.part = part;
    this.journal = journal;
    this.budget = budget;
    this.terminal = terminal;
  }

  /** What the stage left; undefined where it failed, was cut short or could not begin. */
  async run<Output>(stage: Stage<Output>): Promise<Output | undefined> {
    const name = `${this.part}/${stage.name}`;
    const ended = this.journal.endOf(name);
    if (ended?.event === 'failed') return this.note(stage.name, 'failed', ended.reason);
    if (this.obstacle !== undefined) return this.note(stage.name, 'waiting', this.obstacle);
    try {
      const found = stage.find(ended?.output);
      if (found !== undefined) {
        if (ended?.output !== stage.identify(found)) this.done(name, stage, found);
        this.note(stage.name, 'done');
        return found;
      }
      if (ended !== undefined) this.terminal.note(`${name}: what was there is gone; it is made again`);
      if (this.budget.isSpent) return this.stop(stage.name, 'waiting', this.budget.reason!);
      this.journal.add({ event: 'start', stage: name });
      this.terminal.note(`${this.part}: ${stage.title}`);
      return await this.make(name, stage);
    } catch (error) {
      const reason = reasonOf(error, this.terminal);
      this.journal.add({ event: 'failed', stage: name, reason });
      this.terminal.note(`${name} failed: ${reason}`);
      return this.note(stage.name, 'failed', reason);
    }
  }

  /** A stage that has nothing to begin with. */
  skip(name: string, reason: string): void {
    this.note(name, this.obstacle === undefined ? 'skipped' : 'waiting', this.obstacle ?? reason);
  }

  private async make<Output>(name: string, stage: Stage<Output>): Promise<Output | undefined> {
    const own = new Budget(`${name} alone`, stage.milliseconds, this.budget);
    let output;
    try {
      output = await stage.make(own, this.terminal);
    } catch (error) {
      if (!(error instanceof Failure) || !own.isSpent) throw error;
    }
    if (output === undefined) {
      if (!own.isSpent) throw new Failure('it ended without a result');
      return this.stop(stage.name, 'cut short', own.reason!);
    }
    this.done(name, stage, output);
    this.note(stage.name, 'done');
    return output;
  }

  private done<Output>(name: string, stage: Stage<Output>, output: Output): void {
    this.journal.add({ event: 'done', stage: name, output: stage.identify(output) });
  }

  private stop(name: string, status: 'waiting' | 'cut short', reason: string): undefined {
    this.obstacle = reason;
    this.terminal.note(`${this.part}/${name}: ${status === 'waiting' ? 'not begun' : status}, ${reason}`);
    return this.note(name, status, reason);
  }

  private note(name: string, status: StageResult['status'], reason: string | null = null): undefined {
    this.results.push({ name, status, reason });
  }
}

/** What went wrong, in a line; of an error that nobody expected, the trace goes to the terminal. */
export function reasonOf(error: unknown, terminal: Terminal): string {
  const isExpected = error instanceof Failure || error instanceof InputError;
  const message = isExpected ? error.message : systemFailure(error);
  if (message !== undefined) return message;
  const { stack, message: text } = error instanceof Error ? error : new Error(String(error));
  terminal.note(stack ?? text);
  return text;
}
