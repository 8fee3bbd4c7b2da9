import type { Choice, LegalMove, PlayerRequest, Reply, SearchLimit } from './browser-messages.ts';

/** What a page needs of a worker of the web. */
export interface PageWorker {
  addEventListener(type: 'message', listen: (event: { data: Reply }) => void): void;
  addEventListener(type: 'error', listen: (event: { message?: string }) => void): void;
  postMessage(request: PlayerRequest): void;
  terminate(): void;
}

export type Question = Pick<PlayerRequest, 'size' | 'player' | 'board' | 'moves'>;

export interface BrowserPlayer {
  /** Searches; `onBetter` hears of every better move on the way. With nodes or depth the result is the same every time. */
  chooseMove(question: Question & SearchLimit, onBetter?: (better: Choice) => void): Promise<Choice>;
  /** Every legal move of a position; none where it is decided. */
  legalMoves(question: Question): Promise<LegalMove[]>;
  /** Ends the worker at once; what was asked and not answered is rejected. */
  close(): void;
}

interface Waiting {
  resolve: (value: never) => void;
  reject: (error: Error) => void;
  onBetter?: (better: Choice) => void;
}

/** A player in a worker, as promises. */
export function connect(worker: PageWorker): BrowserPlayer {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let ended: Error | undefined;

  const end = (reason: string) => {
    ended ??= new Error(reason);
    for (const question of waiting.values()) question.reject(ended);
    waiting.clear();
    worker.terminate();
  };
  worker.addEventListener('error', ({ message }) =>
    end(`the worker failed: ${message ?? 'it could not be loaded'}`),
  );
  worker.addEventListener('message', ({ data: reply }) => {
    const question = waiting.get(reply.id);
    if (question === undefined) return;
    if ('better' in reply) return question.onBetter?.(reply.better);
    waiting.delete(reply.id);
    if ('error' in reply) question.reject(new Error(reply.error));
    else question.resolve(('moves' in reply ? reply.moves : reply.choice) as never);
  });

  const ask = <Answer>(request: Omit<PlayerRequest, 'id'>, onBetter?: (better: Choice) => void) =>
    new Promise<Answer>((resolve, reject) => {
      if (ended !== undefined) return reject(ended);
      lastId++;
      waiting.set(lastId, { resolve, reject, onBetter });
      worker.postMessage({ ...request, id: lastId });
    });
  return {
    chooseMove: (question, onBetter) => ask({ ...question, ask: 'choice' }, onBetter),
    legalMoves: (question) => ask({ ...question, ask: 'moves' }),
    close: () => end('the player was closed'),
  };
}
