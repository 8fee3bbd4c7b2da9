import type { Redis } from 'ioredis';

/** What a worker gives to each of its trades. */
export interface TradePlace {
  client: Redis;
  version: string;
  /** The worker's name at the queue. */
  name: string;
  /** Threads that it may use. */
  concurrency: number;
  /** Does work at the queue, and again while that is away. */
  atQueue: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /** Hears of games that were played. */
  played: (games: number) => void;
  /** Ends the worker. */
  failed: (error: Error) => void;
  note: (line: string) => void;
}

/** One kind of job that a worker does. */
export interface Trade {
  /** The first part of the name of its queue. */
  queue: string;
  /** Jobs at a time. */
  concurrency: number;
  /** What is done with a job, as a line says that it is not. */
  done: string;
  /** Does a job and sends what comes of it; throws an InputError at what is none, and a Failure where this worker cannot. */
  work: (data: unknown) => Promise<void>;
  close: () => Promise<void>;
}

export type OpenTrade = (place: TradePlace) => Trade;
