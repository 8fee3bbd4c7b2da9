import type { SearchParameters } from './parameters.ts';
import type { Position } from './position.ts';
import { DECISIVE } from './score.ts';

const KEY_BITS = 14;
const DEEPEST = 16;

/** By how much searches have found positions of one structure better or worse than they were judged. */
export class Correction {
  // The mean error in points, by side to move and structure.
  private readonly errors = new Float64Array(2 << KEY_BITS);
  private readonly share: number;
  private readonly rate: number;
  private readonly most: number;

  constructor(scale: number, parameters: SearchParameters) {
    this.share = parameters.correctionShare;
    this.rate = parameters.correctionRate;
    this.most = scale;
  }

  forget(): void {
    this.errors.fill(0);
  }

  /** A static score without the mean error. */
  corrected(position: Position, score: number): number {
    const better = Math.round(score + this.share * this.errors[slotOf(position)]);
    return Math.max(Math.min(better, DECISIVE), -DECISIVE);
  }

  /** Remembers the error of a static score. */
  learn(position: Position, error: number, depth: number): void {
    const slot = slotOf(position);
    const told = Math.max(Math.min(error, this.most), -this.most);
    this.errors[slot] += Math.min(depth, DEEPEST) * this.rate * (told - this.errors[slot]);
  }
}

function slotOf(position: Position): number {
  return (position.turn << KEY_BITS) | (position.structure() >>> (32 - KEY_BITS));
}
