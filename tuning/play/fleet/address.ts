import type { RedisOptions } from 'ioredis';
import { InputError } from '../../../engine/input-error.ts';

/** Where the queue's URL stands so that neither `ps` nor a shell's history shows it. */
export const QUEUE_VARIABLE = 'EVALSMITH_QUEUE';

const FORM = 'redis://[NAME:PASSWORD@]HOST[:PORT][/DATABASE], or rediss:// for TLS';

/** Where a queue is. What it takes to be let in is kept out of sight: only `name` is for people. */
export class QueueAddress {
  /** HOST:PORT. */
  readonly name: string;
  readonly #options: RedisOptions;

  private constructor(name: string, options: RedisOptions) {
    this.name = name;
    this.#options = options;
  }

  /** Reads an option's value: a URL, or `env` for the one in EVALSMITH_QUEUE. No message repeats what may hold a password. */
  static parse(
    option: string,
    text: string,
    environment: Readonly<Record<string, string | undefined>> = process.env,
  ): QueueAddress {
    if (text !== 'env') return fromUrl(option, text, (...parts) => new QueueAddress(...parts));
    const inEnvironment = environment[QUEUE_VARIABLE];
    if (inEnvironment === undefined || inEnvironment === '')
      throw new InputError(`${option} is env and ${QUEUE_VARIABLE} is not set; expected ${FORM}`);
    return fromUrl(QUEUE_VARIABLE, inEnvironment, (...parts) => new QueueAddress(...parts));
  }

  get options(): RedisOptions {
    return { ...this.#options };
  }
}

function fromUrl(
  source: string,
  text: string,
  make: (name: string, options: RedisOptions) => QueueAddress,
): QueueAddress {
  const refuse = (reason: string): never => {
    throw new InputError(`${source} ${reason}; expected ${FORM}`);
  };
  const url = URL.canParse(text)
    ? new URL(text)
    : refuse('is no URL (it is not shown, as it may hold a password)');
  if (url.protocol !== 'redis:' && url.protocol !== 'rediss:')
    refuse('does not begin with redis:// or rediss:// (it is not shown, as it may hold a password)');
  if (url.hostname === '') refuse('names no host');
  if (url.search !== '' || url.hash !== '')
    refuse('has a ? or # in it, which in a password is written %3F or %23');
  const database = url.pathname.replace(/^\//, '');
  if (!/^\d{0,4}$/.test(database)) refuse('has no number for its database');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = url.port === '' ? 6379 : Number(url.port);
  return make(`${url.hostname}:${port}`, {
    host,
    port,
    db: Number(database),
    ...(url.username === '' ? {} : { username: decoded(url.username, refuse) }),
    ...(url.password === '' ? {} : { password: decoded(url.password, refuse) }),
    ...(url.protocol === 'rediss:' ? { tls: {} } : {}),
  });
}

function decoded(text: string, refuse: (reason: string) => never): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return refuse('has a % in its name or password that is not followed by two hexadecimal digits');
  }
}
