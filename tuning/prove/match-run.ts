import type { Game } from '../../engine/game.ts';
import { GrowingDataset } from '../dataset/growing-dataset.ts';
import type { FleetChoice } from '../play/fleet/coordinator.ts';
import { Pool, workerFile } from '../process/pool.ts';
import { Openings } from '../play/openings.ts';
import { ScoreSheet } from './score-sheet.ts';
import type { MatchJob } from '../play/match-settings.ts';
import { type Sprt, sprt, type SprtSettings } from '../statistics/sprt.ts';
import type { MatchAnswer, MatchTask } from '../play/match-worker.ts';

/** How far to play now: nothing of this changes how any game goes. */
export interface MatchGoal {
  folder: string;
  /** The most pairs to play. */
  pairs: number;
  /** Stops as soon as this is decided; the pairs are taken in their order, however fast each was. */
  sprt: SprtSettings | null;
  workers: number;
  /** Plays on the workers of a queue instead. */
  fleet?: FleetChoice;
  shouldStop: () => boolean;
  /** Hears of the pairs that count so far. */
  heard: (sheet: ScoreSheet, pairs: number, sprt: Sprt | null) => void;
}

export interface MatchState {
  sheet: ScoreSheet;
  /** The pairs that count. */
  pairs: number;
  sprt: Sprt | null;
  /** Whether the goal is reached. */
  isOver: boolean;
}

/** Plays a match, or goes on with it, until the goal is reached or it should stop. */
export async function playMatch(game: Game, job: MatchJob, goal: MatchGoal): Promise<MatchState> {
  const dataset = new GrowingDataset(
    goal.folder,
    { ...job, settings: { ...job.settings } },
    job.settings.gamesPerShard,
  );
  try {
    const sheet = new ScoreSheet(game);
    for (const [index, text] of dataset.known()) sheet.enter(index, text);
    const verdict = new Verdict(sheet, goal);
    const openings = new Openings(game, job.size, job.settings, job.referee);
    if (goal.sprt === null) openings.provide(goal.pairs);
    await playMissing(dataset, job, goal, openings, verdict);
    const pairs = verdict.look();
    dataset.keepBeginnings(2 * pairs);
    if (verdict.isOver) dataset.dropRest();
    return { sheet, pairs, sprt: verdict.sprt, isOver: verdict.isOver };
  } finally {
    dataset.close();
  }
}

async function playMissing(
  dataset: GrowingDataset,
  job: MatchJob,
  goal: MatchGoal,
  openings: Openings,
  verdict: Verdict,
): Promise<void> {
  verdict.look();
  if (verdict.isOver) return;
  function* tasks(): Generator<MatchTask> {
    for (const index of dataset.missing(2 * goal.pairs, { rest: 0, of: 1 })) {
      const opening = openings.at(index >> 1);
      if (opening === undefined) verdict.mostPairs = index >> 1;
      if (opening === undefined || verdict.isOver || goal.shouldStop()) return;
      yield { index, opening };
    }
  }
  const pool = await poolOf(job, goal, () => verdict.isOver || goal.shouldStop());
  try {
    await pool.runAll(tasks(), ({ index, text }) => {
      if (!dataset.add(index, text)) return;
      verdict.sheet.enter(index, text);
      const pairs = verdict.look();
      dataset.writeFull(2 * pairs);
      goal.heard(verdict.sheet, pairs, verdict.sprt);
    });
  } finally {
    await pool.close();
  }
}

/** The threads that play, or the queue. */
async function poolOf(
  job: MatchJob,
  { fleet, folder, workers }: MatchGoal,
  shouldStop: () => boolean,
): Promise<Pick<Pool<MatchTask, MatchAnswer>, 'runAll' | 'close'>> {
  if (fleet === undefined) return new Pool(workerFile('play/match-worker.js'), workers, job);
  const { Fleet } = await import('../play/fleet/coordinator.ts');
  return Fleet.open(fleet, job, folder, shouldStop);
}

/** Looks at the pairs in their order and stops at the first that decides. */
class Verdict {
  readonly sheet: ScoreSheet;
  sprt: Sprt | null = null;
  /** Less than the goal where there are not that many openings. */
  mostPairs: number;
  private readonly goal: MatchGoal;
  private readonly counts = [0, 0, 0, 0, 0];
  private pairs = 0;

  constructor(sheet: ScoreSheet, goal: MatchGoal) {
    this.sheet = sheet;
    this.goal = goal;
    this.mostPairs = goal.pairs;
  }

  get isOver(): boolean {
    return this.pairs >= this.mostPairs || (this.sprt !== null && this.sprt.decision !== 'continue');
  }

  /** Takes in the pairs that have been completed since, and returns how many count. */
  look(): number {
    const { sheet, goal, counts } = this;
    while (!this.isOver && sheet.has(2 * this.pairs) && sheet.has(2 * this.pairs + 1)) {
      counts[sheet.points(this.pairs)]++;
      this.pairs++;
      if (goal.sprt !== null) this.sprt = sprt(counts, goal.sprt);
    }
    return this.pairs;
  }
}
