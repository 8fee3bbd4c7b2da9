import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { InputError } from '../../../engine/input-error.ts';
import { Failure } from '../../process/failure.ts';
import { printable } from './messages.ts';
import { namedTroubleOf } from './trouble.ts';

const LOOK_MILLISECONDS = 1000;
const AWAY_MILLISECONDS = 10_000;

/** What a queue has been said to suffer from: each trouble is one line when it begins, and one when it is over. */
export class Troubles {
  private readonly told = new Set<string>();
  private readonly queue: string;
  private readonly note: (line: string) => void;

  constructor(queue: string, note: (line: string) => void) {
    this.queue = `the queue at ${queue}`;
    this.note = note;
  }

  tell(trouble: string): void {
    if (this.told.has(trouble)) return;
    this.told.add(trouble);
    this.note(`${this.queue} ${trouble}; it is waited for`);
  }

  settle(...troubles: readonly string[]): void {
    if (troubles.filter((trouble) => this.told.delete(trouble)).length > 0)
      this.note(`${this.queue} is back`);
  }

  /** An error of Redis that is not waited for, in a line and without its cause, which is not ours to show; others stay. */
  failure(error: unknown, trouble: string | undefined): unknown {
    if (trouble !== undefined) return new Failure(`${this.queue} ${trouble}`);
    const { name, message } = error as Error;
    return name === 'ReplyError' ? new Failure(`${this.queue} cannot be used: ${printable(message)}`) : error;
  }
}

/** Does work at a queue and does it again while that cannot, without end, but not where the work shall stop. */
export async function patiently<Value>(
  client: Redis,
  troubles: Troubles,
  shouldStop: () => boolean,
  work: () => Promise<Value>,
): Promise<Value> {
  const suffered = new Set<string>();
  let since: number | undefined;
  for (;;) {
    try {
      const value = await whileThere(client, shouldStop, work());
      troubles.settle(...suffered);
      return value;
    } catch (error) {
      if (error instanceof Failure || error instanceof InputError) throw error;
      const trouble = await namedTroubleOf(error, client);
      if (trouble === undefined) throw troubles.failure(error, trouble);
      suffered.add(trouble);
      troubles.tell(trouble);
      since ??= performance.now();
      if (shouldStop() && performance.now() - since >= AWAY_MILLISECONDS) throw stopped(trouble);
    }
    await wait(LOOK_MILLISECONDS);
  }
}

/** Waits for work at a queue without end while that is away, but not where the work shall stop. */
async function whileThere<Value>(
  client: Redis,
  shouldStop: () => boolean,
  work: Promise<Value>,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_, reject) => {
    let awaySince: number | undefined;
    timer = setInterval(() => {
      if (client.status === 'ready') awaySince = undefined;
      else awaySince ??= performance.now();
      if (awaySince === undefined || performance.now() - awaySince < AWAY_MILLISECONDS) return;
      if (shouldStop()) reject(stopped('is away'));
    }, LOOK_MILLISECONDS);
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearInterval(timer);
  }
}

function stopped(trouble: string): Failure {
  return new Failure(`the queue ${trouble} and the run shall stop; the same command resumes from here`);
}
