import type { Terminal } from '../../engine/node/terminal.ts';
import type { Game } from '../../engine/game.ts';
import { GrowingDataset } from '../dataset/growing-dataset.ts';
import type { Manifest } from '../dataset/manifest.ts';
import { INTERRUPTED, stopAfterGames } from '../process/interrupt.ts';
import { duration, startProgress } from '../process/progress.ts';
import { type GamesGoal, playMissing, withoutLiars } from './numbered-games.ts';
import { Openings } from './openings.ts';
import type { PlayedGame } from './referee.ts';
import type { SelfplayJob } from './selfplay-job.ts';

/** Plays games until the goal is reached or it should stop; returns the manifest of what there is then. */
export async function selfplay(
  game: Game,
  { weights, opponent, ...run }: SelfplayJob,
  goal: GamesGoal,
  heard: (played: PlayedGame) => void = () => {},
  preparing: (openings: number) => void = () => {},
): Promise<Manifest> {
  const players = opponent === null ? [weights] : [weights, opponent];
  const settings = { ...run.settings };
  const { parameters = {} } = settings;
  const seats = players.map((player) => ({ kind: 'weights', weights: player, parameters }) as const);
  const dataset = new GrowingDataset(goal.folder, { ...run, settings }, settings.gamesPerShard, goal.note);
  try {
    const openings = new Openings(game, run.size, settings, weights);
    if (goal.games !== Infinity) dataset.forgetUnless(() => openings.provide(goal.games, preparing));
    await withoutLiars(() =>
      playMissing(
        dataset,
        { ...run, seats },
        goal,
        (index) => openings.at(index),
        (played) => {
          dataset.writeFull(goal.games);
          heard(played);
        },
      ),
    );
    dataset.keepBeginnings(goal.games);
    return dataset.manifest;
  } finally {
    dataset.close();
  }
}

/** Self-play as a person sees it: progress, Ctrl-C, a summary; for so many milliseconds at most. Returns the exit code. */
export async function runSelfplay(
  game: Game,
  job: SelfplayJob,
  terminal: Terminal,
  { milliseconds, ...goal }: Omit<GamesGoal, 'shouldStop' | 'note'> & { milliseconds: number },
): Promise<number> {
  const begin = performance.now();
  const stop = stopAfterGames(terminal);
  const shouldStop = () => stop.requested || performance.now() - begin >= milliseconds;
  const tally = new Tally();
  const total = goal.games === Infinity ? undefined : Math.ceil(goal.games / (goal.share?.of ?? 1));
  const progress = startProgress(total, 'games', terminal);
  let manifest;
  try {
    const heard = (played: PlayedGame) => {
      tally.add(played);
      const rate = Math.round((tally.positions * 1000) / (performance.now() - begin));
      progress.update(tally.games, `${tally.positions} positions, ${rate}/s, ${tally.results(game)}`);
    };
    manifest = await selfplay(
      game,
      job,
      { ...goal, shouldStop, note: (line) => terminal.note(line) },
      heard,
      (openings) => progress.update(0, `(${openings} openings found)`),
    );
  } finally {
    stop.forget();
    progress.end();
  }
  const by =
    goal.fleet === undefined ? `${goal.workers} workers` : `the workers at ${goal.fleet.address.name}`;
  for (const line of summary(manifest, game, tally, performance.now() - begin, by)) terminal.out(line);
  if (!stop.requested) return 0;
  terminal.note('stopped; the same command resumes from here');
  return INTERRUPTED;
}

/** What has been played now. */
class Tally {
  games = 0;
  positions = 0;
  searchMilliseconds = 0;
  workMilliseconds = 0;
  private readonly wins = [0, 0];
  private readonly ends: Record<string, number> = {};

  add({ plies, searchMilliseconds, milliseconds, winner, end }: PlayedGame): void {
    this.games++;
    this.positions += plies;
    this.searchMilliseconds += searchMilliseconds;
    this.workMilliseconds += milliseconds;
    if (winner !== -1) this.wins[winner]++;
    this.ends[end] = (this.ends[end] ?? 0) + 1;
  }

  results({ players }: Game): string {
    const [first, second] = this.wins;
    return `${players[0]} ${first}, ${players[1]} ${second}, drawn ${this.games - first - second}`;
  }

  endings(): string {
    return Object.entries(this.ends)
      .map((ending) => ending.join(' '))
      .join(', ');
  }
}

function summary(manifest: Manifest, game: Game, tally: Tally, milliseconds: number, by: string): string[] {
  const { games, positions, shards } = manifest;
  const bytes = shards.reduce((sum, shard) => sum + shard.bytes, 0) / Math.max(positions, 1);
  const has = `the dataset has ${games} games, ${positions} positions in ${shards.length} shards, ${bytes.toFixed(1)} bytes a position`;
  if (tally.games === 0) return [has, 'no game was played'];
  const rate = (tally.positions * 1000) / milliseconds;
  const searching = (100 * tally.searchMilliseconds) / tally.workMilliseconds;
  return [
    has,
    `played ${tally.games} games in ${duration(milliseconds)}: ${tally.results(game)}; ${tally.endings()}`,
    `${rate.toFixed(0)} positions a second with ${by}, ${searching.toFixed(1)} % of their time searching, ` +
      `${(tally.positions / tally.games).toFixed(1)} plies a game`,
  ];
}
