import type { Game } from '../game.ts';
import type { PlayerParameters, PlayerWeights } from './player-program.ts';
import { filedParameters as ownParameters, parametersCalled } from '../node/filed-parameters.ts';
import { loadFiledWeights } from '../node/weights-folder.ts';

/** The weights of a player program that lies in this package. */
export function filedWeights(game: Game): PlayerWeights {
  return {
    sizes: game.sizes,
    own: (size) => loadFiledWeights(game, size),
    named: (size, name) => loadFiledWeights(game, size, name),
  };
}

/** Its search parameters likewise. */
export function filedParameters(game: Game): PlayerParameters {
  return { own: () => ownParameters(game), named: (name) => parametersCalled(game, name, '--parameters') };
}
