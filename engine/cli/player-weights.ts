import type { Game } from '../game.ts';
import type { PlayerWeights } from './player-program.ts';
import { loadWeights } from '../node/weights-folder.ts';

/** The weights of a player program that lies in this package. */
export function filedWeights(game: Game): PlayerWeights {
  return {
    sizes: game.sizes,
    own: (size) => loadWeights(game, size),
    named: (size, name) => loadWeights(game, size, name),
  };
}
