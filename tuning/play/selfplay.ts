import type { Terminal } from '../../engine/node/terminal.ts';
import type { Game } from '../../engine/game.ts';
import { GrowingDataset } from '../dataset/growing-dataset.ts';
import type { Manifest } from '../dataset/manifest.ts';
import { INTERRUPTED, stopOnInterrupt } from '../process/interrupt.ts';
import { duration, startProgress } from '../process/progress.ts';
import { type GamesGoal, playMissing } from './numbered-games.ts';
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
  const seats = [weights, ...(opponent === null ? [] : [opponent])].map(
    (played) => ({ kind: 'weights', weights: played }) as const,
  );
  const settings = { ...run.settings };
  const dataset = new GrowingDataset(goal.folder, { ...run, settings }, settings.gamesPerShard);
  try {
    const openings = new Openings(game, run.size, settings, weights);
    if (goal.games !== Infinity) openings.provide(goal.games, preparing);
    const openingOf = (index: number) => openings.at(index);
    await playMissing(dataset, { ...run, seats }, goal, openingOf, (played) => {
      dataset.writeFull(goal.games);
      heard(played);
    });
    dataset.keepBeginnings(goal.games);
    return dataset.manifest;
  } finally {
    dataset.close();
  }
}

interface TimedGoal extends Omit<GamesGoal, 'shouldStop'> {
  /** How long to play. */
  milliseconds: number;
}

/** Self-play as a person sees it: progress, Ctrl-C, a summary. Returns the exit code. */
export async function runSelfplay(
  game: Game,
  job: SelfplayJob,
  terminal: Terminal,
  { milliseconds, ...goal }: TimedGoal,
): Promise<number> {
  const begin = performance.now();
  const stop = stopOnInterrupt(() =>
    terminal.note('stopping when the games under way are done; Ctrl-C again drops them'),
  );
  const shouldStop = () => stop.requested || performance.now() - begin >= milliseconds;
  const tally = new Tally(game);
  const total = goal.games === Infinity ? undefined : Math.ceil(goal.games / (goal.share?.of ?? 1));
  const progress = startProgress(total, 'games', terminal);
  let manifest;
  try {
    const heard = (played: PlayedGame) => {
      tally.add(played);
      progress.update(tally.games, tally.soFar(performance.now() - begin));
    };
    manifest = await selfplay(game, job, { ...goal, shouldStop }, heard, (openings) =>
      progress.update(0, `(${openings} openings found)`),
    );
  } finally {
    stop.forget();
    progress.end();
  }
  for (const line of summary(manifest, tally, performance.now() - begin, goal)) terminal.out(line);
  if (!stop.requested) return 0;
  terminal.note('stopped; the same command goes on from here');
  return INTERRUPTED;
}

/** What has been played now. */
class Tally {
  games = 0;
  positions = 0;
  searchMilliseconds = 0;
  workMilliseconds = 0;
  private readonly players: readonly string[];
  private readonly wins = [0, 0];
  private readonly ends = new Map<string, number>();

  constructor(game: Game) {
    this.players = game.players;
  }

  add(played: PlayedGame): void {
    this.games++;
    this.positions += played.plies;
    this.searchMilliseconds += played.searchMilliseconds;
    this.workMilliseconds += played.milliseconds;
    if (played.winner !== -1) this.wins[played.winner]++;
    this.ends.set(played.end, (this.ends.get(played.end) ?? 0) + 1);
  }

  soFar(milliseconds: number): string {
    const rate = Math.round((this.positions * 1000) / milliseconds);
    return `${this.positions} positions, ${rate}/s, ${this.results()}`;
  }

  results(): string {
    const draws = this.games - this.wins[0] - this.wins[1];
    return `${this.players[0]} ${this.wins[0]}, ${this.players[1]} ${this.wins[1]}, drawn ${draws}`;
  }

  endings(): string {
    return Array.from(this.ends, ([end, count]) => `${end} ${count}`).join(', ');
  }
}

function summary(
  manifest: Manifest,
  tally: Tally,
  milliseconds: number,
  { fleet, workers }: Pick<GamesGoal, 'fleet' | 'workers'>,
): string[] {
  const bytes = manifest.shards.reduce((sum, shard) => sum + shard.bytes, 0);
  const has = `${manifest.games} games, ${manifest.positions} positions in ${manifest.shards.length} shards`;
  const lines = [
    `the dataset has ${has}, ${(bytes / Math.max(manifest.positions, 1)).toFixed(1)} bytes a position`,
  ];
  if (tally.games === 0) return [...lines, 'nothing was left to play'];
  const rate = (tally.positions * 1000) / milliseconds;
  const searching = (100 * tally.searchMilliseconds) / tally.workMilliseconds;
  lines.push(
    `played ${tally.games} games in ${duration(milliseconds)}: ${tally.results()}; ${tally.endings()}`,
    `${rate.toFixed(0)} positions a second with ${fleet === undefined ? `${workers} workers` : `the workers at ${fleet.address.name}`}, ${searching.toFixed(1)} % of their time searching, ` +
      `${(tally.positions / tally.games).toFixed(1)} plies a game`,
  );
  return lines;
}
