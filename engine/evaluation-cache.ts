import type { Evaluator } from './evaluator.ts';
import type { Position } from './position.ts';

const ENTRIES = 1 << 17;

/** An evaluator that remembers what it said: lines that meet again and deeper searches ask for the same positions. */
export class CachedEvaluator<P extends Position> implements Evaluator<P> {
  private readonly evaluator: Evaluator<P>;
  // For each entry the high half of the key, then the upper half of its low half with the score.
  private readonly words = new Int32Array(2 * ENTRIES);

  constructor(evaluator: Evaluator<P>) {
    this.evaluator = evaluator;
  }

  evaluate(position: P): number {
    const words = this.words;
    const { keyLow, keyHigh } = position.state;
    const at = (keyLow & (ENTRIES - 1)) << 1;
    const known = words[at + 1];
    if (words[at] === keyHigh && ((known ^ keyLow) & ~0xffff) === 0) return (known << 16) >> 16;
    const score = this.evaluator.evaluate(position);
    words[at] = keyHigh;
    words[at + 1] = (keyLow & ~0xffff) | (score & 0xffff);
    return score;
  }
}
