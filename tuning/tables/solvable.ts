import type { Game } from '../../engine/game.ts';
import { builtIn, games, moduleOf } from '../../engine/games/index.ts';
import { InputError } from '../../engine/input-error.ts';
import type { Scope, Solvable } from '../../engine/numbering.ts';
import { solvableName } from './solvable-name.ts';

/** What of a game can be solved on a board; throws an InputError where that is nothing. */
export function solvableOf(game: Game, size: number, scope: Scope = {}): Solvable {
  const solvable = moduleOf(game).solvable?.open(size, scope);
  if (solvable !== undefined) return solvable;
  const known = (builtIn.includes(game) ? builtIn : games).flatMap((other) => {
    const boards = moduleOf(other).solvable?.boards;
    return boards === undefined ? [] : [`${other.name} ${boards}`];
  });
  throw new InputError(
    `${solvableName({ game: game.name, size, scope })} cannot be solved here; what can is ${known.join('; ')}`,
  );
}
