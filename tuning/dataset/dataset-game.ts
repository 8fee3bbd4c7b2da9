import type { Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import { neededGame } from '../store/needed-game.ts';
import type { Manifest } from './manifest.ts';

export function gameOf(manifest: Manifest): Game {
  const game = neededGame(manifest.game, 'the dataset is of');
  if (game.sizes.includes(manifest.size)) return game;
  throw new InputError(
    `the dataset is of ${game.name} ${manifest.size}; expected a size of ${game.sizes.join(', ')}`,
  );
}
