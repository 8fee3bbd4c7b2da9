import type { Game } from '../game.ts';
import type { Position } from '../position.ts';
import { type Contribution, contributionsOf, type Weights } from '../weights.ts';

// Pure, so that a web page explains a position as `analyze` does.

export type { Contribution };

/** What each term adds to the score of a position, for a side that may not be the one to move there; none where the score is not their sum. */
export function contributions(
  game: Game,
  position: Position,
  weights: Weights,
  sign: number,
): Contribution[] {
  return contributionsOf(weights, game, position).map(({ feature, value, weight, contribution }) => ({
    feature,
    value: sign * value + 0,
    weight,
    contribution: sign * contribution + 0,
  }));
}

/** The terms of several positions side by side, each once, in the order in which they are met; undefined where one has it not. */
export function besideOneAnother(
  lists: readonly (readonly Contribution[])[],
): { feature: string; weight: number; each: (Contribution | undefined)[] }[] {
  const byName = lists.map((list) => new Map(list.map((one) => [one.feature, one])));
  const first = new Map(lists.toReversed().flatMap((list) => list.map((one) => [one.feature, one] as const)));
  const order = new Set(lists.flatMap((list) => list.map(({ feature }) => feature)));
  return [...order].map((feature) => ({
    feature,
    weight: first.get(feature)!.weight,
    each: byName.map((terms) => terms.get(feature)),
  }));
}
