import type { Evaluator } from '../../evaluator.ts';
import type { State } from '../../history.ts';
import { CHANGES_ROOM, type Inputs } from '../../inputs.ts';
import type { Position, Side } from '../../position.ts';
import { DECISIVE } from '../../score.ts';
import { type Network, QA, QB } from './network.ts';

// Accumulators are kept for this many plies, a power of two. Where none of the last states has them, they are made from scratch.
const SLOTS = 256;
const FARTHEST = 64;

// Module constants that are exported are not folded into the code.
const ONE = QA;
const ONE_SHIFT = 10;
const MOST = DECISIVE;

// What a slot has for a key before it is used; no more likely to be a position's than any other number.
const UNUSED = 0x6b43a9b5;

/**
 * A perspective network: for each side, the sums of the first layer over the inputs as that side sees them; from both, the player to
 * move first, one number. The sums are kept by ply and brought up to date only when a position is judged, from the last
 * state on the way there that has them, so the search makes and unmakes moves without knowing of them.
 *
 * Int16 weights of at most 65,535 active inputs cannot overflow an int32 sum; `largestSum` tells whether the output can.
 */
export class NetworkEvaluator<P extends Position> implements Evaluator<P> {
  readonly scale: number;
  private readonly inputs: Inputs<P>;
  private readonly hidden: number;
  private readonly squared: boolean;
  private readonly inputWeights: Int16Array;
  private readonly hiddenBiases: Int16Array;
  private readonly outputWeights: Int32Array;
  private readonly outputBias: number;
  private readonly factor: number;

  // The sum of the weights of each part's inputs, made when the part is first met.
  private readonly vectors: Int32Array;
  private readonly known: Uint8Array;
  // By slot, the hidden units of side 0 and of side 1, and the key of the board that they are of.
  private readonly sums: Int32Array;
  private readonly keysLow: Int32Array;
  private readonly keysHigh: Int32Array;
  private readonly changes = new Int32Array(CHANGES_ROOM);
  private readonly parts: Int32Array;
  private readonly active: Int32Array;

  /** The score is the sum of the output, as a logit, times `scale`. */
  constructor(inputs: Inputs<P>, network: Network, scale: number) {
    const { hidden } = network;
    this.scale = scale;
    this.inputs = inputs;
    this.hidden = hidden;
    this.squared = network.activation === 'squared';
    this.inputWeights = network.inputWeights;
    this.hiddenBiases = network.hiddenBiases;
    this.outputWeights = Int32Array.from(network.outputWeights);
    this.outputBias = network.outputBias;
    this.factor = scale / (QA * QB);
    this.vectors = new Int32Array(inputs.partCount * hidden);
    this.known = new Uint8Array(inputs.partCount);
    this.sums = new Int32Array(SLOTS * 2 * hidden);
    this.keysLow = new Int32Array(SLOTS).fill(UNUSED);
    this.keysHigh = new Int32Array(SLOTS).fill(UNUSED);
    this.parts = new Int32Array(2 * inputs.mostActive);
    this.active = new Int32Array(inputs.mostActive);
  }

  evaluate(position: P): number {
    const state = position.state;
    const slot = state.ply & (SLOTS - 1);
    if (this.keysLow[slot] !== state.keyLow || this.keysHigh[slot] !== state.keyHigh) {
      this.update(position, state);
    }
    const score = this.output(slot, state.turn) * this.factor;
    if (score > MOST) return MOST;
    return score < -MOST ? -MOST : score | 0;
  }

  /** The hidden units of a side before their activation, for tests. */
  accumulator(position: P, side: Side): Int32Array {
    this.evaluate(position);
    const at = (2 * (position.state.ply & (SLOTS - 1)) + side) * this.hidden;
    return this.sums.slice(at, at + this.hidden);
  }

  private output(slot: number, turn: Side): number {
    const hidden = this.hidden;
    const own = (2 * slot + turn) * hidden;
    const enemy = (2 * slot + (turn ^ 1)) * hidden;
    if (this.squared) {
      return (this.outputBias + this.squaredSum(own, 0) + this.squaredSum(enemy, hidden)) | 0;
    }
    return (this.outputBias + this.clippedSum(own, 0) + this.clippedSum(enemy, hidden)) | 0;
  }

  // The sign of a number, shifted down over all of its bits, cuts it off without a branch that nobody can predict.
  private clippedSum(first: number, firstWeight: number): number {
    const sums = this.sums;
    const weights = this.outputWeights;
    const hidden = this.hidden;
    let sum = 0;
    for (let i = 0; i < hidden; i++) {
      const above = sums[first + i] - ONE;
      const value = (above & (above >> 31)) + ONE;
      sum = (sum + Math.imul(value & ~(value >> 31), weights[firstWeight + i])) | 0;
    }
    return sum;
  }

