import type { Redis } from 'ioredis';
import { Failure } from '../../process/failure.ts';

const LOOK_MILLISECONDS = 1000;
const AWAY_MILLISECONDS = 10_000;

/** Waits for work at a queue without end while that is away, but not where the work shall stop. */
export async function whileThere<Value>(
  client: Redis,
  shouldStop: () => boolean,
  work: Promise<Value>,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_, reject) => {
    let awaySince: number | undefined;
    timer = setInterval(() => {
      if (client.status === 'ready') awaySince = undefined;
      else awaySince ??= performance.now();
      if (awaySince === undefined || performance.now() - awaySince < AWAY_MILLISECONDS) return;
      if (shouldStop())
        reject(new Failure('the queue is away and the run shall stop; the same command resumes from here'));
    }, LOOK_MILLISECONDS);
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearInterval(timer);
  }
}
