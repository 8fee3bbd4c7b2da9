// One of the threads of kernel-threads.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { type KernelShare, serveTurns } from './kernel-threads.ts';

serveTurns(workerData as KernelShare, () => parentPort!.postMessage('ready'));
