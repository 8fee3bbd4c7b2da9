import type { Terminal } from '../../engine/node/terminal.ts';
import { InputError } from '../../engine/input-error.ts';
import type { GamesGoal } from '../play/numbered-games.ts';
import { Failure, isDiskShortage, systemFailure } from '../process/failure.ts';
import type { NightlyResult } from '../store/runs.ts';
import { Budget } from './budget.ts';
import type { NightJournal } from './night-journal.ts';

/** Who plays the games of a night. */
export type Players = Pick<GamesGoal, 'workers' | 'fleet'>;

/** One step of a night, of which something whole is left on the disk. */
export interface Stage<Output> {
  /** Within its part. */
  name: string;
  /** As people are told of it. */
  title: string;
  milliseconds: number | null;
  /** What is there already, if it is whole; `recorded` is what the journal knows it by. */
  find(recorded: string | undefined): Output | undefined;
  /** Makes it, or resumes it; undefined where it had to stop before. */
  make(budget: Budget, terminal: Terminal): Promise<Output | undefined>;
  /** What the journal knows it by. */
  identify(output: Output): string;
}

type StageResult = NightlyResult['parts'][number]['stages'][number];

/** What runs the stages of one part of a night in turn, each once. */
export function stageRunner(part: string, journal: NightJournal, budget: Budget, terminal: Terminal) {
  const results: StageResult[] = [];
  // Why nothing more of this part can be done now.
  let obstacle: string | undefined;

  const note = (name: string, status: StageResult['status'], reason: string | null = null): undefined => {
    results.push({ name, status, reason });
  };
  const stop = (name: string, status: 'waiting' | 'cut short', reason: string): undefined => {
    obstacle = reason;
    terminal.note(`${part}/${name}: ${status === 'waiting' ? 'not begun' : status}, ${reason}`);
    return note(name, status, reason);
  };

  /** What the stage left; undefined where it failed, was cut short or could not begin. */
  async function run<Output>(stage: Stage<Output>): Promise<Output | undefined> {
    const name = `${part}/${stage.name}`;
    const ended = journal.endOf(name);
    if (ended?.event === 'failed') return note(stage.name, 'failed', ended.reason);
    if (obstacle !== undefined) return note(stage.name, 'waiting', obstacle);
    try {
      let output = stage.find(ended?.output);
      const isFound = output !== undefined;
      if (output === undefined) {
        if (ended !== undefined) terminal.note(`${name}: what was there is gone; it is made again`);
        if (budget.isSpent) return stop(stage.name, 'waiting', budget.reason!);
        journal.add({ event: 'start', stage: name });
        terminal.note(`${part}: ${stage.title}`);
        const own = new Budget(`${name} alone`, stage.milliseconds, budget);
        output = await make(stage, own);
        if (output === undefined) return stop(stage.name, 'cut short', own.reason!);
      }
      const identity = stage.identify(output);
      if (!isFound || ended?.output !== identity)
        journal.add({ event: 'done', stage: name, output: identity });
      note(stage.name, 'done');
      return output;
    } catch (error) {
      const reason = reasonOf(error, terminal);
      if (isDiskShortage(error)) return stop(stage.name, 'cut short', reason);
      journal.add({ event: 'failed', stage: name, reason });
      terminal.note(`${name} failed: ${reason}`);
      return note(stage.name, 'failed', reason);
    }
  }

  /** Undefined where its time was spent before. */
  async function make<Output>(stage: Stage<Output>, own: Budget): Promise<Output | undefined> {
    let output;
    try {
      output = await stage.make(own, terminal);
    } catch (error) {
      if (!(error instanceof Failure) || !own.isSpent) throw error;
    }
    if (output === undefined && !own.isSpent) throw new Failure('it ended without a result');
    return output;
  }

  /** A stage that has nothing to begin with. */
  const skip = (name: string, reason: string): undefined =>
    note(name, obstacle === undefined ? 'skipped' : 'waiting', obstacle ?? reason);

  return { results, run, skip };
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
