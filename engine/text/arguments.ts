import type { Game } from '../game.ts';
import { InputError } from '../input-error.ts';
import type { Side } from '../position.ts';

/** What a person typed, for a message: on one line, and not too much of it. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}

export function parseSize(game: Game, text: string): number {
  const size = game.sizes.find((known) => String(known) === text);
  if (size === undefined) {
    throw new InputError(`N is ${quoted(text)}; ${game.name} is played with N of ${game.sizes.join(', ')}`);
  }
  return size;
}

export function parsePlayer(game: Game, text: string): Side {
  const side = game.players.indexOf(text);
  if (side === -1) {
    throw new InputError(
      `PLAYER is ${quoted(text)}; the players of ${game.name} are ${game.players.join(' and ')}`,
    );
  }
  return side as Side;
}

/** Reads a whole number of an argument or option and refuses one out of its range. */
export function parseWhole(name: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < least || number > most) {
    throw new InputError(`${name} is ${quoted(text)}; expected a whole number from ${least} to ${most}`);
  }
  return number;
}
