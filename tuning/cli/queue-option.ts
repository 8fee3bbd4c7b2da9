import type { Terminal } from '../../engine/node/terminal.ts';
import { InputError } from '../../engine/input-error.ts';
import type { FitFleetChoice } from '../fit/fleet/fit-desk.ts';
import { parseAddress } from '../play/fleet/address.ts';
import type { FleetChoice } from '../play/fleet/coordinator.ts';

/** The queue that a person named, if any. */
export function parseQueue(
  { queue, audit = 0 }: { queue: string | null; audit?: number },
  terminal: Terminal,
): FleetChoice | undefined {
  if (queue === null) return undefined;
  return { address: parseAddress('--queue', queue), audit, note: (line) => terminal.note(line) };
}

/** Where games are played and fits are made, if not here. */
interface Fleets {
  fleet?: FleetChoice;
  fitFleet?: FitFleetChoice;
}

/** The queue that a person named, and the folder through which datasets come to its workers. */
export function parseFleets(
  { store, ...queue }: Parameters<typeof parseQueue>[0] & { store: string | null },
  terminal: Terminal,
): Fleets {
  const fleet = parseQueue(queue, terminal);
  if (store === null) return { fleet };
  if (fleet === undefined) throw new InputError('--store is given without --queue; expected both');
  return { fleet, fitFleet: { fleet, depot: store } };
}
