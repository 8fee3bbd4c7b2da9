import type { Terminal } from '../../engine/node/terminal.ts';
import { parseAddress } from '../play/fleet/address.ts';
import type { FleetChoice } from '../play/fleet/coordinator.ts';

/** The queue that a person named, if any. */
export function parseQueue(text: string | null, terminal: Terminal): FleetChoice | undefined {
  if (text === null) return undefined;
  return { address: parseAddress('--queue', text), note: (line) => terminal.note(line) };
}
