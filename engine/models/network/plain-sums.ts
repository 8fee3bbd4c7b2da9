import type { Side } from '../../position.ts';
import { type Network, oneOf } from './network.ts';
import { CHANGE_WORDS, STEP_HEADING, type Sums, type SumsRoom } from './sums.ts';

// Module constants that are exported are not folded into the code.
const HEADING = STEP_HEADING;
const WORDS = CHANGE_WORDS;

/** Sums in JavaScript. */
export class PlainSums implements Sums {
  readonly computing = 'javascript';
  readonly steps: Int32Array;
  readonly biases: number;
  readonly nothing: number;
  private readonly hidden: number;
  private readonly squared: boolean;
  private readonly one: number;
  private readonly shift: number;
  private readonly inputWeights: Int16Array;
  private readonly outputWeights: Int32Array;
  private readonly outputBiases: Int32Array;
  /** By part, the sum of the weights of its inputs. */
  private readonly vectors: Int32Array;
  /** By slot, the sums of side 0 and of side 1. */
  private readonly sums: Int32Array;

  constructor(network: Network, { slots, parts, words }: SumsRoom) {
    const { hidden, hiddenBiases } = network;
    this.steps = new Int32Array(words);
    this.biases = slots;
    this.nothing = parts;
    this.hidden = hidden;
    this.squared = network.activation === 'squared';
    this.one = oneOf(network);
    this.shift = network.fractionBits;
    this.inputWeights = network.inputWeights;
    this.outputWeights = Int32Array.from(network.outputWeights);
    this.outputBiases = network.outputBiases;
    this.vectors = new Int32Array((parts + 1) * hidden);
    this.sums = new Int32Array((slots + 1) * 2 * hidden);
    for (const side of [0, 1]) this.sums.set(hiddenBiases, (2 * slots + side) * hidden);
  }

  learn(part: number, active: Int32Array, count: number): void {
    const { hidden, vectors, inputWeights } = this;
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < hidden; j++) vectors[part * hidden + j] += inputWeights[active[i] * hidden + j];
    }
  }

  run(end: number, slot: number, turn: Side, bucket: number): number {
    for (let at = 0; at < end;) at = this.step(at);
    const hidden = this.hidden;
    const own = (2 * slot + turn) * hidden;
    const enemy = (2 * slot + (turn ^ 1)) * hidden;
    const bias = this.outputBiases[bucket];
    const first = 2 * bucket * hidden;
    if (this.squared) {
      return (bias + this.squaredSum(own, first) + this.squaredSum(enemy, first + hidden)) | 0;
    }
    return (bias + this.clippedSum(own, first) + this.clippedSum(enemy, first + hidden)) | 0;
  }

  of(slot: number, side: Side): Int32Array {
    const at = (2 * slot + side) * this.hidden;
    return this.sums.slice(at, at + this.hidden);
  }

  /** Makes the step that begins at an index and returns where it ends. */
  private step(at: number): number {
    const steps = this.steps;
    const hidden = this.hidden;
    const target = 2 * steps[at] * hidden;
    const source = 2 * steps[at + 1] * hidden;
    const first = at + HEADING;
    const end = first + WORDS * steps[at + 2];
    let i = first;
    if (end === first) this.sums.copyWithin(target, source, source + 2 * hidden);
    else if (end === first + WORDS) {
      this.replace(source, target, steps[i], steps[i + 1]);
      this.replace(source + hidden, target + hidden, steps[i + 2], steps[i + 3]);
      return end;
    } else {
      this.replaceTwo(source, target, steps[i], steps[i + 1], steps[i + 4], steps[i + 5]);
      this.replaceTwo(
        source + hidden,
        target + hidden,
        steps[i + 2],
        steps[i + 3],
        steps[i + 6],
        steps[i + 7],
      );
      i += 2 * WORDS;
    }
    for (; i < end; i += WORDS) {
      this.replace(target, target, steps[i], steps[i + 1]);
      this.replace(target + hidden, target + hidden, steps[i + 2], steps[i + 3]);
    }
    return end;
  }

  /** Makes one side's sums from others, less one part and plus another. */
  private replace(source: number, target: number, gone: number, come: number): void {
    const sums = this.sums;
    const vectors = this.vectors;
    const hidden = this.hidden;
    const less = gone * hidden;
    const more = come * hidden;
    for (let i = 0; i < hidden; i++) {
      sums[target + i] = sums[source + i] - vectors[less + i] + vectors[more + i];
    }
  }

  /** The same with two parts for two others, in one pass. */
  private replaceTwo(
    source: number,
    target: number,
    gone1: number,
    come1: number,
    gone2: number,
    come2: number,
  ): void {
    const sums = this.sums;
    const vectors = this.vectors;
    const hidden = this.hidden;
    const less1 = gone1 * hidden;
    const more1 = come1 * hidden;
    const less2 = gone2 * hidden;
    const more2 = come2 * hidden;
    for (let i = 0; i < hidden; i++) {
      sums[target + i] =
        sums[source + i] - vectors[less1 + i] + vectors[more1 + i] - vectors[less2 + i] + vectors[more2 + i];
    }
  }

  // The sign of a number, shifted down over all of its bits, cuts it off without a branch that nobody can predict.
  private clippedSum(first: number, firstWeight: number): number {
    const sums = this.sums;
    const weights = this.outputWeights;
    const hidden = this.hidden;
    const one = this.one | 0;
    let sum = 0;
    for (let i = 0; i < hidden; i++) {
      const above = sums[first + i] - one;
      const value = (above & (above >> 31)) + one;
      sum = (sum + Math.imul(value & ~(value >> 31), weights[firstWeight + i])) | 0;
    }
    return sum;
  }

  private squaredSum(first: number, firstWeight: number): number {
    const sums = this.sums;
    const weights = this.outputWeights;
    const hidden = this.hidden;
    const one = this.one | 0;
    const shift = this.shift | 0;
    let sum = 0;
    for (let i = 0; i < hidden; i++) {
      const above = sums[first + i] - one;
      const value = (above & (above >> 31)) + one;
      const clipped = value & ~(value >> 31);
      sum = (sum + Math.imul(Math.imul(clipped, clipped) >> shift, weights[firstWeight + i])) | 0;
    }
    return sum;
  }
}
