import { Pool, workerFile } from '../process/pool.ts';
import type { FleetChoice } from './fleet/coordinator.ts';
import type { GameJob, GameTask } from './game-job.ts';
import type { ThreadTask } from './game-thread.ts';
import type { PlayedGame } from './referee.ts';

/** What plays games of one job after another, none of them with a program. */
export interface JobPlayers {
  /** Plays games of a job, as they are taken, and reports each; a job has a name that no other has. */
  play(
    name: string,
    job: GameJob,
    tasks: Iterable<GameTask>,
    heard: (played: PlayedGame) => void,
  ): Promise<void>;
  close(): Promise<void>;
}

/** Threads that stay for all jobs. */
export function threadPlayers(workers: number): JobPlayers {
  const pool = new Pool<ThreadTask, PlayedGame>(workerFile('play/game-thread.js'), workers, null);
  return {
    play(name, job, tasks, heard) {
      function* ofJob(): Generator<ThreadTask> {
        for (const task of tasks) yield { ...task, run: { id: name, job } };
      }
      return pool.runAll(ofJob(), heard);
    },
    close: () => pool.close(),
  };
}

/** The workers of a queue, where each job is a run; `folder` is where what comes of them goes. */
export function fleetPlayers(fleet: FleetChoice, folder: string, shouldStop: () => boolean): JobPlayers {
  return {
    async play(_, job, tasks, heard) {
      const { openFleet } = await import('./fleet/coordinator.ts');
      const players = await openFleet(fleet, job, folder, shouldStop);
      try {
        await players.runAll(tasks, heard);
      } finally {
        await players.close();
      }
    },
    close: async () => {},
  };
}
