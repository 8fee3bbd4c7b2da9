import type { Terminal } from '../../engine/node/terminal.ts';
import { InputError } from '../../engine/input-error.ts';
import { QueueAddress } from '../play/fleet/address.ts';
import type { FleetChoice } from '../play/fleet/coordinator.ts';
import type { Participant } from '../play/participants.ts';

/** The option of commands that can play on a queue. */
export const queueOption = [
  '--queue <URL>',
  'plays on the workers of a queue, redis://HOST:PORT or rediss://; env takes the URL from EVALSMITH_QUEUE, which keeps a password out of sight',
] as const;

export function parseQueue(text: string | undefined, terminal: Terminal): FleetChoice | undefined {
  if (text === undefined) return undefined;
  return { address: QueueAddress.parse('--queue', text), note: (line) => terminal.note(line) };
}

/** Refuses what no queue plays: it shall not make a machine run a program or another build, and no two machines have the same seconds. */
export function refusePrograms(
  participants: readonly Participant[],
  limits?: { seconds: number | null },
): void {
  for (const { kind } of participants) {
    if (kind === 'command') throw new InputError('--queue plays no cmd:PROGRAM; expected weights or random');
    if (kind === 'build') throw new InputError('--queue plays no build:DIR; expected weights or random');
  }
  if (typeof limits?.seconds === 'number')
    throw new InputError('--queue plays by --nodes alone, as no two machines have the same seconds');
}
