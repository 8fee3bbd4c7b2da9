import type { Queue, UnrecoverableError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { Failure } from '../../process/failure.ts';

interface QueuePackages {
  Redis: typeof Redis;
  Queue: typeof Queue;
  Worker: typeof Worker;
  UnrecoverableError: typeof UnrecoverableError;
}

let loaded: QueuePackages | undefined;

/** Loads the packages of the queue, which an install may have left out. */
export async function queuePackages(): Promise<QueuePackages> {
  // Where it is set, ioredis prints every command that it sends, the one with the password too.
  delete process.env.DEBUG;
  try {
    const { Queue, Worker, UnrecoverableError } = await import('bullmq');
    const { Redis } = await import('ioredis');
    return (loaded ??= { Redis: discreet(Redis), Queue, Worker, UnrecoverableError });
  } catch {
    throw new Failure('a queue needs the packages bullmq and ioredis; npm install bullmq ioredis adds them');
  }
}

/** A client whose errors do not hold what was sent: after a lost connection each of them may be that of the password. */
function discreet(Client: typeof Redis): typeof Redis {
  return class DiscreetRedis extends Client {
    override handleReconnection(...[error, item]: Parameters<Redis['handleReconnection']>): void {
      delete (error as { command?: unknown }).command;
      // A server that does not know a command repeats what came with it.
      error.message = error.message.replace(/,? with args.*/s, '');
      error.stack = `${error.name}: ${error.message}`;
      super.handleReconnection(error, item);
    }

    override duplicate(override?: Parameters<Redis['duplicate']>[0]): never {
      return new DiscreetRedis({ ...this.options, ...override } as never) as never;
    }
  };
}
