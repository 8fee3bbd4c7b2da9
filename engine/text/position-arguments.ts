import type { Game } from '../game.ts';
import { gameCalled, games } from '../games/index.ts';
import { InputError } from '../input-error.ts';
import type { Position } from '../position.ts';
import { parsePlayer, parseSize, quoted } from './arguments.ts';

// Apart from the other arguments, so that a player that knows one game need not carry them all.

export function parseGame(text: string): Game {
  const game = gameCalled(text);
  if (game !== undefined) return game;
  throw new InputError(
    `GAME is ${quoted(text)}; expected one of ${games.map(({ name }) => name).join(', ')}, or the path or package of another game`,
  );
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
