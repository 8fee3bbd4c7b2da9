import { isMainThread, Worker, workerData } from 'node:worker_threads';
import type { Game } from '../game.ts';
import type { Side } from '../position.ts';
import { Search } from '../search.ts';
import { Table } from '../table.ts';
import { evaluatorOf, type Weights } from '../weights.ts';

// Helper threads search the same position into the same table, a depth ahead, so that the main search finds much of its
// work done. They are never asked for a result and end with the process.

interface HelperData {
  size: number;
  turn: Side;
  board: string;
  weights: Weights;
  memory: SharedArrayBuffer;
}

/** Starts helper threads that run `file`, which calls `help` when it is not the main thread. */
export function startHelpers(file: string | URL, count: number, data: HelperData): Worker[] {
  return Array.from({ length: count }, () => {
    const worker = new Worker(file, { workerData: data, stderr: true });
    // One that ends early is missed, and no more.
    worker.on('error', () => {});
    worker.unref();
    return worker;
  });
}

/** In a helper thread: searches for ever. In the main thread: does nothing and returns false. */
export function help(game: Game): boolean {
  if (isMainThread) return false;
  const { size, turn, board, weights, memory } = workerData as HelperData;
  const position = game.parseBoard(size, turn, board);
  const search = new Search(position, evaluatorOf(weights, game), new Table(memory), game.quietCap);
  search.deepen({ firstDepth: 2 });
  return true;
}
