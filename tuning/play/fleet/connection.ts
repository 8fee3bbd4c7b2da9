import { setTimeout as wait } from 'node:timers/promises';
import type { Queue, UnrecoverableError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { Failure } from '../../process/failure.ts';
import type { QueueAddress } from './address.ts';

// How long a queue that does not answer is tried at the start; later it is waited for without end.
const START_MILLISECONDS = 4000;
const RETRY_MILLISECONDS = 300;

/** Loads the packages of the queue, which an install may have left out. */
export async function queuePackages(): Promise<{
  Redis: typeof Redis;
  Queue: typeof Queue;
  Worker: typeof Worker;
  UnrecoverableError: typeof UnrecoverableError;
}> {
  try {
    const { Queue, Worker, UnrecoverableError } = await import('bullmq');
    const { Redis } = await import('ioredis');
    return { Redis, Queue, Worker, UnrecoverableError };
  } catch {
    throw new Failure('a queue needs the packages bullmq and ioredis; npm install bullmq ioredis adds them');
  }
}

/** Connects to a queue; throws a Failure that says in a line why not. From then on a lost connection is made again. */
export async function connect(address: QueueAddress, note: (line: string) => void): Promise<Redis> {
  const packages = await queuePackages();
  await knock(packages.Redis, address);
  const client = new packages.Redis({
    ...address.options(),
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(RETRY_MILLISECONDS * times, 2000),
  });
  let isAway = false;
  client.on('error', () => {
    // What is wrong shows as a lost connection; an error of Redis may hold the password among its arguments.
  });
  client.on('close', () => {
    if (!isAway) note(`the queue at ${address.name} is away; it is waited for`);
    isAway = true;
  });
  client.on('ready', () => {
    if (isAway) note(`the queue at ${address.name} is back`);
    isAway = false;
  });
  return client;
}

/** Closes a connection, with a note of its loss no more. */
export function disconnect(client: Redis): void {
  client.removeAllListeners('close');
  client.disconnect();
}

/** A second connection for commands that wait. */
export function waitingConnection(client: Redis): Redis {
  const other = client.duplicate();
  other.on('error', () => {
    // The first connection tells.
  });
  return other;
}

/** The queue of a version's jobs. */
export async function jobQueue(client: Redis, names: { prefix: string; queue: string }): Promise<Queue> {
  const packages = await queuePackages();
  const queue = new packages.Queue(names.queue, {
    connection: client,
    prefix: names.prefix,
    // Nobody listens to them.
    streams: { events: { maxLen: 10 } },
  });
  queue.on('error', () => {
    // As above.
  });
  return queue;
}

/** Tries until Redis answers or the time of the start is over. */
async function knock(RedisClient: typeof Redis, address: QueueAddress): Promise<void> {
  const deadline = performance.now() + START_MILLISECONDS;
  for (;;) {
    let last: Error | undefined;
    const client = new RedisClient({
      ...address.options(),
      lazyConnect: true,
      connectTimeout: START_MILLISECONDS,
      commandTimeout: START_MILLISECONDS,
      enableReadyCheck: false,
      maxRetriesPerRequest: 0,
      retryStrategy: null,
    });
    client.on('error', (error: Error) => (last ??= error));
    try {
      await client.connect();
      await client.ping();
      return;
    } catch (error) {
      const { reason, isFinal } = reasonOf(last ?? (error as Error));
      if (isFinal || performance.now() + RETRY_MILLISECONDS > deadline) {
        // Without its cause: an error of Redis may hold the password among its arguments.
        // oxlint-disable-next-line preserve-caught-error
        throw new Failure(`the queue at ${address.name} cannot be used: ${reason}`);
      }
    } finally {
      client.disconnect();
    }
    await wait(RETRY_MILLISECONDS);
  }
}

/** Why a connection failed, from the kinds of errors that are known, so that nothing secret is repeated. */
function reasonOf(error: Error): { reason: string; isFinal: boolean } {
  const { code } = error as NodeJS.ErrnoException;
  if (/WRONGPASS|NOAUTH|invalid password|NOPERM|without any password/.test(error.message))
    return { reason: 'it refuses the name or password, or asks for one that was not given', isFinal: true };
  if (code !== undefined && /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO/.test(code))
    return {
      reason: `its certificate is not trusted (${code}); NODE_EXTRA_CA_CERTS may name a file of those to trust`,
      isFinal: true,
    };
  if (code !== undefined && /SSL|EPROTO/.test(code))
    return { reason: 'it does not speak TLS there; expected redis:// or another port', isFinal: true };
  const reasons: Record<string, string> = {
    ECONNREFUSED: 'nothing listens there',
    ENOTFOUND: 'there is no such host',
    EAI_AGAIN: 'there is no such host',
    EHOSTUNREACH: 'the host cannot be reached',
    ENETUNREACH: 'the host cannot be reached',
    ETIMEDOUT: 'it does not answer',
  };
  return { reason: reasons[code ?? ''] ?? 'it does not answer as Redis does', isFinal: false };
}
