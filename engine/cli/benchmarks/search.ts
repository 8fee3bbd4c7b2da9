import { benchPositions } from '../../bench.ts';
import type { Game } from '../../game.ts';
import { games } from '../../games/index.ts';
import { Player } from '../../player.ts';
import type { Position } from '../../position.ts';
import { Table } from '../../table.ts';
import { evaluatorOf } from '../../weights.ts';
import { startHelpers } from '../helpers.ts';
import { loadWeights } from '../weights-files.ts';
import { nativeRate } from './native.ts';
import { median } from './perft.ts';

const NATIVE_DEPTH: Record<string, number> = { betsy: 9, raichu: 6, conga: 8 };
const DEPTHS = [8, 10, 12];

function handPlayer(game: Game, size: number, table?: Table): Player {
  return new Player(game, evaluatorOf(loadWeights(game, size, 'baseline:hand'), game), table);
}

/** Nodes per second of the search with the hand-made weights, as a share of what native perft makes in the same minute. */
export function benchmarkSearchSpeed(native: string | undefined, out: (line: string) => void): void {
  out('search, one thread, weights hand; a node is one move made; median of five rounds of one second');
  for (const game of games) {
    const size = game.usualSize;
    const rates: number[] = [];
    const ratios: number[] = [];
    for (let round = 0; round < 5; round++) {
      const begin = performance.now();
      const { nodes } = handPlayer(game, size).choose(game.start(size), {
        stop: () => performance.now() > begin + 1000,
      });
      rates.push((nodes * 1000) / (performance.now() - begin));
      if (native) ratios.push(rates[round] / nativeRate(native, game.name, size, NATIVE_DEPTH[game.name]));
    }
    const ratio = native ? `, ${median(ratios).toFixed(3)}x native perft` : '';
    out(`  ${game.name} ${size}: ${(median(rates) / 1e6).toFixed(2)} Mn/s${ratio}`);
  }
}

/** Seconds to reach a depth, from the start and over ten midgame positions. */
export function benchmarkTimeToDepth(out: (line: string) => void): void {
  out('seconds to depth 8, 10, 12, one thread, weights hand');
  for (const game of games) {
    const size = game.usualSize;
    const [start, ...midgame] = benchPositions(game, size);
    const cells = DEPTHS.map((depth) => {
      const fromStart = secondsToDepth(game, start, depth);
      const sum = midgame.reduce((total, position) => total + secondsToDepth(game, position, depth), 0);
      return `${fromStart.toFixed(2)} and ${sum.toFixed(2)}`;
    });
    out(`  ${game.name} ${size}, start and the sum of ten midgames: ${cells.join('; ')}`);
  }
}

function secondsToDepth(game: Game, position: Position, depth: number): number {
  const player = handPlayer(game, position.size);
  const begin = performance.now();
  player.choose(position, { depth });
  return (performance.now() - begin) / 1000;
}

/** How much sooner a depth is reached with a second thread: the median over the midgame positions. */
export async function benchmarkThreads(out: (line: string) => void): Promise<void> {
  out('time to depth with one thread over that with two, median of ten midgame positions');
  for (const [index, depth] of [16, 13, 14].entries()) {
    const game = games[index];
    const size = game.usualSize;
    const ratios: number[] = [];
    for (const position of benchPositions(game, size).slice(1)) {
      const alone = await secondsWithThreads(game, position, depth, 1);
      const together = await secondsWithThreads(game, position, depth, 2);
      if (alone > 0.1) ratios.push(alone / together);
    }
    out(
      `  ${game.name} ${size} depth ${depth}: ${median(ratios).toFixed(2)}x over ${ratios.length} positions above 0.1 s`,
    );
  }
}

async function secondsWithThreads(
  game: Game,
  position: Position,
  depth: number,
  threads: number,
): Promise<number> {
  const memory = new SharedArrayBuffer(64 << 20);
  const weights = loadWeights(game, position.size, 'baseline:hand');
  const player = handPlayer(game, position.size, new Table(memory));
  const file = new URL('./helper.js', import.meta.url);
  const data = {
    game: game.name,
    size: position.size,
    turn: position.turn,
    board: game.formatBoard(position),
    weights,
    memory,
  };
  const helpers = startHelpers(file, threads - 1, data);
  await Promise.all(helpers.map((helper) => new Promise((resolve) => helper.once('online', resolve))));
  const begin = performance.now();
  player.choose(position, { depth });
  const seconds = (performance.now() - begin) / 1000;
  await Promise.all(helpers.map((helper) => helper.terminate()));
  return seconds;
}

/** The depth finished in one second from the start, by game and size. */
export function benchmarkDepth(out: (line: string) => void): void {
  out('depth reached in one second from the start, one thread, weights hand');
  const sizes: Record<string, number[]> = { betsy: [3, 4, 5, 6, 7, 10], raichu: [8, 10, 12], conga: [3, 4] };
  for (const game of games) {
    const depths = sizes[game.name].map((size) => {
      const begin = performance.now();
      const line = handPlayer(game, size).choose(game.start(size), {
        stop: () => performance.now() > begin + 1000,
      });
      return `${size}: ${line.depth}`;
    });
    out(`  ${game.name} ${depths.join(', ')}`);
  }
}
