import type { Evaluator } from '../../evaluator.ts';
import type { State } from '../../history.ts';
import { CHANGES_ROOM, type Inputs } from '../../inputs.ts';
import type { Position, Side } from '../../position.ts';
import { DECISIVE } from '../../score.ts';
import { bucketOf, largestUnit, type Network, oneOf, QB } from './network.ts';
import { PlainSums } from './plain-sums.ts';
import { CHANGE_WORDS, type Computing, STEP_HEADING, type Sums } from './sums.ts';
import { wasmSums } from './wasm-sums.ts';

// Sums are kept for this many plies, a power of two. Where none of the last states has them, they are made from scratch.
const SLOTS = 256;
const FARTHEST = 64;

// Module constants that are exported are not folded into the code.
const MOST = DECISIVE;
const HEADING = STEP_HEADING;
const WORDS = CHANGE_WORDS;

// What a slot has for a key before it is used; no more likely to be a position's than any other number.
const UNUSED = 0x6b43a9b5;

/**
 * A perspective network: for each side, the sums of the first layer over the inputs as that side sees them; from both, the player to
 * move first, one number. The sums are kept by ply and brought up to date only when a position is judged, from the last
 * state on the way there that has them, so the search makes and unmakes moves without knowing of them. Where parts have places, they
 * are made from any other sums, by the places at which the two boards differ.
 *
 * Int16 weights of at most 65,535 active inputs cannot overflow an int32 sum; `largestSum` tells whether the output can.
 */
export class NetworkEvaluator<P extends Position> implements Evaluator<P> {
  readonly scale: number;
  private readonly inputs: Inputs<P>;
  private readonly phase: ((position: P) => number) | undefined;
  private readonly buckets: number;
  private readonly factor: number;
  private readonly sums: Sums;
  private readonly steps: Int32Array;
  /** Whether the sums have learnt a part. */
  private readonly known: Uint8Array;
  // By slot, the key of the board that its sums are of.
  private readonly keysLow: Int32Array;
  private readonly keysHigh: Int32Array;
  private readonly changes = new Int32Array(CHANGES_ROOM);
  private readonly parts: Int32Array;
  private readonly active: Int32Array;
  /** By slot, its parts by place, where parts have places. */
  private readonly placed: Int32Array | undefined;
  /** By slot, where its parts end. */
  private readonly ends = new Int32Array(SLOTS);

  /**
   * The score is the sum of the output, as a logit, times `scale`, and the same whatever computes it: JavaScript where WebAssembly
   * with SIMD is missing or `mayUseWasm` is false. Without `phase` the first output counts.
   */
  constructor(
    inputs: Inputs<P>,
    network: Network,
    scale: number,
    { mayUseWasm = true, phase }: { mayUseWasm?: boolean; phase?: (position: P) => number } = {},
  ) {
    const { mostActive, mostParts, partCount } = inputs;
    this.scale = scale;
    this.inputs = inputs;
    this.buckets = network.outputBiases.length;
    this.phase = this.buckets === 1 ? undefined : phase;
    this.factor = scale / (oneOf(network) * QB);
    const words = HEADING + WORDS * mostParts + FARTHEST * (HEADING + CHANGES_ROOM);
    const room = { slots: SLOTS, parts: partCount, words };
    const sums = mayUseWasm ? wasmSums(network, largestUnit(network, inputs), room) : undefined;
    this.sums = sums ?? new PlainSums(network, room);
    this.steps = this.sums.steps;
    // The part of no input needs not be learnt.
    this.known = new Uint8Array(partCount + 1).fill(1, partCount);
    this.keysLow = new Int32Array(SLOTS).fill(UNUSED);
    this.keysHigh = new Int32Array(SLOTS).fill(UNUSED);
    this.parts = new Int32Array(2 * mostParts);
    this.active = new Int32Array(mostActive);
    if (inputs.changesBy === undefined) this.placed = new Int32Array(SLOTS * 2 * mostParts);
  }

  get computing(): Computing {
    return this.sums.computing;
  }

  evaluate(position: P): number {
    const state = position.state;
    const slot = state.ply & (SLOTS - 1);
    const isKept = this.keysLow[slot] === state.keyLow && this.keysHigh[slot] === state.keyHigh;
    const end = isKept
      ? 0
      : this.placed === undefined
        ? this.stepsTo(position, state)
        : this.stepByPlaces(position, state, slot, this.placed);
    const bucket = this.phase === undefined ? 0 : bucketOf(this.phase(position), this.buckets);
    const score = this.sums.run(end, slot, state.turn, bucket) * this.factor;
    if (score > MOST) return MOST;
    return score < -MOST ? -MOST : score | 0;
  }

