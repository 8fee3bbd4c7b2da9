import type { GameTask } from '../game-job.ts';
import type { PostedJob } from './job-board.ts';

/** A job that has not come back whole. */
export interface OpenJob {
  id: string;
  /** The games of it that are still to come. */
  left: Map<number, GameTask>;
  /** How often it was posted again in another form because it got lost or failed. */
  renewals: number;
  /** How often in a row Redis did not know it. */
  absences: number;
}

/** Which games a coordinator has given away, and in which jobs. */
export class Ledger {
  readonly jobs = new Map<string, OpenJob>();
  private readonly jobOfGame = new Map<number, OpenJob>();

  /** Enters games that are in a posted job. */
  enter({ id }: Pick<PostedJob, 'id'>, tasks: Iterable<GameTask>, renewals = 0): void {
    const job = this.jobs.get(id) ?? { id, left: new Map<number, GameTask>(), renewals, absences: 0 };
    this.jobs.set(id, job);
    for (const task of tasks) {
      job.left.set(task.index, task);
      this.jobOfGame.set(task.index, job);
    }
  }

  /** The task of a game that is still to come. */
  task(index: number): GameTask | undefined {
    return this.jobOfGame.get(index)?.left.get(index);
  }

  /** A game has come back. */
  strike(index: number): void {
    const job = this.jobOfGame.get(index);
    if (job === undefined) return;
    this.jobOfGame.delete(index);
    job.left.delete(index);
    if (job.left.size === 0) this.jobs.delete(job.id);
  }

  /** Takes a job out with the games that are left of it. */
  remove(job: OpenJob): GameTask[] {
    const tasks = [...job.left.values()];
    for (const { index } of tasks) this.jobOfGame.delete(index);
    this.jobs.delete(job.id);
    return tasks;
  }
}
