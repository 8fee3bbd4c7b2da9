import { isMainThread, Worker, workerData } from 'node:worker_threads';
import type { Game } from '../game.ts';
import type { SearchParameters } from '../parameters.ts';
import type { Side } from '../position.ts';
import { Search } from '../search.ts';
import { Table } from '../table.ts';
import { evaluatorOf, type Weights } from '../weights.ts';

// Helper threads search the same position into the same table and histories, a depth ahead and every other one through the
// root's moves from the last on, so that the main search finds much of its work done. They are never asked for a result.

interface HelperTask {
  size: number;
  turn: Side;
  board: string;
  weights: Weights;
  parameters: SearchParameters;
  memory: SharedArrayBuffer;
  histories: SharedArrayBuffer;
}

interface HelperData extends HelperTask {
  /** Not 0 when the helpers are to end. */
  stopped: Int32Array;
  /** Which of the helpers it is, from 0. */
  index: number;
}

export interface Helpers {
  readonly threads: readonly Worker[];
  /** Lets every helper end by itself, at once: a process that exits waits for its threads. */
  stop(): void;
}

/** Starts helper threads that run `file`, which calls `help` when it is not the main thread. */
export function startHelpers(file: string | URL, count: number, task: HelperTask): Helpers {
  const stopped = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const threads = Array.from({ length: count }, (_, index) => {
    const data: HelperData = { ...task, stopped, index };
    const worker = new Worker(file, { workerData: data, stderr: true });
    // One that ends early is missed, and no more.
    worker.on('error', () => {});
    worker.unref();
    return worker;
  });
  return { threads, stop: () => void Atomics.store(stopped, 0, 1) };
}

/** In a helper thread: searches until it is stopped. In the main thread: does nothing and returns false. */
export function help(game: Game): boolean {
  if (isMainThread) return false;
  const { size, turn, board, weights, parameters, memory, histories, stopped, index } =
    workerData as HelperData;
  const stop = () => Atomics.load(stopped, 0) !== 0;
  if (stop()) return true;
  const position = game.parseBoard(size, turn, board);
  const search = new Search(position, evaluatorOf(weights, game), new Table(memory), {
    quietCap: game.quietCap,
    parameters,
    histories,
  });
  search.deepen({ firstDepth: 2 + (index >> 1), fromLast: index % 2 === 0, stop });
  return true;
}
