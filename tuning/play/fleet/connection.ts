import { setTimeout as wait } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { Failure } from '../../process/failure.ts';
import type { QueueAddress } from './address.ts';
import { queuePackages } from './queue-packages.ts';
import { keys } from './redis-keys.ts';
import { AWAY, LOADS, reasonOf, REFUSES, troubleOf } from './trouble.ts';
import { Troubles } from './waiting.ts';

// How long a queue that does not answer is tried at the start; later it is waited for without end.
const START_MILLISECONDS = 4000;
const RETRY_MILLISECONDS = 300;

/** A way to a queue, and what is known to be wrong there. */
export interface QueueConnection {
  client: Redis;
  troubles: Troubles;
}

/** Connects to a queue; throws a Failure that says in a line why not. From then on a lost connection is made again. */
export async function connect(address: QueueAddress, note: (line: string) => void): Promise<QueueConnection> {
  const packages = await queuePackages();
  const troubles = new Troubles(address.name, note);
  await knock(packages.Redis, address, troubles);
  const client = new packages.Redis({
    ...address.options(),
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(RETRY_MILLISECONDS * times, 2000),
  });
  client.on('error', (error) => {
    // All else shows as a lost connection.
    if (troubleOf(error) === REFUSES) troubles.tell(REFUSES);
  });
  client.on('close', () => troubles.tell(AWAY));
  client.on('ready', () => troubles.settle(AWAY, REFUSES, LOADS));
  return { client, troubles };
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

/** Tries until Redis answers or the time of the start is over; one that loads its data will answer. */
async function knock(RedisClient: typeof Redis, address: QueueAddress, troubles: Troubles): Promise<void> {
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
      await client.exists(keys.runs);
      return;
    } catch (error) {
      const cause = last ?? (error as Error);
      const { reason, isFinal } = reasonOf(cause);
      const isLoading = troubleOf(cause) === LOADS;
      if (isLoading) troubles.tell(LOADS);
      if (isFinal || (!isLoading && performance.now() + RETRY_MILLISECONDS > deadline)) {
        // Without its cause, as all errors of Redis: what it holds is not ours to show.
        // oxlint-disable-next-line preserve-caught-error
        throw new Failure(`the queue at ${address.name} cannot be used: ${reason}`);
      }
    } finally {
      client.disconnect();
    }
    await wait(RETRY_MILLISECONDS);
  }
}
