import type { DrawClasses } from '../draw-classes.ts';
import type { Evaluator } from '../evaluator.ts';
import type { Game } from '../game.ts';
import type { Position } from '../position.ts';
import { DECISIVE } from '../score.ts';
import { type Draws, isObject, refuse, shown } from './model.ts';

/** The factor of a class that keeps its score. */
export const FACTOR_ONE = 64;

/** No factor is larger. */
export const FACTOR_MOST = 4 * FACTOR_ONE;

// Beyond `won` a point counts as one of so many.
const BEYOND = 8;

const KEYS = ['classes', 'factors', 'won'];

/** Refuses what is no such part, or of other classes than the game has. */
export function checkDraws(draws: unknown, game: Game): void {
  if (!isObject(draws)) return refuse(`its draws are ${shown(draws)}; expected an object`);
  const { drawClasses } = game;
  if (drawClasses === undefined) return refuse(`it has draws, and ${game.name} has no classes of draws`);
  const strange = Object.keys(draws).find((key) => !KEYS.includes(key));
  if (strange !== undefined) refuse(`its draws have the key ${shown(strange)}; expected ${KEYS.join(', ')}`);
  const { classes, factors, won } = draws;
  if (classes !== drawClasses.id)
    refuse(`its draws are of the classes ${shown(classes)}; this program has ${shown(drawClasses.id)}`);
  if (!isObject(factors)) return refuse(`the factors of its draws are ${shown(factors)}; expected an object`);
  for (const [name, factor] of Object.entries(factors)) {
    if (!drawClasses.names.includes(name))
      refuse(`it has a factor for ${shown(name)}, which is no class of ${game.name}`);
    if (!isWhole(factor, FACTOR_MOST))
      refuse(
        `its factor for ${shown(name)} is ${shown(factor)}; expected a whole number up to ${FACTOR_MOST}`,
      );
  }
  if (won !== undefined && !(isWhole(won, DECISIVE) && won > 0))
    refuse(`its draws are won at ${shown(won)}; expected a whole number from 1 to ${DECISIVE}`);
}

function isWhole(value: unknown, most: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most;
}

/** Scales what another evaluator says by the class of the position. */
export class DrawEvaluator<P extends Position> implements Evaluator<P> {
  readonly scale: number;
  private readonly judge: Evaluator<P>;
  private readonly classes: DrawClasses<P>;
  /** In FACTOR_ONE parts. */
  private readonly factors: Int32Array;
  readonly won?: number;
  private readonly most: number;

  constructor(judge: Evaluator<P>, classes: DrawClasses<P>, draws: Draws) {
    this.scale = judge.scale;
    this.judge = judge;
    this.classes = classes;
    this.factors = factorsOf(classes, draws);
    if (draws.won !== undefined) this.won = draws.won;
    this.most = draws.won ?? DECISIVE;
  }

  evaluate(position: P): number {
    const factor = this.factors[this.classes.of(position)];
    if (factor === 0) return 0;
    const { most } = this;
    // A whole number below 2^53 before it is divided, and rounded towards 0: the same for both players.
    const score = ((this.judge.evaluate(position) * factor) / FACTOR_ONE) | 0;
    if (score > most) return Math.min(most + (((score - most) / BEYOND) | 0), DECISIVE);
    if (score < -most) return Math.max((((score + most) / BEYOND) | 0) - most, -DECISIVE);
    return score;
  }
}

/** The factor of each class, in FACTOR_ONE parts. */
export function factorsOf({ names }: Pick<DrawClasses, 'names'>, { factors }: Draws): Int32Array {
  return Int32Array.from(names, (name) => (Object.hasOwn(factors, name) ? factors[name] : FACTOR_ONE));
}

/** The class of a position and what share of its score counts, where the weights have factors. */
export function drawShare(
  draws: Draws | undefined,
  { drawClasses }: Game,
  position: Position,
): { class: string; share: number } | undefined {
  if (draws === undefined || drawClasses === undefined) return undefined;
  const index = drawClasses.of(position);
  return { class: drawClasses.names[index], share: factorsOf(drawClasses, draws)[index] / FACTOR_ONE };
}
