import type { Terminal } from '../../engine/node/terminal.ts';
import type { Game } from '../../engine/game.ts';
import type { Manifest } from '../dataset/manifest.ts';
import { INTERRUPTED, stopOnInterrupt } from '../process/interrupt.ts';
import { duration, startProgress } from '../process/progress.ts';
import { selfplay, type SelfplayGoal } from './selfplay-run.ts';
import type { SelfplayJob } from './selfplay-settings.ts';
import type { GameAnswer } from './selfplay-worker.ts';

interface Session extends Pick<SelfplayGoal, 'folder' | 'games' | 'workers' | 'fleet' | 'share'> {
  /** How long to play. */
  milliseconds: number;
}

/** Self-play as a person sees it: progress, Ctrl-C, a summary. Returns the exit code. */
export async function runSelfplay(
  game: Game,
  job: SelfplayJob,
  terminal: Terminal,
  session: Session,
): Promise<number> {
  const begin = performance.now();
  const stop = stopOnInterrupt(() =>
    terminal.note('stopping when the games under way are done; Ctrl-C again drops them'),
  );
  const tally = new Tally(game);
  const total = session.games === Infinity ? undefined : Math.ceil(session.games / session.share.of);
  const progress = startProgress(total, 'games', terminal);
  let manifest;
  try {
    manifest = await selfplay(game, job, {
      ...session,
      shouldStop: () => stop.requested || performance.now() - begin >= session.milliseconds,
      preparing: (openings) => progress.update(0, `(${openings} openings found)`),
      heard(answer) {
        tally.add(answer);
        progress.update(tally.games, tally.soFar(performance.now() - begin));
      },
    });
  } finally {
    stop.forget();
    progress.end();
  }
  for (const line of summary(manifest, tally, performance.now() - begin, session)) terminal.out(line);
  if (!stop.requested) return 0;
  terminal.note('stopped; the same command goes on from here');
  return INTERRUPTED;
}

/** What this session has made. */
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

  add(answer: GameAnswer): void {
    this.games++;
    this.positions += answer.plies;
    this.searchMilliseconds += answer.searchMilliseconds;
    this.workMilliseconds += answer.milliseconds;
    if (answer.winner !== -1) this.wins[answer.winner]++;
    this.ends.set(answer.end, (this.ends.get(answer.end) ?? 0) + 1);
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
  { fleet, workers }: Session,
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