  /** The hidden units of a side before their activation, for tests. */
  accumulator(position: P, side: Side): Int32Array {
    this.evaluate(position);
    return this.sums.of(position.state.ply & (SLOTS - 1), side);
  }

  /** Writes the steps that bring this state up to date, and those between it and the last that is; returns where they end. */
  private stepsTo(position: P, state: State): number {
    let base = state;
    for (let steps = 0; !this.isKept(base); steps++) {
      if (base.ply === 0 || steps === FARTHEST) return this.stepsFromScratch(position, state, base);
      base = base.previous;
    }
    let end = 0;
    while (base !== state) {
      const next = base.next;
      end = this.writeStep(end, position, next, base, next);
      base = next;
    }
    return end;
  }

  /** Writes the step to a state from the one before it or, where that was not judged, from what its slot had before. */
  private stepByPlaces(position: P, state: State, slot: number, placed: Int32Array): number {
    const { parts, steps, sums, ends } = this;
    const room = parts.length;
    const before = this.isKept(state.previous) ? state.previous.ply & (SLOTS - 1) : slot;
    const old = before * room;
    const target = slot * room;
    const oldEnd = ends[before];
    const newEnd = this.inputs.partsOf(position, parts);
    const nothing = sums.nothing;
    steps[0] = slot;
    // A slot that was never made has no parts.
    steps[1] = oldEnd === 0 ? sums.biases : before;
    let end = HEADING;
    for (let i = 0; i < newEnd || i < oldEnd; i += 2) {
      const goneFirst = i < oldEnd ? placed[old + i] : nothing;
      const goneSecond = i < oldEnd ? placed[old + i + 1] : nothing;
      const first = i < newEnd ? parts[i] : nothing;
      const second = i < newEnd ? parts[i + 1] : nothing;
      placed[target + i] = first;
      placed[target + i + 1] = second;
      if (goneFirst === first && goneSecond === second) continue;
      steps[end] = goneFirst;
      steps[end + 1] = this.learnt(first);
      steps[end + 2] = goneSecond;
      steps[end + 3] = this.learnt(second);
      end += WORDS;
    }
    ends[slot] = newEnd;
    steps[2] = (end - HEADING) / WORDS;
    this.keep(state);
    return end;
  }

  private isKept(state: State): boolean {
    const slot = state.ply & (SLOTS - 1);
    return this.keysLow[slot] === state.keyLow && this.keysHigh[slot] === state.keyHigh;
  }

  /** Sums up what the position has now and goes back from there, so that its siblings find what they start from. */
  private stepsFromScratch(position: P, state: State, first: State): number {
    const { parts, steps, sums } = this;
    const count = this.inputs.partsOf(position, parts) >> 1;
    steps[0] = state.ply & (SLOTS - 1);
    steps[1] = sums.biases;
    steps[2] = count;
    let end = HEADING;
    for (let i = 0; i < count; i++, end += WORDS) {
      steps[end] = sums.nothing;
      steps[end + 1] = this.learnt(parts[2 * i]);
      steps[end + 2] = sums.nothing;
      steps[end + 3] = this.learnt(parts[2 * i + 1]);
    }
    this.keep(state);
    for (let later = state; later !== first; later = later.previous) {
      end = this.writeStep(end, position, later, later, later.previous);
    }
    return end;
  }

  /** Writes the step to a state from its neighbour; `later` is the later one of the two. */
  private writeStep(start: number, position: P, later: State, from: State, to: State): number {
    const changes = this.changes;
    const steps = this.steps;
    const last = later.move === 0 ? 0 : this.inputs.changesBy!(position, later, changes);
    steps[start] = to.ply & (SLOTS - 1);
    steps[start + 1] = from.ply & (SLOTS - 1);
    steps[start + 2] = last / WORDS;
    const first = start + HEADING;
    // Forwards the part before goes and the part after comes; backwards it is the other way round.
    const turned = to === later ? 0 : 1;
    for (let i = 0; i < last; i++) steps[first + (i ^ turned)] = this.learnt(changes[i]);
    this.keep(to);
    return first + last;
  }

  private keep(state: State): void {
    const slot = state.ply & (SLOTS - 1);
    this.keysLow[slot] = state.keyLow;
    this.keysHigh[slot] = state.keyHigh;
  }

  /** The part itself; its inputs are looked up when it is first met. */
  private learnt(part: number): number {
    if (this.known[part] === 0) {
      this.known[part] = 1;
      this.sums.learn(part, this.active, this.inputs.inputsOf(part, this.active, 0));
    }
    return part;
  }
}
