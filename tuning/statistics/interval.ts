import { normalQuantile } from './normal.ts';

const DEVIATIONS_95 = normalQuantile(0.975);

/** A number that was measured, with its 95 % interval. */
export interface Measured {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** The share of so many hits, with Wilson's interval, which is right for shares near 0 and 1 too. */
export function shareOf(hits: number, total: number): Measured {
  const square = DEVIATIONS_95 ** 2;
  const value = hits / total;
  const centre = (hits + square / 2) / (total + square);
  const margin = (DEVIATIONS_95 * Math.sqrt(total * value * (1 - value) + square / 4)) / (total + square);
  return { value, low: Math.max(0, centre - margin), high: Math.min(1, centre + margin) };
}

/** The mean of independent numbers, at least two, with its normal interval. */
export function meanOf(numbers: readonly number[]): Measured {
  const value = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const squares = numbers.reduce((sum, number) => sum + (number - value) ** 2, 0);
  const margin = DEVIATIONS_95 * Math.sqrt(squares / (numbers.length - 1) / numbers.length);
  return { value, low: value - margin, high: value + margin };
}
