import type { Move } from '../../engine/position.ts';
import { heuristicIdentity } from './heuristic-identity.ts';
import type { MatchSettings } from './match-settings.ts';
import type { Participant } from './participants.ts';
import type { SelfplaySettings } from './selfplay-settings.ts';

/** What it takes to play any game of a run, on a thread or at the other end of a queue. */
export interface GameJob {
  game: string;
  size: number;
  settings: SelfplaySettings | MatchSettings;
  /** One plays both sides with one memory; two take the first move in turn. */
  seats: readonly Participant[];
  /** The folder of the oracle that ends games. */
  oracle?: string;
}

/** One game of a run. */
export interface GameTask {
  index: number;
  opening: readonly Move[];
}

/** What the settings know the seats by. */
export function seatIdentities(settings: GameJob['settings']): string[] {
  if (settings.by === 'match') return [settings.first, settings.second];
  const hashes = settings.opponent === null ? [settings.weights] : [settings.weights, settings.opponent];
  return hashes.map((hash) => heuristicIdentity(hash, settings.parameters ?? {}));
}
