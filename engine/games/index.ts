import type { Game } from '../game.ts';
import { betsy } from './betsy/game.ts';
import { conga } from './conga/game.ts';
import { raichu } from './raichu/game.ts';

/** Every game there is; a new one is added here. */
export const games: readonly Game[] = [betsy, raichu, conga];

export function gameNamed(name: string): Game | undefined {
  return games.find((game) => game.name === name);
}
