import type { Game } from '../../engine/game.ts';
import { gameNamed } from '../../engine/games/index.ts';
import { InputError } from '../../engine/input-error.ts';
import type { Manifest } from './manifest.ts';

export function gameOf(manifest: Manifest): Game {
  const game = gameNamed(manifest.game);
  if (game === undefined || !game.sizes.includes(manifest.size)) {
    throw new InputError(
      `the dataset is of ${manifest.game} ${manifest.size}, which this version does not play`,
    );
  }
  return game;
}
