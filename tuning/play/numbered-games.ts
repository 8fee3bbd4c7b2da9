import { randomUUID } from 'node:crypto';
import type { GrowingDataset, Share } from '../dataset/growing-dataset.ts';
import { childEnvironment } from '../process/child-environment.ts';
import { keepMarked, marked } from '../process/marked-processes.ts';
import { Pool, workerFile } from '../process/pool.ts';
import type { Fleet, FleetChoice } from './fleet/coordinator.ts';
import type { GameJob, GameTask } from './game-job.ts';
import type { PlayedGame } from './referee.ts';

/** How much of a run to play now, and where: nothing of this changes how any game goes. */
export interface GamesGoal {
  folder: string;
  /** Infinity to play until told to stop. */
  games: number;
  workers: number;
  /** Plays on the workers of a queue instead. */
  fleet?: FleetChoice;
  /** All of the run where not given. */
  share?: Share;
  /** Asked before each game. */
  shouldStop: () => boolean;
  /** Hears what is worth a line for people. */
  note: (line: string) => void;
}

/** Plays the games that a dataset does not have yet, until one has no opening or it should stop; reports each new one. */
export async function playMissing(
  dataset: GrowingDataset,
  job: GameJob,
  goal: GamesGoal,
  openingOf: (index: number) => GameTask['opening'] | undefined,
  heard: (played: PlayedGame) => void,
): Promise<void> {
  function* tasks(): Generator<GameTask> {
    for (const index of dataset.missing(goal.games, goal.share)) {
      const opening = openingOf(index);
      if (opening === undefined || goal.shouldStop()) return;
      yield { index, opening };
    }
  }
  const players = await playersOf(job, goal);
  try {
    await players.runAll(tasks(), (played) => {
      if (dataset.add(played.index, played.text)) heard(played);
    });
  } finally {
    await players.close();
  }
}

/** The threads that play, or the queue. */
async function playersOf(job: GameJob, { fleet, folder, workers, shouldStop }: GamesGoal): Promise<Fleet> {
  if (fleet !== undefined) {
    const { openFleet } = await import('./fleet/coordinator.ts');
    return openFleet(fleet, job, folder, shouldStop);
  }
  const file = workerFile('play/game-thread.js');
  if (!job.seats.some(({ kind }) => kind === 'command')) return new Pool(file, workers, job);
  // Whatever ends the threads or this process, no program is left behind.
  const mark = randomUUID();
  const endPrograms = await keepMarked(mark);
  const pool = new Pool<GameTask, PlayedGame>(file, workers, job, marked(childEnvironment(), mark));
  return {
    runAll: (tasks, heard) => pool.runAll(tasks, heard),
    close: () => pool.close().finally(endPrograms),
  };
}
