import type { Game } from '../../engine/game.ts';
import { gameNamed, games } from '../../engine/games/index.ts';
import { InputError } from '../../engine/input-error.ts';
import { quoted } from '../../engine/text/arguments.ts';

/** The game that a file is of; `what` begins the sentence that refuses one that is not known here: the dataset is of. */
export function neededGame(name: string, what: string): Game {
  const game = gameNamed(name);
  if (game !== undefined) return game;
  const known = games.map((other) => other.name).join(', ');
  throw new InputError(
    `${what} ${quoted(name)}; expected one of ${known}, one that evalsmith.json lists or that is installed, or --game with its module`,
  );
}
