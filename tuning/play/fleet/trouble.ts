import type { Redis } from 'ioredis';
import { printable } from './messages.ts';
import { kindOfKey, OWN_KEYS } from './redis-keys.ts';

/** What a queue says of itself while it cannot do what it is asked, by the code of its error. */
const TROUBLES: Readonly<Record<string, string>> = {
  OOM: 'has no memory left',
  READONLY: 'is a read-only replica',
  MASTERDOWN: 'is a replica that has lost its master',
  NOREPLICAS: 'has too few replicas',
  MISCONF: 'cannot write to its disk',
  LOADING: 'is loading its data',
  BUSY: 'is busy with a script',
  NOAUTH: 'refuses the name or password',
  WRONGPASS: 'refuses the name or password',
  NOPERM: 'refuses the name or password',
  UNBLOCKED: 'has changed its state',
  WRONGTYPE: 'has a key of the wrong kind',
};
const CODE = new RegExp(`(?:^|[\\s-])(${Object.keys(TROUBLES).join('|')})\\s`);

export const REFUSES = TROUBLES.NOAUTH;
export const LOADS = TROUBLES.LOADING;
export const AWAY = 'is away';

/** What is wrong with a queue that may be well again later; undefined for an error of another kind. */
export function troubleOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { message, previousErrors } = error as Error & { previousErrors?: unknown[] };
  const code = CODE.exec(message)?.[1];
  if (code !== undefined) return TROUBLES[code];
  if (message.startsWith('EXECABORT')) return previousErrors?.map(troubleOf).find(Boolean);
  if (/invalid password|without any password/.test(message)) return REFUSES;
  if (message.includes('max number of clients')) return 'has too many clients';
  // A transaction that was cut off with its connection.
  return /^(Command aborted|Connection is closed)/.test(message) ? AWAY : undefined;
}

/** The same, with the name of a key that something else has written to. */
export async function namedTroubleOf(error: unknown, client: Redis): Promise<string | undefined> {
  const trouble = troubleOf(error);
  if (trouble !== TROUBLES.WRONGTYPE) return trouble;
  try {
    return (await wrongKey(client)) ?? trouble;
  } catch {
    return trouble;
  }
}

/** The first key that is not of the kind that we make it. */
async function wrongKey(client: Redis): Promise<string | undefined> {
  let cursor = '0';
  do {
    const [next, names] = await client.scan(cursor, 'MATCH', OWN_KEYS, 'COUNT', 1000);
    for (const name of names.toSorted()) {
      const expected = kindOfKey(name);
      const kind = expected === undefined ? expected : await client.type(name);
      if (kind !== expected && kind !== 'none')
        return `has a ${kind} at the key ${printable(name)}, expected a ${expected}`;
    }
    cursor = next;
  } while (cursor !== '0');
  return undefined;
}

/** The answers to commands that were sent together; throws the first error among them. */
export async function answersOf(sent: Promise<[Error | null, unknown][] | null>): Promise<unknown[]> {
  const answers = (await sent) ?? [];
  return answers.map(([error, answer]) => {
    if (error !== null) throw error;
    return answer;
  });
}

/** Why a queue cannot be used from the start, from the kinds of errors that are known, so that nothing secret is repeated. */
export function reasonOf(error: Error): { reason: string; isFinal: boolean } {
  const { code } = error as NodeJS.ErrnoException;
  const trouble = troubleOf(error);
  if (trouble === REFUSES)
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
  const known =
    reasons[code ?? ''] ?? (trouble === undefined || trouble === AWAY ? undefined : `it ${trouble}`);
  return { reason: known ?? 'it does not answer as Redis does', isFinal: false };
}
