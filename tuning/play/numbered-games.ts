import { randomUUID } from 'node:crypto';
import { DifferentGame, type GrowingDataset, type Share } from '../dataset/growing-dataset.ts';
import type { Shard } from '../dataset/manifest.ts';
import type { PackTask } from '../dataset/pack-thread.ts';
import { childEnvironment } from '../process/child-environment.ts';
import { keepMarked, marked } from '../process/marked-processes.ts';
import { Pool, workerFile } from '../process/pool.ts';
import { Audit, Exposure } from './game-audit.ts';
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
  if (goal.fleet !== undefined) {
    const taskOf = (index: number) => ({ index, opening: openingOf(index)! });
    return playOnFleet(dataset, job, { ...goal, fleet: goal.fleet }, tasks(), taskOf, heard);
  }
  const players = await threadsOf(job, goal);
  try {
    await players.runAll(tasks(), (played) => {
      if (dataset.add(played.index, played.text)) heard(played);
    });
  } finally {
    await players.close();
  }
}

/** The same on the workers of a queue, of whose games a share is played again; throws an Exposure where one lied. */
async function playOnFleet(
  dataset: GrowingDataset,
  job: GameJob,
  { fleet: choice, folder, shouldStop, note }: GamesGoal & { fleet: FleetChoice },
  tasks: Iterable<GameTask>,
  taskOf: (index: number) => GameTask,
  heard: (played: PlayedGame) => void,
): Promise<void> {
  const { openFleet } = await import('./fleet/coordinator.ts');
  let fleet: Fleet | undefined;
  const again = (some: readonly GameTask[]) => fleet?.again(some);
  const audit = new Audit(job, { folder, share: choice.audit, again, note }, dataset, taskOf);
  let packer: Pool<PackTask, Shard> | undefined;
  try {
    dataset.packWith((task) =>
      (packer ??= new Pool(workerFile('dataset/pack-thread.js'), 1, null)).run(task),
    );
    fleet = await openFleet(choice, job, folder, () => shouldStop() || audit.isExposed, audit.liars);
    await fleet.runAll(tasks, (played) => {
      const { index, worker, text } = played;
      try {
        if (dataset.add(index, text)) {
          audit.took(index, worker);
          heard(played);
        } else audit.confirmed(index, worker);
      } catch (error) {
        if (!(error instanceof DifferentGame)) throw error;
        audit.disputed(index, worker, text);
      }
    });
    await dataset.settle();
    await audit.finish();
  } finally {
    await packer?.close();
    await fleet?.close();
    await audit.close();
  }
}

/** Plays again where a worker was shut out, whose games are no longer there. */
export async function withoutLiars<Result>(play: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await play();
    } catch (error) {
      if (!(error instanceof Exposure)) throw error;
    }
  }
}

/** The threads that play. */
async function threadsOf(
  job: GameJob,
  { workers }: GamesGoal,
): Promise<Pick<Pool<GameTask, PlayedGame>, 'runAll' | 'close'>> {
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
