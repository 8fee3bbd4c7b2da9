import type { Game } from '../../engine/game.ts';
import { GrowingDataset, type Share } from '../dataset/growing-dataset.ts';
import type { Manifest } from '../dataset/manifest.ts';
import type { FleetChoice } from './fleet/coordinator.ts';
import { Pool, workerFile } from '../process/pool.ts';
import { Openings } from './openings.ts';
import type { SelfplayJob } from './selfplay-settings.ts';
import type { GameAnswer, GameTask } from './selfplay-worker.ts';

/** How much of a run to make now, and where: nothing of this changes which games are played. */
export interface SelfplayGoal {
  folder: string;
  /** Infinity to go on until told to stop. */
  games: number;
  workers: number;
  /** Plays on the workers of a queue instead. */
  fleet?: FleetChoice;
  share: Share;
  /** Asked before each game. */
  shouldStop: () => boolean;
  /** Hears of every game that is played. */
  heard: (answer: GameAnswer) => void;
  preparing: (openings: number) => void;
}

/** Plays games until the goal is reached or it should stop; returns the manifest of what there is then. */
export async function selfplay(game: Game, job: SelfplayJob, goal: SelfplayGoal): Promise<Manifest> {
  const folder = new GrowingDataset(
    goal.folder,
    { ...job, settings: { ...job.settings } },
    job.settings.gamesPerShard,
  );
  try {
    const openings = new Openings(game, job.size, job.settings, job.weights);
    if (goal.games !== Infinity) openings.provide(goal.games, goal.preparing);
    await playMissing(folder, job, goal, openings);
    folder.keepBeginnings(goal.games);
    return folder.manifest;
  } finally {
    folder.close();
  }
}

async function playMissing(
  folder: GrowingDataset,
  job: SelfplayJob,
  goal: SelfplayGoal,
  openings: Openings,
): Promise<void> {
  function* tasks(): Generator<GameTask> {
    for (const index of folder.missing(goal.games, goal.share)) {
      const opening = openings.at(index);
      if (opening === undefined || goal.shouldStop()) return;
      yield { index, opening };
    }
  }
  const pool = await poolOf(job, goal);
  try {
    await pool.runAll(tasks(), (answer) => {
      if (!folder.add(answer.index, answer.text)) return;
      folder.writeFull(goal.games);
      goal.heard(answer);
    });
  } finally {
    await pool.close();
  }
}

/** The threads that play, or the queue. */
async function poolOf(
  job: SelfplayJob,
  { fleet, folder, workers, shouldStop }: SelfplayGoal,
): Promise<Pick<Pool<GameTask, GameAnswer>, 'runAll' | 'close'>> {
  if (fleet === undefined) return new Pool(workerFile('play/selfplay-worker.js'), workers, job);
  const { Fleet } = await import('./fleet/coordinator.ts');
  return Fleet.open(fleet, job, folder, shouldStop);
}
