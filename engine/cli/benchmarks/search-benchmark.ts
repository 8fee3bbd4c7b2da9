import { benchPositions } from '../../bench.ts';
import type { Game } from '../../game.ts';
import { HISTORY_BYTES } from '../../move-ordering.ts';
import { defaultParameters } from '../../parameters.ts';
import { Player } from '../../player.ts';
import type { Position } from '../../position.ts';
import { Table } from '../../table.ts';
import { evaluatorOf } from '../../weights.ts';
import { startHelpers } from '../../node/helper-threads.ts';
import { loadWeights } from '../../node/named-weights.ts';
import { secondsFromNow } from '../../text/limits.ts';
import { buildNative, nativeRate } from './native.ts';
import { DEPTHS as NATIVE_DEPTHS, median } from './perft-benchmark.ts';

const DEPTHS = [8, 10, 12];
// Deep enough that the seconds in which a new thread still compiles its code count for little.
const THREADS_DEPTH: Readonly<Record<string, number>> = { betsy: 18, raichu: 15, conga: 16 };
const SIZES: Readonly<Record<string, readonly number[]>> = {
  betsy: [3, 4, 5, 6, 7, 10],
  raichu: [8, 10, 12],
  conga: [3, 4],
};

function handPlayer(game: Game, size: number, table?: Table, histories?: SharedArrayBuffer): Player {
  const evaluator = evaluatorOf(loadWeights(game, size, 'baseline:hand'), game);
  return new Player(game, evaluator, table, defaultParameters, histories);
}

/** Nodes per second of the search with the hand-made weights, as a share of what native perft makes in the same minute. */
export function benchmarkSearchSpeed(game: Game): string {
  const native = buildNative();
  const size = game.usualSize;
  const rates: number[] = [];
  const ratios: number[] = [];
  for (let round = 0; round < 5; round++) {
    const begin = performance.now();
    const { nodes } = handPlayer(game, size).choose(game.start(size), secondsFromNow(1));
    rates.push((nodes * 1000) / (performance.now() - begin));
    if (native) ratios.push(rates[round] / nativeRate(native, game.name, size, NATIVE_DEPTHS[game.name]));
  }
  const ratio = native ? `, ${median(ratios).toFixed(3)}x native perft` : '';
  return `${game.name} ${size}: ${(median(rates) / 1e6).toFixed(2)} Mn/s${ratio}`;
}

/** Seconds to reach a depth, from the start and over ten midgame positions. */
export function benchmarkTimeToDepth(game: Game): string {
  const size = game.usualSize;
  const [start, ...midgame] = benchPositions(game, size);
  const cells = DEPTHS.map((depth) => {
    const fromStart = secondsToDepth(game, start, depth);
    const sum = midgame.reduce((total, position) => total + secondsToDepth(game, position, depth), 0);
    return `${fromStart.toFixed(2)} and ${sum.toFixed(2)}`;
  });
  return `${game.name} ${size}, start and the sum of ten midgames: ${cells.join('; ')}`;
}

function secondsToDepth(game: Game, position: Position, depth: number): number {
  const player = handPlayer(game, position.size);
  const begin = performance.now();
  player.choose(position, { depth });
  return (performance.now() - begin) / 1000;
}

/** How much sooner a depth is reached with a second thread, over the midgame positions together. */
export async function benchmarkThreads(game: Game): Promise<string> {
  const size = game.usualSize;
  const depth = THREADS_DEPTH[game.name];
  let alone = 0;
  let together = 0;
  for (const position of benchPositions(game, size).slice(1)) {
    alone += await secondsWithThreads(game, position, depth, 1);
    together += await secondsWithThreads(game, position, depth, 2);
  }
  const speedUp = (alone / together).toFixed(2);
  return `${game.name} ${size} depth ${depth}: ${speedUp}x (${alone.toFixed(1)} s alone, ${together.toFixed(1)} s with two)`;
}

async function secondsWithThreads(
  game: Game,
  position: Position,
  depth: number,
  threads: number,
): Promise<number> {
  const memory = new SharedArrayBuffer(64 << 20);
  const histories = new SharedArrayBuffer(HISTORY_BYTES);
  const weights = loadWeights(game, position.size, 'baseline:hand');
  const player = handPlayer(game, position.size, new Table(memory), histories);
  const file = new URL('./helper.js', import.meta.url);
  const data = {
    game: game.name,
    size: position.size,
    turn: position.turn,
    board: game.formatBoard(position),
    weights,
    parameters: defaultParameters,
    memory,
    histories,
  };
  const helpers = startHelpers(file, threads - 1, data).threads;
  for (const helper of helpers) helper.ref();
  await Promise.all(helpers.map((helper) => new Promise((resolve) => helper.once('online', resolve))));
  const begin = performance.now();
  player.choose(position, { depth });
  const seconds = (performance.now() - begin) / 1000;
  await Promise.all(helpers.map((helper) => helper.terminate()));
  return seconds;
}

/** The depth finished in one second from the start, by size. */
export function benchmarkDepth(game: Game): string {
  const depths = SIZES[game.name].map((size) => {
    const { depth } = handPlayer(game, size).choose(game.start(size), secondsFromNow(1));
    return `${size}: ${depth}`;
  });
  return `${game.name} ${depths.join(', ')}`;
}
