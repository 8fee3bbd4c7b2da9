import { winProbability } from '../../engine/score.ts';
import type { Value } from '../tables/exact-values.ts';
import { resultOf } from '../tables/oracle.ts';

/** What an evaluation says of a position, for the player whose value it stands beside. */
export interface Judgement {
  score: number;
  probability: number;
}

// A draw may be seen as an advantage, but not as more than three to one.
const FAR_FROM_EVEN = 0.25;

export function judgementOf(score: number, scale: number): Judgement {
  return { score, probability: winProbability(score, scale) };
}

/** Whether an evaluation leans to the wrong side, or takes a draw for nearly won or lost. */
export function errs({ probability }: Judgement, value: Value): boolean {
  const lean = probability - 0.5;
  return value === 0 ? Math.abs(lean) > FAR_FROM_EVEN : lean * value < 0;
}

/** To which side an evaluation leans. */
export function leanText({ probability }: Judgement): string {
  return probability > 0.5 ? 'leans to a win' : 'leans to a loss';
}

/** How far an evaluation is from the true result. */
export function errorOf({ probability }: Judgement, value: Value): number {
  return Math.abs(probability - resultOf(value));
}
