import type { SearchLimit } from './browser-messages.ts';
import type { Question } from './browser-player.ts';

/** A module's text that gives Node the Worker of browsers. Workers get what browsers give them, and nothing of Node's own. */
export const WEB_WORKER_SHIM = `
  import { Worker as Thread } from 'node:worker_threads';
  globalThis.Worker = class {
    constructor(url) {
      this.thread = new Thread(
        \`const { parentPort } = require('node:worker_threads');
         globalThis.self = globalThis;
         globalThis.postMessage = (message) => parentPort.postMessage(message);
         const heard = [];
         globalThis.addEventListener = (type, listen) => type === 'message' && heard.push(listen);
         const listen = () => parentPort.on('message', (data) => heard.forEach((hear) => hear({ data })));
         for (const name of ['process', 'Buffer', 'require', 'module', 'global']) delete globalThis[name];
         import(\${JSON.stringify(url.href)}).then(listen);\`,
        { eval: true, execArgv: [] },
      );
    }
    addEventListener(type, listen) {
      this.thread.on(type, (given) => listen(type === 'message' ? { data: given } : { message: given.message }));
    }
    postMessage(message) { this.thread.postMessage(message); }
    terminate() { this.thread.terminate(); }
  };
`;

/** A program that asks a browser module in its folder for a move and prints the move, its score and the nodes searched. */
export function browserTestProgram(module: string, question: Question & SearchLimit): string {
  return `${WEB_WORKER_SHIM}
    const { createPlayer } = await import(${JSON.stringify(`./${module}`)});
    const player = createPlayer();
    const { move, score, nodes } = await player.chooseMove(${JSON.stringify(question)});
    console.log(move, score, nodes);
    player.close();`;
}
