import { spawn, spawnSync } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';
import { join } from 'node:path';
import type { Game } from '../../game.ts';
import { winnerOf } from '../../position.ts';
import { playRandomly, seededBelow } from '../../testing.ts';
import { answerMove } from '../../text/answer.ts';
import { median } from './perft-benchmark.ts';

export const KILLS = 300;
const SECONDS = [0.25, 0.5, 1];

/** How punctuality is measured: so many calls of each game, with so many threads, beside so many busy processes. */
export interface PunctualityOptions {
  calls: number;
  load: number;
  threads: number;
}
const PLAYERS = join(import.meta.dirname, '..', '..', '..', 'player');

/** A call of a game's player on a random position. */
function randomCall(game: Game, seed: number, seconds: number, size = game.usualSize) {
  let position = playRandomly(game, size, seed, seed % 50);
  for (let other = seed; winnerOf(position) !== -1; other += 1000)
    position = playRandomly(game, size, other, other % 20);
  const args = [
    join(PLAYERS, `${game.name}.cjs`),
    String(size),
    game.players[position.turn],
    game.formatBoard(position),
    String(seconds),
  ];
  return {
    args,
    isLegal: (output: string) =>
      output.endsWith('\n') && answerMove(game, position, output.trimEnd().split('\n').at(-1)!) !== undefined,
  };
}

/** How a run of Node ends: its output so far and when it exited; killed after some milliseconds if told so. */
export function runNode(
  args: readonly string[],
  killAfter?: number,
): Promise<{ output: string; milliseconds: number }> {
  return new Promise((resolve) => {
    // A child has the priority of the thread that starts it, so ours is raised only afterwards.
    const begin = performance.now();
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'], env: environment() });
    prioritise(OWN_PRIORITY);
    let output = '';
    let milliseconds = 0;
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('exit', () => (milliseconds = performance.now() - begin));
    child.on('close', () => {
      prioritise(PRIORITY);
      resolve({ output, milliseconds });
    });
    if (killAfter !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfter);
  });
}

// That of the players and the busy processes; ours stands before it, lest we see late that a player has ended and blame the player.
const PRIORITY = getPriority();
const OWN_PRIORITY = Math.max(-20, PRIORITY - 10);

/** Keeps a core busy until the benchmark is gone, however that ends. */
const BUSY = 'const of = process.ppid; while (process.ppid === of) for (let i = 0; i < 1e8; i++);';

/** Whether this process may set its priority; going back from a raised one is always allowed. */
function prioritise(priority: number): boolean {
  try {
    setPriority(priority);
    return true;
  } catch {
    return false;
  }
}

// Reading extra certificates costs every start of Node some 45 ms where they are set.
function environment(): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS: _, ...rest } = process.env;
  return rest;
}

/** Calls on boards of every size beside busy processes: is any still running at its limit? */
export async function benchmarkPunctuality(
  game: Game,
  { calls, load, threads }: PunctualityOptions,
): Promise<string> {
  const busy = Array.from({ length: load }, () => spawn(process.execPath, ['-e', BUSY], { stdio: 'ignore' }));
  try {
    const [usual, worst] = await emptyNode();
    const shares = SECONDS.map((): number[] => []);
    let illegal = 0;
    for (let i = 0; i < calls; i++) {
      const at = i % SECONDS.length;
      const size = game.sizes[Math.floor(i / SECONDS.length) % game.sizes.length];
      const call = randomCall(game, i, SECONDS[at], size);
      const { output, milliseconds } = await runNode([...call.args, '--threads', String(threads)]);
      shares[at].push(milliseconds / (1000 * SECONDS[at]));
      if (!call.isLegal(output)) illegal++;
    }
    const results = SECONDS.map((seconds, at) => punctualityText(seconds, shares[at]));
    const watched = prioritise(OWN_PRIORITY) ? '' : ', watched without priority: some may be late only to us';
    return [
      `${game.name}: ${illegal} of ${calls} without a legal last line (node -e 0 took ${usual} ms, at worst ${worst}${watched})`,
      ...results,
    ].join('\n    ');
  } finally {
    for (const child of busy) child.kill('SIGKILL');
  }
}

function punctualityText(seconds: number, shares: readonly number[]): string {
  const late = shares.filter((share) => share > 1).length;
  const worst = Math.round(1000 * seconds * (Math.max(...shares) - 1));
  const lateness = worst > 0 ? `worst ${worst} ms late` : `worst ${-worst} ms early`;
  return `${late} of ${shares.length} late at ${seconds} s; ${lateness}; median ${Math.round(100 * median(shares))} % of the time used`;
}

/** Calls killed at random instants: is the last line always complete and legal? */
export async function benchmarkKills(game: Game): Promise<string> {
  const below = seededBelow(1);
  let illegal = 0;
  for (let i = 0; i < KILLS; i++) {
    const call = randomCall(game, i, 1);
    const { output } = await runNode(call.args, 150 + below(850));
    if (!call.isLegal(output)) illegal++;
  }
  return `${game.name}: ${illegal} without a complete legal last line`;
}

/** What Node itself takes to start and end: the median and the worst of thirty. */
async function emptyNode(): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < 30; i++) times.push(Math.round((await runNode(['-e', '0'])).milliseconds));
  return [median(times), Math.max(...times)];
}

/** The time to the first line against that of an empty Node, both in turn, median of twenty. */
export async function benchmarkStart(game: Game): Promise<string> {
  const empty: number[] = [];
  const first: number[] = [];
  for (let i = 0; i < 20; i++) {
    const begin = performance.now();
    spawnSync(process.execPath, ['-e', '0'], { env: environment() });
    empty.push(performance.now() - begin);
    first.push(await millisecondsToFirstLine(randomCall(game, 1, 1).args));
  }
  const ratio = median(first) / median(empty);
  return `${game.name}: ${median(first).toFixed(0)} ms against ${median(empty).toFixed(0)} ms, ${ratio.toFixed(2)}x`;
}

function millisecondsToFirstLine(args: string[]): Promise<number> {
  return new Promise((resolve) => {
    const begin = performance.now();
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'], env: environment() });
    child.stdout.once('data', () => {
      const milliseconds = performance.now() - begin;
      child.once('exit', () => resolve(milliseconds));
      child.kill('SIGKILL');
    });
  });
}
