import type { SearchLimit } from './browser-messages.ts';
import type { Question } from './browser-player.ts';
import { workerScope } from './thread-worker.ts';

/** A module's text that gives Node the Worker of browsers. Workers get what browsers give them, and nothing of Node's own. */
export const WEB_WORKER_SHIM = `
  import { Worker as Thread } from 'node:worker_threads';
  const scope = ${workerScope.toString()};
  globalThis.Worker = class {
    constructor(url) {
      const before = "for (const name of ['process', 'Buffer', 'require', 'module', 'global']) delete globalThis[name];";
      this.thread = new Thread(scope(url.href, before), { eval: true, execArgv: [] });
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
  return `${WEB_WORKER_SHIM}\n${moduleTestProgram(`./${module}`, question)}`;
}

/** The same of any module that Node can import as it is. */
export function moduleTestProgram(module: string, question: Question & SearchLimit): string {
  return `
    const { createPlayer } = await import(${JSON.stringify(module)});
    const player = createPlayer();
    const { move, score, nodes } = await player.chooseMove(${JSON.stringify(question)});
    console.log(move, score, nodes);
    player.close();`;
}