  private squaredSum(first: number, firstWeight: number): number {
    const sums = this.sums;
    const weights = this.outputWeights;
    const hidden = this.hidden;
    let sum = 0;
    for (let i = 0; i < hidden; i++) {
      const above = sums[first + i] - ONE;
      const value = (above & (above >> 31)) + ONE;
      const clipped = value & ~(value >> 31);
      sum = (sum + Math.imul(Math.imul(clipped, clipped) >> ONE_SHIFT, weights[firstWeight + i])) | 0;
    }
    return sum;
  }

  /** Brings the sums of this state up to date, and those of the states between it and the last that has them. */
  private update(position: P, state: State): void {
    let base = state;
    for (let steps = 0; !this.isKept(base); steps++) {
      if (base.ply === 0 || steps === FARTHEST) {
        this.updateFromScratch(position, state, base);
        return;
      }
      base = base.previous;
    }
    while (base !== state) {
      const next = base.next;
      this.step(position, next, base, next);
      base = next;
    }
  }

  private isKept(state: State): boolean {
    const slot = state.ply & (SLOTS - 1);
    return this.keysLow[slot] === state.keyLow && this.keysHigh[slot] === state.keyHigh;
  }

  /** Sums up what the position has now and goes back from there, so that its siblings find what they start from. */
  private updateFromScratch(position: P, state: State, first: State): void {
    const hidden = this.hidden;
    const target = 2 * (state.ply & (SLOTS - 1)) * hidden;
    this.sums.set(this.hiddenBiases, target);
    this.sums.set(this.hiddenBiases, target + hidden);
    const end = this.inputs.partsOf(position, this.parts);
    for (let i = 0; i < end; i++) {
      const vector = this.vectorOf(this.parts[i]);
      const at = target + (i & 1) * hidden;
      for (let j = 0; j < hidden; j++) this.sums[at + j] += this.vectors[vector + j];
    }
    this.keep(state);
    for (let later = state; later !== first; later = later.previous) {
      this.step(position, later, later, later.previous);
    }
  }

  /** Makes the sums of a state from those of its neighbour; `later` is the later one of the two. */
  private step(position: P, later: State, from: State, to: State): void {
    const changes = this.changes;
    const hidden = this.hidden;
    const source = 2 * (from.ply & (SLOTS - 1)) * hidden;
    const target = 2 * (to.ply & (SLOTS - 1)) * hidden;
    const end = later.move === 0 ? 0 : this.inputs.changesBy(position, later, changes);
    // Forwards the part before goes and the part after comes; backwards it is the other way round.
    const gone = to === later ? 0 : 1;
    const come = 1 - gone;
    let i = 0;
    if (end === 0) this.sums.copyWithin(target, source, source + 2 * hidden);
    else if (end === 4) {
      this.replace(source, target, changes[gone], changes[come]);
      this.replace(source + hidden, target + hidden, changes[2 + gone], changes[2 + come]);
      i = 4;
    } else {
      this.replaceTwo(source, target, changes[gone], changes[come], changes[4 + gone], changes[4 + come]);
      this.replaceTwo(
        source + hidden,
        target + hidden,
        changes[2 + gone],
        changes[2 + come],
        changes[6 + gone],
        changes[6 + come],
      );
      i = 8;
    }
    for (; i < end; i += 4) {
      this.replace(target, target, changes[i + gone], changes[i + come]);
      this.replace(target + hidden, target + hidden, changes[i + 2 + gone], changes[i + 2 + come]);
    }
    this.keep(to);
  }

  /** Makes one side's sums from others, less one part and plus another. */
  private replace(source: number, target: number, gone: number, come: number): void {
    const sums = this.sums;
    const vectors = this.vectors;
    const hidden = this.hidden;
    const less = this.vectorOf(gone);
    const more = this.vectorOf(come);
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
    const less1 = this.vectorOf(gone1);
    const more1 = this.vectorOf(come1);
    const less2 = this.vectorOf(gone2);
    const more2 = this.vectorOf(come2);
    for (let i = 0; i < hidden; i++) {
      sums[target + i] =
        sums[source + i] - vectors[less1 + i] + vectors[more1 + i] - vectors[less2 + i] + vectors[more2 + i];
    }
  }

  private keep(state: State): void {
    const slot = state.ply & (SLOTS - 1);
    this.keysLow[slot] = state.keyLow;
    this.keysHigh[slot] = state.keyHigh;
  }

  /** Where the sum of a part's weights stands. */
  private vectorOf(part: number): number {
    if (this.known[part] === 0) this.sumUp(part);
    return part * this.hidden;
  }

  private sumUp(part: number): void {
    const { active, hidden, vectors, inputWeights } = this;
    const end = this.inputs.inputsOf(part, active, 0);
    for (let i = 0; i < end; i++) {
      for (let j = 0; j < hidden; j++) vectors[part * hidden + j] += inputWeights[active[i] * hidden + j];
    }
    this.known[part] = 1;
  }
}
