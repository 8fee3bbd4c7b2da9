import { Worker } from 'node:worker_threads';
import type { PlayerRequest, Reply } from './browser-messages.ts';
import type { PageWorker } from './browser-player.ts';

/** What a thread of Node runs to be a worker of the web, before the worker's own module is imported from `url`. */
export const workerScope = (url: string, before = ''): string => `
  const { parentPort } = require('node:worker_threads');
  globalThis.self = globalThis;
  globalThis.postMessage = (message) => parentPort.postMessage(message);
  const heard = [];
  globalThis.addEventListener = (type, listen) => type === 'message' && heard.push(listen);
  const listen = () => parentPort.on('message', (data) => heard.forEach((hear) => hear({ data })));
  ${before}
  import(${JSON.stringify(url)}).then(listen);`;

/** The worker of browsers in a thread of Node, which ends with the program once nothing is asked. */
export function threadWorker(url: URL): PageWorker {
  const thread = new Worker(workerScope(url.href), { eval: true, execArgv: [] });
  return {
    addEventListener(type: 'message' | 'error', listen: (event: never) => void) {
      if (type === 'message') thread.on('message', (data: Reply) => listen({ data } as never));
      else thread.on('error', ({ message }) => listen({ message } as never));
    },
    postMessage: (request: PlayerRequest) => thread.postMessage(request),
    terminate: () => void thread.terminate(),
  };
}
