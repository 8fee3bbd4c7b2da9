import type { RedisOptions } from 'ioredis';
import { InputError } from '../../../engine/input-error.ts';
import { QUEUE_VARIABLE } from '../../process/child-environment.ts';

const FORM = 'redis://[NAME:PASSWORD@]HOST[:PORT][/DATABASE], or rediss:// for TLS';

/** Where a queue is. */
export interface QueueAddress {
  /** HOST:PORT, for people. */
  readonly name: string;
  /** What it takes to be let in; a function, so that no address that is printed shows a password. */
  readonly options: () => RedisOptions;
}

/**
 * Reads an option's value: a URL without a password, which a command line would show to every user of the machine, or `env`
 * for the one in EVALSMITH_QUEUE. No message repeats what may hold a password.
 */
export function parseAddress(option: string, text: string): QueueAddress {
  if (text !== 'env') {
    const address = fromUrl(option, text);
    if (address.options().password === undefined) return address;
    throw new InputError(
      `${option} holds a password, which ps and the shell's history show; expected env and the URL in ${QUEUE_VARIABLE}`,
    );
  }
  const inEnvironment = process.env[QUEUE_VARIABLE];
  if (inEnvironment === undefined || inEnvironment === '')
    throw new InputError(`${option} is env and ${QUEUE_VARIABLE} is not set; expected ${FORM}`);
  return fromUrl(QUEUE_VARIABLE, inEnvironment);
}

function fromUrl(source: string, text: string): QueueAddress {
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
  const options = {
    host,
    port,
    db: Number(database),
    ...(url.username === '' ? {} : { username: decoded(url.username, refuse) }),
    ...(url.password === '' ? {} : { password: decoded(url.password, refuse) }),
    ...(url.protocol === 'rediss:' ? { tls: {} } : {}),
  };
  return { name: `${url.hostname}:${port}`, options: () => ({ ...options }) };
}

function decoded(text: string, refuse: (reason: string) => never): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return refuse('has a % in its name or password that is not followed by two hexadecimal digits');
  }
}
