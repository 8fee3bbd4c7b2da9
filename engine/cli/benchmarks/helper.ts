// The file that helper threads of the benchmarks run.
import { workerData } from 'node:worker_threads';
import { games } from '../../games/index.ts';
import { help } from '../../node/helper-threads.ts';

help(games.find(({ name }) => name === (workerData as { game: string }).game)!);
