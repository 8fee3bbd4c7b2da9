import type { Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import type { Cone, ConeBounds, SolvableBoards } from '../../engine/numbering.ts';
import type { Position } from '../../engine/position.ts';
import { Oracle, type ValueSource } from './oracle.ts';

/** A position of which more can come is too early to be solved by itself; each takes a byte. */
export const MOST_CONE_POSITIONS = 300_000_000;

type SolveCone = NonNullable<SolvableBoards['solveCone']>;

/** The values of the last position that was solved, and of all that can come of it. */
class LastCone implements ValueSource {
  readonly distances = 'end';
  cone: Cone | undefined;

  valueOf(position: Position) {
    return this.cone?.valueOf(position);
  }
}

/** Exact values that are found when they are asked for: it knows what can come of the position that it has solved last. */
export class ConeOracle extends Oracle {
  private readonly last: LastCone;
  private readonly solveCone: SolveCone;

  constructor(game: Game, size: number, solveCone: SolveCone) {
    const last = new LastCone();
    super(game, size, last);
    this.last = last;
    this.solveCone = solveCone;
  }

  /** Solves an undecided position; returns why not, for people, where it takes more than the bounds. */
  solve(position: Position, bounds: ConeBounds): string | undefined {
    if (this.knows(position)) return undefined;
    // There may not be room for two.
    this.last.cone = undefined;
    const found = this.solveCone(position, bounds);
    if (typeof found === 'string') return found;
    this.last.cone = found;
    return undefined;
  }
}

/** Solves positions of a game by themselves; throws an InputError where there is no way to. */
export function coneOracle(game: Game, size: number, solvable: SolvableBoards | undefined): ConeOracle {
  if (solvable?.solveCone === undefined)
    throw new InputError(
      `positions of ${game.name} are not solved by themselves; expected --oracle DIR, a folder of exact values`,
    );
  return new ConeOracle(game, size, solvable.solveCone);
}
