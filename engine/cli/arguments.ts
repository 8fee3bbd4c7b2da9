import type { Game } from '../game.ts';
import { games } from '../games/index.ts';
import { InputError } from '../input-error.ts';
import type { Position, Side } from '../position.ts';

/** What a person typed, for a message: on one line, and not too much of it. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}

export function parseGame(text: string): Game {
  const game = games.find(({ name }) => name === text);
  if (game === undefined) {
    throw new InputError(
      `GAME is ${quoted(text)}; expected one of ${games.map(({ name }) => name).join(', ')}`,
    );
  }
  return game;
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

/** The position that the arguments GAME N PLAYER BOARD name. */
export function parsePosition(
  gameName: string,
  size: string,
  player: string,
  board: string,
): { game: Game; position: Position } {
  const game = parseGame(gameName);
  const boardSize = parseSize(game, size);
  return { game, position: game.parseBoard(boardSize, parsePlayer(game, player), board) };
}
